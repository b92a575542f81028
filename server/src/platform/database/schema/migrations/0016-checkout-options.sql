-- What an organizer may ask of an order: all of it optional, and none of it asked of events that were there before.

alter table events
  add column max_per_order integer,
  add column consent_text text,
  add column attendee_details text not null default 'none',
  add constraint events_orders_of_at_least_one check (max_per_order >= 1),
  add constraint events_known_attendee_details check (attendee_details in ('none', 'optional', 'required'));
comment on column events.max_per_order is 'most tickets of one order; null: no limit';
comment on column events.consent_text is 'what buyers agree to before they pay; null: nothing';
comment on column events.attendee_details is 'whether the hosted page asks who comes with each ticket';

-- Beside the checkout, which is written anew with every change of its state.
create table consents (
  organization_id uuid not null,
  checkout_id uuid not null,
  text text not null,
  given_at timestamptz not null,
  primary key (organization_id, checkout_id),
  foreign key (organization_id, checkout_id) references checkouts
);
comment on table consents is 'what a buyer agreed to before paying, word for word';

alter table checkouts add column attendees jsonb;
comment on column checkouts.attendees is
  'who comes, in the order of the tickets: [{name, email}], each may be null; the tickets beyond it are the buyer''s';

alter table tickets
  add column attendee_name text,
  add column attendee_email text;
comment on column tickets.attendee_name is 'who comes with it; null: the buyer';
comment on column tickets.attendee_email is 'of who comes with it; null: the buyer''s';
