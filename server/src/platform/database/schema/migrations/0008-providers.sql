-- Real payment services: whose account the money goes to, and money that may come after everything was closed.

-- The secrets are sealed with SECRETS_KEY: a copy of the database alone moves no money.
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
comment on column payment_accounts.channels is 'ways to pay that the provider lets this account use, in its own words';
comment on column payment_accounts.in_use is 'new payments go here; the others are for refunds and payments under way';
create unique index payment_accounts_one_in_use on payment_accounts (organization_id) where in_use;

alter table payment_attempts add column watched_until timestamptz;
comment on column payment_attempts.watched_until is
  'the provider may still take money until then, whatever was closed; null: an end is an end';
create index payment_attempts_to_follow on payment_attempts (checked_at)
  where status in ('started', 'pending') or watched_until is not null;
drop index payment_attempts_under_way;
