-- The body of a notification is written once, in the transaction that causes it.
create table notifications (
  organization_id uuid not null references organizations,
  id uuid not null,
  type text not null,
  body text not null,
  position bigint,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
comment on column notifications.position is
  'the order in which readers get them, given after the commit; null until then';
create unique index notifications_in_order on notifications (organization_id, position) where position is not null;
create index notifications_without_position on notifications (organization_id, id) where position is null;
create index notifications_of_event on notifications (organization_id, (body::json -> 'data' ->> 'event_id'))
  where type = 'event.updated';
alter table notifications alter column body set statistics 0;

-- The row is the lock under which positions are given.
create table notification_counters (
  organization_id uuid not null references organizations,
  last_position bigint not null default 0,
  purged_position bigint not null default 0,
  primary key (organization_id),
  constraint notification_counters_purged_were_given check (purged_position between 0 and last_position)
) with (fillfactor = 80);
comment on column notification_counters.purged_position is 'the last position of a notification that was deleted';

-- Endpoints of organizers' systems.
create table webhooks (
  organization_id uuid not null references organizations,
  id uuid not null,
  url text not null,
  events text[] not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  payload text not null default 'full',
  is_active boolean not null default true,
  disabled_reason text,
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint webhooks_some_events check (cardinality(events) > 0),
  constraint webhooks_known_payload check (payload in ('full', 'thin')),
  constraint webhooks_previous_secret_ends check ((sealed_previous_secret is null) = (previous_secret_until is null)),
  constraint webhooks_disabled_are_inactive check (disabled_reason is null or not is_active)
) with (fillfactor = 80);
comment on column webhooks.sealed_secret is 'signs deliveries; sealed with SECRETS_KEY';
comment on column webhooks.disabled_reason is 'why the service disabled it; null when the organizer did';
comment on column webhooks.failing_since is 'first failure after the last success';

-- One notification to one endpoint. The table is the queue. During an attempt next_attempt_at is the end of its lease,
-- so the row is due again even if the process dies.
create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  notification_id uuid not null,
  status text not null,
  attempts integer not null default 0,
  response_status integer,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  sent_again boolean not null default false,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhooks on delete cascade,
  foreign key (organization_id, notification_id) references notifications,
  constraint webhook_deliveries_known_status check (status in ('pending', 'succeeded', 'failed')),
  constraint webhook_deliveries_pending_are_due check ((status = 'pending') = (next_attempt_at is not null))
) with (fillfactor = 80);
comment on column webhook_deliveries.attempts is
  'tries begun: one that died with its process counts, though its outcome is unknown';
comment on column webhook_deliveries.next_attempt_at is 'during an attempt: the end of its lease';
comment on column webhook_deliveries.sent_again is
  'the delivery had failed when its notification was sent again: a later one tells whether that arrived';
create index webhook_deliveries_of_webhook on webhook_deliveries (organization_id, webhook_id, created_at desc, id desc);
create index webhook_deliveries_of_notification on webhook_deliveries (organization_id, notification_id);
-- Lists failed deliveries, also to send them again: deliveries that were already sent again are skipped within the
-- index.
create index webhook_deliveries_failed on webhook_deliveries (organization_id, webhook_id, created_at, id, sent_again)
  where status = 'failed';
-- This index stays small, however long the history: the next endpoint is one step away, and the most overdue delivery
-- of an endpoint comes first.
create index webhook_deliveries_pending on webhook_deliveries (organization_id, webhook_id, next_attempt_at)
  where status = 'pending';

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  error text,
  response_start text,
  primary key (organization_id, delivery_id, attempt),
  foreign key (organization_id, delivery_id) references webhook_deliveries on delete cascade
);
comment on column webhook_attempts.error is 'why there was no complete response; null if there was one';
comment on column webhook_attempts.response_start is 'the first 1 KB of the response';
alter table webhook_attempts alter column response_start set statistics 0;
