import { type Static, Type } from 'typebox';
import type { Fields } from '../audit-log/change.ts';
import { ErrorBody } from '../platform/http/contract/envelope.ts';
import { Amount, Instant, Name, nullable, optional, Pesos, Text, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { shown } from '../platform/http/contract/wire.ts';
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
/** More perks than fit on the card of a plan. */
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

export const NewSubscriptionTier = Model('SubscriptionTierInput', 'A plan to add.', {
  name: Name(),
  price_monthly: Pesos('PHP.'),
  ...optionalFields,
});
export const SubscriptionTierChanges = Model('SubscriptionTierChanges', 'Fields to change; omitted ones stay.', {
  name: Type.Optional(Name()),
  price_monthly: Type.Optional(Pesos('PHP.')),
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

export const SubscriptionTierJson = Model('SubscriptionTier', 'A plan that fans subscribe to.', {
  id: Uuid(),
  name: Type.String(),
  description: nullable(Type.String()),
  price_monthly: Amount(),
  is_active: Type.Boolean(),
  perks: Type.Array(Type.String()),
  created_at: Instant(),
});

export const SubscriptionTierListJson = Model('SubscriptionTierList', 'All plans, cheapest first.', {
  tiers: Type.Array(SubscriptionTierJson),
});

const SubscriptionStatusSchema = Enum(
  'SubscriptionStatus',
  'grace_period: a payment failed, and access has not ended yet. has_access tells whether there is access.',
  SUBSCRIPTION_STATUSES,
);

export const SubscriptionsQuery = Type.Object({
  ...PageQuery(20, 100),
  status: Type.Optional(SubscriptionStatusSchema),
  tier_id: Type.Optional(Uuid('Only subscriptions on this tier.')),
});

const PlanJson = Model('SubscribedTier', 'The current state of the subscribed plan.', {
  id: Uuid(),
  name: Type.String(),
  price_monthly: Amount(),
});

const SubscriberJson = Model('Subscriber', 'The fan who subscribed.', {
  id: Uuid(),
  email: Type.String(),
  name: Type.String(),
});

export const SubscriptionJson = Model('Subscription', 'A subscription of a fan to a plan.', {
  id: Uuid(),
  status: SubscriptionStatusSchema,
  has_access: Type.Boolean({ description: 'Whether the fan has access now.' }),
  tier: PlanJson,
  customer: SubscriberJson,
  currency: Type.String({ examples: ['PHP'] }),
  interval: Type.String({ examples: ['month'] }),
  current_period_start: Instant(),
  current_period_end: Instant('Access ends at the latest then.'),
  cancelled_at: nullable(Instant()),
  created_at: Instant(),
  updated_at: Instant(),
});

export const SubscriptionListJson = Model('SubscriptionList', 'A page of subscriptions, newest first.', {
  subscriptions: Type.Array(SubscriptionJson),
  meta: PageMeta,
});

/** The only body whose error is a plain string, by the contract. A server that shuts down still sends the envelope. */
export const WritesDisabledJson = described(
  Model('SubscriptionsUnavailable', 'Failure, where `error` may be a plain string.', {
    error: Type.Union([Type.String(), ErrorBody.properties.error]),
  }),
  'Not available yet.',
);
export const WRITES_DISABLED = { error: 'Creating and cancelling subscriptions through the API is not available yet' };

/** The fields that an organizer can change. */
export function loggedTier(tier: SubscriptionTier): Fields {
  const { id: _id, created_at: _made, ...fields } = subscriptionTierJson(tier);
  return fields;
}

const inPesos = <Tier extends Subscription['tier']>(tier: Tier) => ({
  ...tier,
  priceMonthly: pesosFromCentavos(tier.priceMonthlyCentavos),
});

export const subscriptionTierJson = (tier: SubscriptionTier) => shown(SubscriptionTierJson, inPesos(tier));

export const subscriptionJson = (subscription: Subscription, now: Date) =>
  shown(SubscriptionJson, {
    ...subscription,
    hasAccess: hasAccess(subscription, now),
    tier: shown(PlanJson, inPesos(subscription.tier)),
    currency: CURRENCY,
    interval: INTERVAL,
  });
