import type { Uuid } from '../values/uuid.ts';
import type { SubscriptionRow, SubscriptionTierRow } from './tables.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'grace_period', 'past_due', 'cancelled', 'expired'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The only currency and the only billing interval of plans. */
export const CURRENCY = 'PHP';
export const INTERVAL = 'month';

export type SubscriptionTier = Omit<SubscriptionTierRow, 'organizationId'>;

type Nested = 'tierId' | 'customerId' | 'customerEmail' | 'customerName';

export interface Subscription extends Omit<SubscriptionRow, 'organizationId' | Nested> {
  tier: Pick<SubscriptionTier, 'id' | 'name' | 'priceMonthlyCentavos'>;
  customer: { id: Uuid; email: string; name: string };
}

/** What notifications tell of a subscription. */
export const subscriptionNotified = ({
  id,
  tierId,
  currentPeriodEnd,
}: Pick<SubscriptionRow, 'id' | 'tierId' | 'currentPeriodEnd'>) => ({
  subscription_id: id,
  tier_id: tierId,
  current_period_end: currentPeriodEnd.toISOString(),
});

/** Statuses that give access during the paid period. In grace_period a payment failed, but access has not ended yet. */
const ENTITLING: readonly SubscriptionStatus[] = ['active', 'grace_period', 'cancelled'];

/**
 * A fan has access only during the period: an `active` subscription whose period is over gives none. A cancelled one
 * keeps the access that it had, and gives none back to a fan whose payment failed.
 */
export const hasAccess = ({ status, currentPeriodEnd, cancelledWithoutAccess }: Subscription, now: Date): boolean =>
  ENTITLING.includes(status) && currentPeriodEnd > now && !cancelledWithoutAccess;
