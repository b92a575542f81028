-- Events that are the dates of one show: edited together, sold apart, listed once in the shop.
create table event_series (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  slug text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint event_series_one_of_a_slug unique (organization_id, slug)
);
comment on column event_series.slug is 'in the address of its page in the shop';

-- Every sale updates this row. No index contains sold and held, so that the update stays within its page (fillfactor);
-- long texts are stored outside of the row (toast_tuple_target), so that the update copies little.
create table events (
  organization_id uuid not null references organizations,
  id uuid not null,
  series_id uuid,
  title text not null,
  slug text not null,
  listed boolean not null default true,
  unlisted_by_service boolean not null default false,
  status text not null,
  sold_out_by_service boolean not null default false,
  event_type text not null default 'other',
  start_datetime timestamptz not null,
  end_datetime timestamptz,
  sales_end_datetime timestamptz,
  capacity integer not null,
  sold integer not null default 0,
  held integer not null default 0,
  blocked integer not null default 0,
  seated boolean not null default false,
  max_per_order integer,
  max_per_buyer integer,
  consent_text text,
  attendee_details text not null default 'none',
  re_entry boolean not null default false,
  internal_note text,
  waiting_room_enabled boolean not null default false,
  waiting_room_opens_at timestamptz,
  door_list_changed_at timestamptz,
  refund_approval text,
  refund_until_hours integer not null default 0,
  refund_fee_percent smallint not null default 0,
  refund_fee_centavos bigint not null default 0,
  venue_name text,
  address text,
  city text,
  latitude double precision,
  longitude double precision,
  coordinates_given boolean not null default false,
  cover_image_url text,
  description text,
  description_html text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, series_id) references event_series,
  constraint events_known_status
    check (status in ('draft', 'active', 'paused', 'hidden', 'sold_out', 'cancelled', 'completed')),
  constraint events_known_type check (event_type in
    ('concert', 'workshop', 'conference', 'sports', 'social', 'food', 'nightlife', 'art', 'other')),
  constraint events_known_attendee_details check (attendee_details in ('none', 'optional', 'required')),
  constraint events_known_refund_approval check (refund_approval in ('request', 'automatic')),
  constraint events_refund_fee check (refund_until_hours >= 0 and refund_fee_percent between 0 and 100 and refund_fee_centavos >= 0),
  constraint events_never_oversold
    check (sold >= 0 and held >= 0 and blocked >= 0 and sold + held + blocked <= capacity),
  constraint events_orders_of_at_least_one check (max_per_order >= 1),
  constraint events_buyers_of_at_least_one check (max_per_buyer >= 1),
  constraint events_coordinates_in_pairs check ((latitude is null) = (longitude is null))
) with (fillfactor = 70, toast_tuple_target = 256);
comment on column events.series_id is 'the series that it is a date of; null: an event of its own';
comment on column events.slug is 'in the address of its page in the shop';
comment on column events.door_list_changed_at is
  'when doors and passes last needed every ticket again: a tier got another name, answers are shown at the door or no longer, a buyer was erased, or the event was cancelled; null: never';
comment on column events.listed is 'the page of the shop shows it while it is active; false: only its link does';
comment on column events.unlisted_by_service is 'it was hidden when it ended: its copies are listed';
comment on column events.sold_out_by_service is 'the service set sold_out, and sets active when a place is free';
comment on column events.sales_end_datetime is 'null: one hour before start_datetime';
comment on column events.sold is 'of the tiers that admit, as held: add-ons take no place of the event';
comment on column events.blocked is 'seats that the organizer keeps back: part of the capacity, not for sale';
comment on column events.max_per_order is 'most tickets per order; null: no limit';
comment on column events.max_per_buyer is 'most tickets that one buyer holds and has bought; null: no limit';
comment on column events.consent_text is 'what buyers agree to before they pay; null: nothing';
comment on column events.attendee_details is 'whether the hosted page asks for the attendee of each ticket';
comment on column events.re_entry is 'tickets may leave the gate and enter again';
comment on column events.internal_note is 'for the organizer''s team and programs; hidden from buyers';
comment on column events.waiting_room_enabled is 'buyers need a pass of the waiting room to order';
comment on column events.waiting_room_opens_at is 'who waits until then is shuffled; null: open, first come first served';
comment on column events.refund_approval is
  'how a refund that the buyer asks for is decided; null: buyers cannot ask for one';
comment on column events.refund_until_hours is 'before start_datetime';
comment on column events.refund_fee_centavos is 'for each ticket, in addition to the percentage of its price';
comment on column events.coordinates_given is 'sent by the organizer: geocoding does not change them';
comment on column events.cover_image_url is 'as the organizer sent it, or the address of an uploaded picture';
create index events_by_start on events (organization_id, status, start_datetime, id);
-- Live events of all organizations, which are few beside the past ones. The sitemap reads them, and each half minute
-- the server finds those that have ended.
create index events_live on events (start_datetime) where status in ('active', 'paused', 'hidden', 'sold_out');
create index events_of_series on events (organization_id, series_id, start_datetime, id) where series_id is not null;
create index events_by_uploaded_cover on events (organization_id, cover_image_url) where cover_image_url like '/files/%';

-- Every slug that an event has or had: an old address of its page leads to the current one.
create table event_slugs (
  organization_id uuid not null,
  slug text not null,
  event_id uuid not null,
  primary key (organization_id, slug),
  -- Deferred: the free slug is found before the event is inserted with it.
  foreign key (organization_id, event_id) references events deferrable initially deferred
);
create index event_slugs_of_event on event_slugs (organization_id, event_id);

create table ticket_tiers (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  name text not null,
  price_centavos bigint not null,
  minimum_price_centavos bigint,
  quantity_total integer not null,
  sold integer not null default 0,
  held integer not null default 0,
  blocked integer not null default 0,
  taken_by_others integer not null default 0,
  waiting integer not null default 0,
  offered integer not null default 0,
  is_active boolean not null default true,
  admission boolean not null default true,
  hidden boolean not null default false,
  follows_tier_id uuid,
  sort_order integer not null default 0,
  sales_start_datetime timestamptz,
  sales_end_datetime timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  -- Target of the foreign keys that name an event together with one of its tiers.
  constraint ticket_tiers_of_one_event unique (organization_id, event_id, id),
  -- Deferred: a copy of an event, and a dump, may contain a tier before the one that it follows.
  constraint ticket_tiers_follow_one_of_the_event foreign key (organization_id, event_id, follows_tier_id)
    references ticket_tiers (organization_id, event_id, id) deferrable initially deferred,
  constraint ticket_tiers_follow_another check (follows_tier_id <> id),
  constraint ticket_tiers_price_not_negative check (price_centavos >= 0),
  constraint ticket_tiers_minimum_within_price check (minimum_price_centavos between 0 and price_centavos),
  constraint ticket_tiers_never_oversold
    check (sold >= 0 and held >= 0 and blocked >= 0 and sold + held + blocked <= quantity_total),
  constraint ticket_tiers_waiting_list check (waiting >= 0 and offered >= 0 and offered <= held)
) with (fillfactor = 50);
comment on column ticket_tiers.price_centavos is 'suggested, if there is a minimum';
comment on column ticket_tiers.minimum_price_centavos is 'the least of a price that the buyer chooses; null: the price is fixed';
comment on column ticket_tiers.admission is
  'false: an add-on such as parking, which admits nobody and takes no place of the event. Never changes';
comment on column ticket_tiers.hidden is 'the shop shows it only to buyers who enter a promo code that opens it';
comment on column ticket_tiers.follows_tier_id is
  'not on sale while this one has a free place and its sale goes on; null: follows none';
comment on column ticket_tiers.taken_by_others is 'seats of the tier that other tiers of the same seats hold or have sold';
comment on column ticket_tiers.waiting is 'places that the entries on the waiting list ask for: free places are theirs first';
comment on column ticket_tiers.offered is 'of the held places, those in an offer to the waiting list';
-- Sales do not change the column of the condition, so updates stay within their page.
create index ticket_tiers_waited_for on ticket_tiers (organization_id, event_id) where waiting > 0;
create index ticket_tiers_of_event on ticket_tiers (organization_id, event_id, sort_order, id);
