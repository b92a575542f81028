-- What an organizer may ask of an order: all of it optional, and none of it asked of events that were there before.

alter table events
  add column max_per_order integer,
  add constraint events_orders_of_at_least_one check (max_per_order >= 1);
comment on column events.max_per_order is 'most tickets of one order; null: no limit';
