-- The plans that fans subscribe to, and their subscriptions.
create table subscription_tiers (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  description text,
  price_monthly_centavos bigint not null,
  is_active boolean not null,
  perks text[] not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint subscription_tiers_price_not_negative check (price_monthly_centavos >= 0)
);
create index subscription_tiers_cheapest_first on subscription_tiers (organization_id, price_monthly_centavos, id);

create table subscriptions (
  organization_id uuid not null,
  id uuid not null,
  tier_id uuid not null,
  status text not null,
  customer_id uuid not null,
  customer_email text not null,
  customer_name text not null,
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancelled_at timestamptz,
  cancelled_without_access boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, tier_id) references subscription_tiers,
  constraint subscriptions_known_status check (status in ('active', 'grace_period', 'past_due', 'cancelled', 'expired')),
  constraint subscriptions_cancelled_at_a_time check ((status = 'cancelled') <= (cancelled_at is not null)),
  constraint subscriptions_only_cancelled_without_access check (cancelled_without_access <= (status = 'cancelled')),
  constraint subscriptions_period_forward check (current_period_start < current_period_end)
);
comment on column subscriptions.cancelled_without_access is 'it was past due or expired: cancelling it gives no access back';
comment on column subscriptions.customer_id is 'id of the fan in the organizer''s own system';
create index subscriptions_newest_first on subscriptions (organization_id, created_at desc, id desc);
create index subscriptions_of_customer on subscriptions (organization_id, lower(customer_email));
create index subscriptions_lapsing on subscriptions (current_period_end)
  where status in ('active', 'grace_period', 'past_due');
