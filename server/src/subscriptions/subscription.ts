import type { Uuid } from '../values/uuid.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'grace_period', 'past_due', 'cancelled', 'expired'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The only currency, and the only rhythm, that plans are sold in. */
export const CURRENCY = 'PHP';
export const INTERVAL = 'month';

export interface SubscriptionTier {
  id: Uuid;
  name: string;
  description: string | null;
  priceMonthlyCentavos: number;
  isActive: boolean;
  perks: string[];
  createdAt: Date;
}

export interface Subscription {
  id: Uuid;
  status: SubscriptionStatus;
  tier: { id: Uuid; name: string; priceMonthlyCentavos: number };
  customer: { id: Uuid; email: string; name: string };
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Statuses that give access while the paid period lasts. A failed payment (grace_period) has not taken it away yet. */
const ENTITLING: readonly SubscriptionStatus[] = ['active', 'grace_period', 'cancelled'];

/** A fan has access only while the period lasts: `active` on a lapsed period is not access. */
export const hasAccess = ({ status, currentPeriodEnd }: Subscription, now: Date): boolean =>
  ENTITLING.includes(status) && currentPeriodEnd > now;
