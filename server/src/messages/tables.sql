-- What an organizer writes to the people of an event. Its mails are recorded in steps: a step takes the next tickets of
-- the event, in the order of their purchase, and moves the position past them.
create table messages (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  subject text not null,
  text text not null,
  tier_ids uuid[],
  checked_in boolean,
  status text not null,
  send_at timestamptz not null,
  mails integer not null default 0,
  left_out integer not null default 0,
  after_paid_at timestamptz,
  after_order_id uuid,
  after_position integer,
  created_at timestamptz not null,
  ended_at timestamptz,
  event_cancelled boolean not null default false,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, after_order_id) references orders,
  constraint messages_known_status check (status in ('scheduled', 'sending', 'sent', 'cancelled')),
  constraint messages_ended_at_a_time check ((status in ('sent', 'cancelled')) = (ended_at is not null)),
  constraint messages_position_is_whole check (num_nulls(after_paid_at, after_order_id, after_position) in (0, 3)),
  constraint messages_unsent_have_no_mails check (
    status in ('sending', 'sent') or (status = 'cancelled' and event_cancelled) or mails + left_out = 0)
) with (fillfactor = 70);
comment on column messages.tier_ids is 'to people with a ticket of one of these tiers; null: of any';
comment on column messages.checked_in is 'to people who are checked in, or to those who are not; null: to both';
comment on column messages.mails is 'recorded so far, without those to people who want no messages, which left_out counts';
comment on column messages.after_order_id is 'with after_paid_at and after_position: the last ticket that a step took';
comment on column messages.ended_at is 'when the last mail was recorded, or the message was cancelled';
comment on column messages.event_cancelled is 'since the message was written: its mails that wait are dropped';
create index messages_of_event on messages (organization_id, event_id, id desc);
create index messages_due on messages (send_at, organization_id, id) where status in ('scheduled', 'sending');

alter table mails add foreign key (organization_id, message_id) references messages;

-- What an organization wrote on its last day with messages: a bound for each day.
create table message_allowances (
  organization_id uuid not null references organizations,
  day date not null,
  written integer not null default 0,
  mails integer not null default 0,
  primary key (organization_id)
) with (fillfactor = 50);
comment on column message_allowances.day is 'in UTC';
comment on column message_allowances.written is 'messages and test mails';

-- People who want no messages of an organization. Mails about their tickets they get as before.
create table message_unsubscribes (
  organization_id uuid not null references organizations,
  email text not null,
  unsubscribed_at timestamptz not null,
  primary key (organization_id, email),
  constraint message_unsubscribes_lower_case check (email = lower(email))
);
