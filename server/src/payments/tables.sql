-- The organization's account at each provider, to which payments go. The secrets are encrypted with SECRETS_KEY, so a
-- copy of the database alone cannot move money.
create table payment_accounts (
  organization_id uuid not null references organizations,
  provider text not null,
  live boolean not null,
  channels text[] not null,
  sealed_secrets bytea not null,
  in_use boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, provider)
);
comment on column payment_accounts.live is 'real money; otherwise the provider''s test mode';
comment on column payment_accounts.channels is 'payment methods that the provider allows this account, as the provider''s codes';
comment on column payment_accounts.in_use is 'true: takes new payments; false: kept for refunds and payments in progress';
create unique index payment_accounts_one_in_use on payment_accounts (organization_id) where in_use;

-- One attempt to pay: a session at the payment provider.
create table payment_attempts (
  organization_id uuid not null,
  id uuid not null,
  checkout_id uuid not null,
  provider text not null,
  provider_session_id text,
  provider_url text,
  method text not null,
  amount_centavos bigint not null,
  status text not null,
  failure_reason text,
  expires_at timestamptz,
  created_at timestamptz not null,
  checked_at timestamptz not null,
  watched_until timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, checkout_id) references checkouts,
  constraint payment_attempts_known_failure check (failure_reason in ('declined', 'refused', 'unanswered')),
  constraint payment_attempts_known_status check (status in ('started', 'pending', 'paid', 'failed', 'closed'))
) with (fillfactor = 50);
comment on column payment_attempts.watched_until is
  'the provider may still take money until then, whatever was closed; null: an end is an end';
create index payment_attempts_of_checkout on payment_attempts (organization_id, checkout_id);
create index payment_attempts_to_follow on payment_attempts (organization_id, checked_at)
  where status in ('started', 'pending') or watched_until is not null;

-- Money that was received. A payment without an order was late or double, and has a refund. An order has one payment,
-- and one more for each change that made it dearer.
create table payments (
  organization_id uuid not null,
  id uuid not null,
  checkout_id uuid not null,
  attempt_id uuid,
  order_id uuid,
  change_id uuid,
  provider text not null,
  provider_payment_id text not null,
  method text not null,
  amount_centavos bigint not null,
  paid_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, checkout_id) references checkouts,
  foreign key (organization_id, attempt_id) references payment_attempts,
  constraint payments_counted_once unique (organization_id, provider, provider_payment_id),
  constraint payments_attempt_unless_by_hand check ((attempt_id is null) = (provider = 'by_hand')),
  constraint payments_by_hand_buys check (provider <> 'by_hand' or order_id is not null),
  constraint payments_of_changes_by_hand check (change_id is null or provider = 'by_hand')
);
comment on column payments.change_id is 'the change of the order whose difference was paid; null: the order itself';
comment on column payments.provider is 'by_hand: the organizer took it, in cash or elsewhere, and gives it back; no provider knows of it';
create index payments_of_checkout on payments (organization_id, checkout_id);
create unique index payments_one_per_order on payments (organization_id, order_id, change_id) nulls not distinct
  where order_id is not null;

create table refunds (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  change_id uuid,
  by_hand boolean not null default false,
  amount_centavos bigint not null,
  reason text not null,
  status text not null,
  provider_refund_id text,
  failure_reason text,
  tries integer not null default 0,
  in_doubt boolean not null default false,
  next_try_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, payment_id) references payments,
  constraint refunds_known_reason check (reason in ('requested', 'requested_by_buyer', 'order_changed', 'event_cancelled', 'already_paid', 'wrong_amount',
    'event_over', 'sold_to_others', 'promo_code_used_up', 'released')),
  constraint refunds_known_status check (status in ('pending', 'succeeded', 'failed')),
  constraint refunds_some_money check (amount_centavos > 0),
  constraint refunds_by_hand_are_done check (not by_hand or status = 'succeeded' and provider_refund_id is null),
  constraint refunds_of_changes_have_their_reason check ((change_id is not null) = (reason = 'order_changed'))
);
comment on column refunds.change_id is 'the change of the order whose difference is given back; null: its tickets were refunded';
comment on column refunds.in_doubt is 'a try of before may have been carried out';
comment on column refunds.by_hand is 'the organizer gives it back, whoever took the payment: no provider is asked';
create index refunds_of_payment on refunds (organization_id, payment_id);
create index refunds_of_number on refunds (organization_id, provider_refund_id) where provider_refund_id is not null;
create index refunds_due on refunds (organization_id, next_try_at) where status = 'pending';
create index refunds_failed on refunds (organization_id, updated_at) where status = 'failed';

-- The sandbox provider's own data: what a real provider stores on its side.
create table sandbox_sessions (
  organization_id uuid not null,
  id uuid not null,
  attempt_id uuid not null,
  method text not null,
  amount_centavos bigint not null,
  description text not null,
  return_url text not null,
  success_url text not null,
  status text not null,
  failure_reason text,
  paid_at timestamptz,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, attempt_id) references payment_attempts,
  constraint sandbox_sessions_known_status check (status in ('open', 'pending', 'paid', 'failed', 'closed'))
) with (fillfactor = 50);
create index sandbox_sessions_of_attempt on sandbox_sessions (organization_id, attempt_id);

create table sandbox_refunds (
  organization_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  amount_centavos bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references sandbox_sessions
);
create index sandbox_refunds_of_session on sandbox_refunds (organization_id, session_id);
