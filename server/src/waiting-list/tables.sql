-- Entries of people who wait for places of a sold-out tier. An entry keeps its place in the line by its id, which
-- begins with the time of asking. Whether an offer was bought or passed is the status of its checkout.
create table waiting_list_entries (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  tier_id uuid not null,
  quantity integer not null,
  customer_name text not null,
  customer_email text not null,
  customer_phone text,
  language text,
  success_url text not null,
  cancel_url text,
  channel text not null,
  source text,
  medium text,
  campaign text,
  ref text,
  status text not null,
  passed_over integer not null default 0,
  kept_since timestamptz,
  checkout_id uuid,
  asked_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, event_id, tier_id) references ticket_tiers (organization_id, event_id, id),
  foreign key (organization_id, checkout_id) references checkouts,
  constraint waiting_list_entries_one_per_checkout unique (organization_id, checkout_id),
  constraint waiting_list_entries_known_status check (status in ('waiting', 'offered', 'left', 'ended')),
  constraint waiting_list_entries_known_channel check (channel in ('api', 'shop')),
  constraint waiting_list_entries_known_language check (language in ('en', 'fil')),
  constraint waiting_list_entries_quantity_at_least_one check (quantity >= 1),
  constraint waiting_list_entries_offer_has_checkout check (
    case status when 'offered' then checkout_id is not null when 'left' then true else checkout_id is null end)
) with (fillfactor = 80);
comment on column waiting_list_entries.status is 'offered: a checkout was made; ended: the list ended, or the buyer may not buy';
comment on column waiting_list_entries.passed_over is 'smaller parties behind this one that got an offer since it is the first in line';
comment on column waiting_list_entries.kept_since is 'since when free places are kept for this party, the first in line';
comment on column waiting_list_entries.checkout_id is 'the offer';
comment on column waiting_list_entries.channel is 'where the person asked, for the checkout of the offer';
comment on column waiting_list_entries.source is 'with medium, campaign and ref: the link that brought the person, for the checkout of the offer';
-- The line of a tier. One address waits once.
create index waiting_list_entries_in_line on waiting_list_entries (organization_id, tier_id, id) where status = 'waiting';
-- Finds whether a party in the line fits: this is asked each second, for each tier with free places.
create index waiting_list_entries_by_size on waiting_list_entries (organization_id, tier_id, quantity) where status = 'waiting';
create unique index waiting_list_entries_one_waiting on waiting_list_entries
  (organization_id, tier_id, lower(customer_email)) where status = 'waiting';
create index waiting_list_entries_of_event on waiting_list_entries (organization_id, event_id, tier_id);
create index waiting_list_entries_of_person on waiting_list_entries (organization_id, lower(customer_email));
