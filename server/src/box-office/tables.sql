-- What was taken and given back by hand, and by whom: one entry for each order of the box office, and one for each
-- refund and each difference of a changed order that went through the window. The closing of a day adds them up by
-- cashier. Rows are never changed.
create table box_office_entries (
  organization_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  order_id uuid not null,
  kind text not null,
  actor_kind text not null,
  actor_id uuid,
  payment_method text not null,
  tickets integer not null,
  amount_centavos bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, order_id) references orders,
  constraint box_office_entries_known_kind check (kind in ('sale', 'refund', 'difference_paid', 'difference_returned')),
  constraint box_office_entries_known_actor check (actor_kind in ('user', 'key', 'door_link', 'operator', 'system', 'buyer')),
  constraint box_office_entries_actor_has_id check ((actor_kind in ('user', 'key', 'door_link')) = (actor_id is not null)),
  constraint box_office_entries_by_hand check (payment_method in ('CASH', 'COMP', 'EXTERNAL')),
  constraint box_office_entries_some_tickets check (tickets > 0 or kind = 'refund' and tickets = 0),
  constraint box_office_entries_amount_not_negative check (amount_centavos >= 0)
);
comment on column box_office_entries.actor_id is 'the user, the API key or the door link';
comment on column box_office_entries.tickets is '0: a further part of the same refund, with another payment method';
create index box_office_entries_by_time on box_office_entries (organization_id, at);
create index box_office_entries_of_order on box_office_entries (organization_id, order_id);
create unique index box_office_entries_one_sale on box_office_entries (organization_id, order_id) where kind = 'sale';

-- Places kept for a name, without payment, until they are picked up, let go, or their time is over. The checkout with
-- the id of the reservation holds them: it has the person's address, and becomes the order when all of them are picked
-- up.
create table reservations (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  name text not null,
  note text,
  kept_until timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  constraint reservations_of_one_event unique (organization_id, event_id, id)
);
comment on column reservations.name is 'whom the places are kept for; another person may pick them up';
comment on column reservations.kept_until is 'null: until they are let go, or the event is completed';
alter table checkouts add foreign key (organization_id, event_id, reservation_id)
  references reservations (organization_id, event_id, id);
