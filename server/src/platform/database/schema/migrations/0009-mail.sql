-- Real tickets: what buyers are sent, and the keys that sign what a QR code holds.

-- One row per mail, written by the transaction that gave reason for it and sent afterwards: the queue itself. While a try
-- is under way next_attempt_at is the end of its lease, so whatever becomes of the process, the row is due again.
create table mails (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null,
  priority smallint not null,
  recipient text not null,
  order_id uuid,
  ticket_id uuid,
  checkout_id uuid,
  details jsonb not null,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  failure_reason text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, order_id) references orders,
  foreign key (organization_id, ticket_id) references tickets,
  foreign key (organization_id, checkout_id) references checkouts,
  constraint mails_about_one_thing check ((order_id is null) <> (checkout_id is null)),
  constraint mails_ticket_of_order check (ticket_id is null or order_id is not null),
  constraint mails_known_status check (status in ('pending', 'sent', 'failed', 'dropped')),
  constraint mails_pending_are_due check ((status = 'pending') = (next_attempt_at is not null)),
  constraint mails_sent_at_a_time check ((status = 'sent') = (sent_at is not null))
) with (fillfactor = 80);
comment on column mails.priority is '0: somebody waits for it; 1: to everybody of an event, sent when nobody waits';
comment on column mails.ticket_id is 'about this ticket alone; null: about the order';
comment on column mails.checkout_id is 'instead of an order: money that bought nothing';
comment on column mails.details is 'what the rows no longer say when it is written: amounts, what was before';
comment on column mails.failure_reason is 'why the last try failed, or why it was dropped';
create index mails_due on mails (priority, next_attempt_at) where status = 'pending';
create index mails_of_order on mails (organization_id, order_id, created_at) where order_id is not null;
-- Changes that follow each other make one mail as long as nobody has begun to write it.
create unique index mails_one_change_waiting on mails (organization_id, order_id, recipient)
  where kind = 'event_changed' and status = 'pending' and attempts = 0;

create table ticket_keys (
  organization_id uuid not null references organizations,
  private_key bytea not null,
  primary key (organization_id)
);
comment on table ticket_keys is 'who reads a private key can make tickets: no answer shows it';
comment on column ticket_keys.private_key is 'Ed25519, PKCS #8 in DER';

alter table tickets
  add column revision integer not null default 1,
  add constraint tickets_revision_fits_its_code check (revision between 1 and 65535);
comment on column tickets.revision is 'a code and a link of an older one are void';
