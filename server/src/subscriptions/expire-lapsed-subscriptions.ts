import type { Database } from '../platform/database/database.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { markLapsedExpired } from './queries.ts';
import { subscriptionNotified } from './subscription.ts';

/** So few rows hold locks for milliseconds. */
const MOST_AT_ONCE = 1_000;

/**
 * Expires subscriptions whose paid period is over, with one `subscription.expired` each. Several instances may do it at
 * once: each skips rows that another one has locked.
 * @returns the number of them
 */
export async function expireLapsedSubscriptions(db: Database, now: Date): Promise<number> {
  let expired = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const lapsed = await markLapsedExpired(tx, now, MOST_AT_ONCE);
      for (const [organizationId, theirs] of Map.groupBy(lapsed, (one) => one.organizationId))
        recordNotifications(
          tx,
          organizationId,
          theirs.map((one) => ({ type: 'subscription.expired', data: subscriptionNotified(one) })),
          now,
        );
      return lapsed.length;
    });
    expired += count;
    if (count < MOST_AT_ONCE) return expired;
  }
}
