import type { Model } from '../../api/models.ts';
import { listSearch } from '../../table/list-search.ts';

export const SUBSCRIPTION_STATUSES = [
  'active',
  'grace_period',
  'past_due',
  'cancelled',
  'expired',
] as const satisfies Model<'SubscriptionStatus'>[];

export interface SubscriptionsSearch {
  page?: number;
  status?: (typeof SUBSCRIPTION_STATUSES)[number];
}

export function subscriptionsSearch(address: Record<string, unknown>): SubscriptionsSearch {
  const { page } = listSearch(address);
  const status = SUBSCRIPTION_STATUSES.find((one) => one === address.status);
  return { ...(page ? { page } : {}), ...(status ? { status } : {}) };
}
