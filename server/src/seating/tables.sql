-- Seated events. Each row of the hall is one record with its places in physical order. A section has 20 to 50 records,
-- which are read as a whole under the event's lock and changed in memory.
create table seating_plans (
  organization_id uuid not null,
  event_id uuid not null,
  selection_mode text not null,
  primary key (organization_id, event_id),
  foreign key (organization_id, event_id) references events,
  constraint seating_plans_known_selection_mode 
    check (selection_mode in ('best_available', 'choose', 'both'))
);

create table seating_sections (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  position integer not null,
  label text not null,
  tier_ids uuid[] not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references seating_plans,
  constraint seating_sections_of_one_event unique (organization_id, event_id, id),
  constraint seating_sections_one_label unique (organization_id, event_id, label)
);

-- A sale changes only states, which no index contains, so that the update stays within its page (fillfactor).
create table seating_rows (
  organization_id uuid not null,
  id uuid not null,
  section_id uuid not null,
  event_id uuid not null,
  position integer not null,
  label text not null,
  tier_ids uuid[],
  counted boolean not null,
  seats integer[] not null,
  states text not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id, section_id) references seating_sections (organization_id, event_id, id),
  constraint seating_rows_one_label unique (organization_id, section_id, label),
  constraint seating_rows_one_state_per_place
    check (length(states) = cardinality(seats) and states ~ '^[.hsb_]+$')
) with (fillfactor = 60);
comment on column seating_rows.position is 'best row first';
comment on column seating_rows.tier_ids is 'null: the tiers of the section';
comment on column seating_rows.counted is 'the plan gave a number of seats, not a list';
comment on column seating_rows.seats is 'printed numbers in physical order, 0 for an aisle';
comment on column seating_rows.states is 'a character per place: . free, h held, s sold, b blocked, _ aisle';
create index seating_rows_of_event on seating_rows (organization_id, event_id, section_id);

-- The seats of a checkout and of its tickets: the ticket with the same position has the seat. A claim is live while it
-- names a row, so that its plan cannot be replaced. The unique index on live claims prevents selling a seat twice. The
-- labels are copies of the printed ones, because a refunded ticket outlives its plan.
create table seat_claims (
  organization_id uuid not null,
  checkout_id uuid not null,
  position integer not null,
  row_id uuid,
  place integer not null,
  section_label text not null,
  row_label text not null,
  seat integer not null,
  primary key (organization_id, checkout_id, position),
  foreign key (organization_id, row_id) references seating_rows
);
comment on column seat_claims.row_id is 'null: the hold ended or the ticket was returned';
comment on column seat_claims.place is 'from 0, in physical order, aisles included';
create unique index seat_claims_one_live on seat_claims (organization_id, row_id, place) where row_id is not null;
