-- Seated events. A row is one record, its places in physical order: a section is 20 to 50 records, read whole under the
-- event's lock and decided about in memory. The authority against selling a seat twice is the unique index on live claims.

create table seating_plans (
  organization_id uuid not null,
  event_id uuid not null,
  selection_mode text not null,
  primary key (organization_id, event_id),
  foreign key (organization_id, event_id) references events,
  constraint seating_plans_known_selection_mode check (selection_mode in ('best_available'))
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
  constraint seating_sections_one_label unique (organization_id, event_id, label)
);

-- fillfactor: a sale changes states alone, which no index knows, so that the update stays within its page.
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
  foreign key (organization_id, section_id) references seating_sections,
  constraint seating_rows_one_label unique (organization_id, section_id, label),
  constraint seating_rows_one_state_per_place
    check (length(states) = cardinality(seats) and states ~ '^[.hsb_]+$')
) with (fillfactor = 60);
comment on column seating_rows.position is 'best row first';
comment on column seating_rows.tier_ids is 'null: those of the section';
comment on column seating_rows.counted is 'the plan gave a number of seats, not a list';
comment on column seating_rows.seats is 'printed numbers in physical order, 0 for an aisle';
comment on column seating_rows.states is 'a character per place: . free, h held, s sold, b blocked, _ aisle';
create index seating_rows_of_event on seating_rows (organization_id, event_id);

-- What a checkout holds and a ticket admits to: live while it names a row, so that a plan cannot be replaced under it. The
-- words are kept as they were printed: a ticket that was refunded outlives its plan.
create table seat_claims (
  organization_id uuid not null,
  checkout_id uuid not null,
  position integer not null,
  row_id uuid,
  place integer not null,
  section_label text not null,
  row_label text not null,
  seat integer not null,
  ticket_id uuid,
  primary key (organization_id, checkout_id, position),
  foreign key (organization_id, checkout_id) references checkouts,
  foreign key (organization_id, row_id) references seating_rows,
  foreign key (organization_id, ticket_id) references tickets
) with (fillfactor = 70);
comment on column seat_claims.row_id is 'null: the hold ended or the ticket was returned';
comment on column seat_claims.place is 'from 0, in physical order, aisles counted';
comment on column seat_claims.ticket_id is 'null: held, not sold';
create unique index seat_claims_one_live on seat_claims (organization_id, row_id, place) where row_id is not null;
create unique index seat_claims_one_per_ticket on seat_claims (organization_id, ticket_id) where ticket_id is not null;

alter table checkouts add column section_id uuid;
alter table checkouts add foreign key (organization_id, section_id) references seating_sections
  on delete set null (section_id);
comment on column checkouts.section_id is 'null: general admission, or the section left the plan after the hold ended';
create index checkouts_of_section on checkouts (organization_id, section_id) where section_id is not null;

-- Seats that are kept back are part of the sizes, but cannot be sold.
alter table events add column blocked integer not null default 0;
alter table events drop constraint events_never_oversold;
alter table events add constraint events_never_oversold
  check (sold >= 0 and held >= 0 and blocked >= 0 and sold + held + blocked <= capacity);
alter table ticket_tiers add column blocked integer not null default 0;
alter table ticket_tiers drop constraint ticket_tiers_never_oversold;
alter table ticket_tiers add constraint ticket_tiers_never_oversold
  check (sold >= 0 and held >= 0 and blocked >= 0 and sold + held + blocked <= quantity_total);
