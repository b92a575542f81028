-- One row per mail, recorded by the transaction that is its reason and sent afterwards. The table is the queue. During
-- an attempt next_attempt_at is the end of its lease, so the row is due again even if the process dies. The domains of
-- checkouts, orders, tickets and messages declare the keys of what a mail is about.
create table mails (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null,
  priority smallint not null,
  recipient text not null,
  order_id uuid,
  ticket_id uuid,
  checkout_id uuid,
  message_id uuid,
  details jsonb not null,
  status text not null,
  attempts integer not null default 0,
  refusals integer not null default 0,
  next_attempt_at timestamptz,
  failure_reason text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (organization_id, id),
  constraint mails_about_one_thing check (
    case when kind in ('password_reset', 'invitation', 'security_notice', 'refund_requested', 'message_test', 'waiting_list_joined', 'waiting_list_ended') then order_id is null and checkout_id is null
         else (order_id is null) <> (checkout_id is null) end),
  constraint mails_message_of_its_kind check ((kind = 'message') = (message_id is not null)),
  constraint mails_ticket_of_order check (ticket_id is null or order_id is not null),
  constraint mails_known_status check (status in ('pending', 'sent', 'failed', 'dropped')),
  constraint mails_pending_are_due check ((status = 'pending') = (next_attempt_at is not null)),
  constraint mails_sent_at_a_time check ((status = 'sent') = (sent_at is not null))
) with (fillfactor = 80);
comment on column mails.priority is '0: personal; 1: to all buyers of an event, or to people who have nothing to do: after personal mails; 2: messages of the organizer, last';
comment on column mails.ticket_id is 'about this ticket alone; null: about the order';
comment on column mails.checkout_id is 'instead of an order: for a payment that bought nothing, and for an offer to the waiting list';
comment on column mails.message_id is 'the message of the organizer that the mail is a copy of; the order is one that has the recipient';
comment on column mails.details is 'what other rows no longer hold when the mail is written: amounts, earlier values';
comment on column mails.refusals is 'attempts after which the mail server certainly has not taken it; after others it may have';
comment on column mails.failure_reason is 'why the last try failed, or why it was dropped';
-- Organizations take turns: the due mails of one are found without reading those of the others.
create index mails_due on mails (organization_id, priority, next_attempt_at) where status = 'pending';
create index mails_of_order on mails (organization_id, order_id, created_at) where order_id is not null;
create index mails_of_checkout on mails (organization_id, checkout_id) where checkout_id is not null;
-- One mail of a message per address. Erased recipients have one address in common.
create unique index mails_one_per_message on mails (organization_id, message_id, lower(recipient))
  where message_id is not null and recipient <> 'erased@erased.invalid';
-- With attempts, to count those that were not tried yet among many that wait for another try.
create index mails_of_message on mails (organization_id, message_id, status, attempts) where message_id is not null;
-- To the people on waiting lists, whose entries have no mails of their own to point at.
create index mails_of_entry on mails (organization_id, (details ->> 'entry_id'))
  where kind in ('waiting_list_joined', 'waiting_list_ended');
create index mails_failed on mails (organization_id, created_at) where status = 'failed' and message_id is null;
-- Several changes in a row make one mail as long as it cannot have arrived.
create unique index mails_one_change_waiting on mails (organization_id, order_id, recipient)
  where kind = 'event_changed' and status = 'pending' and attempts = refusals;
alter table mails alter column details set statistics 0;
