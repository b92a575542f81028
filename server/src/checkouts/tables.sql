-- A checkout holds its places while it is open or processing. events.held and ticket_tiers.held count
-- exactly these places.
-- fillfactor: starting a payment updates the checkout without changing an indexed column, so the row stays on its page.
create table checkouts (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  quantity integer not null,
  subtotal_centavos bigint not null,
  discount_centavos bigint not null default 0,
  promo_code_id uuid,
  promo_tries smallint not null default 0,
  customer_name text not null,
  customer_email text not null,
  customer_phone text,
  language text,
  buyer_reference text,
  buyer_places integer,
  attendees jsonb,
  success_url text not null,
  cancel_url text,
  channel text not null default 'api',
  source text,
  medium text,
  campaign text,
  ref text,
  is_offer boolean not null default false,
  reservation_id uuid,
  status text not null,
  payment_started boolean not null default false,
  failure_reason text,
  expires_at timestamptz not null,
  open_until timestamptz,
  created_at timestamptz not null,
  erased_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, promo_code_id) references promo_codes,
  -- Target of the key of the lines, and the index of an event's checkouts.
  constraint checkouts_of_one_event unique (organization_id, event_id, id),
  constraint checkouts_known_failure check (failure_reason in ('declined', 'refused', 'unanswered')),
  constraint checkouts_known_status check (status in ('open', 'processing', 'completed', 'expired', 'cancelled')),
  constraint checkouts_known_channel check (channel in ('api', 'shop', 'box_office')),
  constraint checkouts_known_language check (language in ('en', 'fil')),
  constraint checkouts_address_once_bought
    check (customer_email <> '' or reservation_id is not null and status <> 'completed'),
  constraint checkouts_quantity_at_least_one check (quantity >= 1),
  constraint checkouts_buyer_places_within_quantity check (buyer_places between 0 and quantity),
  constraint checkouts_discount_within_subtotal
    check (discount_centavos >= 0 and discount_centavos <= subtotal_centavos)
) with (fillfactor = 50);
comment on column checkouts.quantity is 'of all lines';
comment on column checkouts.subtotal_centavos is 'of all lines, before discount';
comment on column checkouts.promo_tries is 'promo codes entered on the page, valid ones included';
comment on column checkouts.language is 'language of the page and e-mails; null: not known yet';
comment on column checkouts.buyer_reference is 'the organizer''s own name of the buyer, for max_per_buyer';
comment on column checkouts.buyer_places is
  'places that count for max_per_buyer: not refunded ones; null: the event had no such limit';
comment on column checkouts.attendees is
  'in the order of the tickets: [{name, email}], each may be null; the remaining tickets have the buyer''s name';
comment on column checkouts.channel is
  'where the buyer ordered, or joined the waiting list that led to it: api: through a program; shop: on the page of an event; box_office: of the organizer, completed at once or kept for a name';
comment on column checkouts.source is 'with medium, campaign and ref: the link that brought the buyer; none is personal';
comment on column checkouts.is_offer is 'made for an entry on the waiting list: ticket_tiers.offered counts its held places';
comment on column checkouts.customer_email is 'empty: the places are kept for a name without an address';
comment on column checkouts.reservation_id is
  'it keeps places for a name, or bought some of them: the reservation has the id of the checkout that keeps the rest';
comment on column checkouts.payment_started is 'a payment attempt is under way: time alone does not end the hold';
comment on column checkouts.open_until is
  'set once money is on its way: when the hold would have ended without it, and ends at the earliest if no money comes';
comment on column checkouts.erased_at is 'when the buyer''s personal data was replaced, on their request';
-- A person's purchases, also as an attendee of another buyer: they may ask for a copy of their data, or for its
-- erasure. fastupdate: a list of pending entries makes a search as expensive as reading a small table, which the
-- planner then does.
create index checkouts_of_customer on checkouts (organization_id, lower(customer_email)) where erased_at is null;
create index checkouts_of_attendees on checkouts
  using gin ((lower(jsonb_path_query_array(attendees, '$[*].email')::text)::jsonb) jsonb_path_ops)
  with (fastupdate = off) where attendees is not null;
-- Live holds by their end. They are few, so the overdue ones of an event are found quickly.
create index checkouts_overdue on checkouts (expires_at) where status in ('open', 'processing');
-- The reservations of an event, and what was picked up of them. Few checkouts are of any.
create index checkouts_of_reservation on checkouts (organization_id, event_id, reservation_id) where reservation_id is not null;
-- What a buyer holds and has bought at an event that limits it. `buyer-places-queries.ts` has the same expressions.
create index checkouts_of_buyer_email on checkouts
  (organization_id, event_id, (lower(regexp_replace(customer_email, '[+][^@]*', ''))))
  where buyer_places > 0 and status in ('open', 'processing', 'completed');
create index checkouts_of_buyer_phone on checkouts
  (organization_id, event_id, (right(regexp_replace(customer_phone, '[^0-9]', '', 'g'), 10)))
  where buyer_places > 0 and status in ('open', 'processing', 'completed');
create index checkouts_of_buyer_reference on checkouts (organization_id, event_id, buyer_reference)
  where buyer_places > 0 and status in ('open', 'processing', 'completed');
alter table checkouts alter column attendees set statistics 0;

-- What a checkout holds: a line for each tier, in a section where the event has seats. Every checkout has at least one.
-- Its tickets and seats are numbered line by line.
create table checkout_lines (
  organization_id uuid not null,
  checkout_id uuid not null,
  position smallint not null,
  event_id uuid not null,
  tier_id uuid not null,
  section_id uuid,
  quantity integer not null,
  unit_price_centavos bigint not null,
  price_chosen boolean not null default false,
  primary key (organization_id, checkout_id, position),
  foreign key (organization_id, event_id, checkout_id) references checkouts (organization_id, event_id, id),
  foreign key (organization_id, event_id, tier_id) references ticket_tiers (organization_id, event_id, id),
  foreign key (organization_id, section_id) references seating_sections,
  constraint checkout_lines_quantity_at_least_one check (quantity >= 1),
  constraint checkout_lines_price_not_negative check (unit_price_centavos >= 0)
);
comment on column checkout_lines.position is 'from 0';
comment on column checkout_lines.section_id is
  'null: general admission, or the section left the plan after the hold ended';
comment on column checkout_lines.unit_price_centavos is 'of the tier at the time of the checkout, or as the buyer chose';
comment on column checkout_lines.price_chosen is 'by the buyer: more tickets cost the same, until the order is bought';
create index checkout_lines_of_tier on checkout_lines (organization_id, event_id, tier_id);
create index checkout_lines_of_section on checkout_lines (organization_id, section_id) where section_id is not null;

create table consents (
  organization_id uuid not null,
  checkout_id uuid not null,
  text text not null,
  given_at timestamptz not null,
  primary key (organization_id, checkout_id),
  foreign key (organization_id, checkout_id) references checkouts
);
comment on table consents is 'the exact text that a buyer agreed to before paying';

-- What buyers answered, on the page or with the request of a program. No answer: no row.
create table answers (
  organization_id uuid not null,
  checkout_id uuid not null,
  ticket integer not null,
  question_id uuid not null,
  event_id uuid not null,
  label text not null,
  value text not null,
  primary key (organization_id, checkout_id, ticket, question_id),
  foreign key (organization_id, event_id, checkout_id) references checkouts (organization_id, event_id, id),
  foreign key (organization_id, event_id, question_id) references questions (organization_id, event_id, id),
  constraint answers_of_order_or_ticket check (ticket >= 0)
);
comment on column answers.ticket is '0: asked of the order; else the ticket: its position in the order, plus 1';
comment on column answers.label is 'the question as the buyer read it';
comment on column answers.value is 'a date as YYYY-MM-DD; true: the box is ticked';
create index answers_of_question on answers (organization_id, event_id, question_id);

alter table seat_claims add foreign key (organization_id, checkout_id) references checkouts;
alter table mails add foreign key (organization_id, checkout_id) references checkouts;
