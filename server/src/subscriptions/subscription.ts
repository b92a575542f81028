import type { Uuid } from '../values/uuid.ts';
import type { SubscriptionRow, SubscriptionTierRow } from './tables.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'grace_period', 'past_due', 'cancelled', 'expired'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The only currency, and the only rhythm, that plans are sold in. */
export const CURRENCY = 'PHP';
export const INTERVAL = 'month';

export type SubscriptionTier = Omit<SubscriptionTierRow, 'organizationId'>;

type Nested = 'tierId' | 'customerId' | 'customerEmail' | 'customerName';

export interface Subscription extends Omit<SubscriptionRow, 'organizationId' | Nested> {
  tier: Pick<SubscriptionTier, 'id' | 'name' | 'priceMonthlyCentavos'>;
  customer: { id: Uuid; email: string; name: string };
}

/** Statuses that give access while the paid period lasts. A failed payment (grace_period) has not taken it away yet. */
const ENTITLING: readonly SubscriptionStatus[] = ['active', 'grace_period', 'cancelled'];

/** A fan has access only while the period lasts: `active` on a lapsed period is not access. */
export const hasAccess = ({ status, currentPeriodEnd }: Subscription, now: Date): boolean =>
  ENTITLING.includes(status) && currentPeriodEnd > now;
