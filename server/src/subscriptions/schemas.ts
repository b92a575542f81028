import { type Static, Type } from 'typebox';
import type { Fields } from '../audit-log/change.ts';
import { ErrorBody } from '../platform/http/contract/envelope.ts';
import { Instant, Name, nullable, OneOf, optional, Pesos, Text, Uuid } from '../platform/http/contract/fields.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { centavosFromPesos, pesosFromCentavos } from '../values/money.ts';
import {
  CURRENCY,
  hasAccess,
  INTERVAL,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionTier,
} from './subscription.ts';

const MAX_DESCRIPTION_LENGTH = 5_000;
/** What fits on a plan's card, with room to spare. */
const MAX_PERKS = 50;

const Perks = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: Name(),
  maxItems: MAX_PERKS,
});

const optionalFields = {
  description: optional(Text(MAX_DESCRIPTION_LENGTH)),
  is_active: optional(Type.Boolean()),
  perks: Type.Optional(Perks),
};

export const NewSubscriptionTier = Type.Object({ name: Name(), price_monthly: Pesos(), ...optionalFields });
export const SubscriptionTierChanges = Type.Object({
  name: Type.Optional(Name()),
  price_monthly: Type.Optional(Pesos()),
  ...optionalFields,
});

export interface SubscriptionTierFields {
  name?: string;
  description?: string | null;
  priceMonthlyCentavos?: number;
  isActive?: boolean | null;
  perks?: string[] | null;
}

export const tierFieldsFrom = (body: Static<typeof SubscriptionTierChanges>): SubscriptionTierFields => ({
  name: body.name,
  description: body.description,
  priceMonthlyCentavos: body.price_monthly === undefined ? undefined : centavosFromPesos(body.price_monthly),
  isActive: body.is_active,
  perks: body.perks,
});

export const newTierFieldsFrom = (body: Static<typeof NewSubscriptionTier>) => ({
  ...tierFieldsFrom(body),
  name: body.name,
  priceMonthlyCentavos: centavosFromPesos(body.price_monthly),
});

export const SubscriptionTierJson = Type.Object({
  id: Uuid(),
  name: Type.String(),
  description: nullable(Type.String()),
  price_monthly: Type.Number({ description: 'PHP' }),
  is_active: Type.Boolean(),
  perks: Type.Array(Type.String()),
  created_at: Instant(),
});

export const SubscriptionTierListJson = Type.Object({ tiers: Type.Array(SubscriptionTierJson) });

export const SubscriptionsQuery = Type.Object({
  ...PageQuery(20, 100),
  status: Type.Optional(OneOf(SUBSCRIPTION_STATUSES)),
  tier_id: Type.Optional(Uuid('Only subscriptions on this tier.')),
});

export const SubscriptionJson = Type.Object({
  id: Uuid(),
  status: OneOf(SUBSCRIPTION_STATUSES),
  has_access: Type.Boolean({ description: 'By the entitlement rules, at this instant.' }),
  tier: Type.Object({ id: Uuid(), name: Type.String(), price_monthly: Type.Number({ description: 'PHP' }) }),
  customer: Type.Object({ id: Uuid(), email: Type.String(), name: Type.String() }),
  currency: Type.String(),
  interval: Type.String(),
  current_period_start: Instant(),
  current_period_end: Instant(),
  cancelled_at: nullable(Instant()),
  created_at: Instant(),
  updated_at: Instant(),
});

export const SubscriptionListJson = Type.Object({ subscriptions: Type.Array(SubscriptionJson), meta: PageMeta });

/** The contract's one body whose error is a plain string; a server that is shutting down still answers in the envelope. */
export const WritesDisabledJson = Type.Object(
  { error: Type.Union([Type.String(), ErrorBody.properties.error]) },
  { description: 'Not yet available.' },
);
export const WRITES_DISABLED = { error: 'Creating and cancelling subscriptions through the API is not available yet' };

/** What of a plan an organizer decides. */
export function loggedTier(tier: SubscriptionTier): Fields {
  const { id: _id, created_at: _made, ...fields } = subscriptionTierJson(tier);
  return fields;
}

export const subscriptionTierJson = (tier: SubscriptionTier): Static<typeof SubscriptionTierJson> => ({
  id: tier.id,
  name: tier.name,
  description: tier.description,
  price_monthly: pesosFromCentavos(tier.priceMonthlyCentavos),
  is_active: tier.isActive,
  perks: tier.perks,
  created_at: tier.createdAt.toISOString(),
});

export const subscriptionJson = (subscription: Subscription, now: Date): Static<typeof SubscriptionJson> => ({
  id: subscription.id,
  status: subscription.status,
  has_access: hasAccess(subscription, now),
  tier: {
    id: subscription.tier.id,
    name: subscription.tier.name,
    price_monthly: pesosFromCentavos(subscription.tier.priceMonthlyCentavos),
  },
  customer: subscription.customer,
  currency: CURRENCY,
  interval: INTERVAL,
  current_period_start: subscription.currentPeriodStart.toISOString(),
  current_period_end: subscription.currentPeriodEnd.toISOString(),
  cancelled_at: subscription.cancelledAt?.toISOString() ?? null,
  created_at: subscription.createdAt.toISOString(),
  updated_at: subscription.updatedAt.toISOString(),
});
