-- Promo codes of an event. held counts live checkouts with the code, used counts paid orders; the limit applies to the
-- sum.
create table promo_codes (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  code text not null,
  discount_type text not null,
  percent_hundredths integer,
  amount_centavos bigint,
  opens_tier_ids uuid[] not null default '{}',
  usage_limit integer,
  used integer not null default 0,
  held integer not null default 0,
  starts_at timestamptz,
  expires_at timestamptz,
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  constraint promo_codes_one_per_event unique (organization_id, event_id, code),
  constraint promo_codes_known_type check (
    (discount_type = 'percentage' and percent_hundredths between 0 and 10000 and amount_centavos is null)
    or (discount_type = 'fixed_amount' and amount_centavos >= 0 and percent_hundredths is null)),
  constraint promo_codes_discount_or_opened_tiers
    check (percent_hundredths > 0 or amount_centavos > 0 or opens_tier_ids <> '{}'),
  constraint promo_codes_within_limit
    check (used >= 0 and held >= 0 and (usage_limit is null or used + held <= usage_limit))
) with (fillfactor = 70);
comment on column promo_codes.code is 'in upper case';
comment on column promo_codes.opens_tier_ids is 'hidden tiers of the event that the shop shows to buyers with the code';
comment on column promo_codes.usage_limit is 'null: unlimited';
comment on column promo_codes.used is 'paid orders';
comment on column promo_codes.held is 'live checkouts that use it; they count against the limit';
