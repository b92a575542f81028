-- The line of an event's waiting room. A visitor has a number, which a signed cookie holds: no row per visitor.
create table waiting_rooms (
  organization_id uuid not null,
  event_id uuid not null,
  joined integer not null,
  early integer,
  opening_at timestamptz,
  admitted integer not null default 0,
  looked_at timestamptz,
  primary key (organization_id, event_id),
  foreign key (organization_id, event_id) references events,
  constraint waiting_rooms_admitted_joined check (admitted between 0 and joined),
  constraint waiting_rooms_early_joined check (early between 0 and joined)
) with (fillfactor = 50);
comment on column waiting_rooms.joined is 'numbers given so far, from 1';
comment on column waiting_rooms.early is 'numbers up to this one came before the opening and were shuffled; null: it is not open yet';
comment on column waiting_rooms.opening_at is
  'the opening at which early was counted; a later one draws again if nobody was admitted; null: there was none';
comment on column waiting_rooms.admitted is 'positions up to this one have had or have their turn';
comment on column waiting_rooms.looked_at is 'when it was last decided how many are admitted';

-- Turns that began together. Rows whose turns are over are deleted.
create table waiting_room_steps (
  organization_id uuid not null,
  event_id uuid not null,
  up_to integer not null,
  after_position integer not null,
  began_at timestamptz not null,
  primary key (organization_id, event_id, up_to),
  foreign key (organization_id, event_id) references waiting_rooms,
  constraint waiting_room_steps_of_someone check (after_position >= 0 and after_position < up_to)
);
comment on column waiting_room_steps.up_to is 'the last position whose turn began then';
comment on column waiting_room_steps.after_position is 'the last position of the step before';
