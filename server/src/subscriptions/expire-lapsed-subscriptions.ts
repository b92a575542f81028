import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { listLapsed, markLapsedExpired } from './queries.ts';
import { subscriptionNotified } from './subscription.ts';

/** So few rows hold locks for milliseconds. */
const MOST_AT_ONCE = 1_000;

/**
 * Expires subscriptions whose paid period is over, with one `subscription.expired` each. Several instances may do it at
 * once: each skips rows that another one has locked.
 * @returns the number of them
 */
export async function expireLapsedSubscriptions(db: Database, now: Date): Promise<number> {
  for (let all = 0; ; ) {
    const found = await listLapsed(db, now, MOST_AT_ONCE);
    let expired = 0;
    for (const [organizationId, theirs] of Map.groupBy(found, (one) => one.organizationId)) {
      const ids = theirs.map(({ id }) => id);
      expired += await expireThese(db, { organizationId, ids, now });
    }
    all += expired;
    // Another instance expires the others.
    if (found.length < MOST_AT_ONCE || expired === 0) return all;
  }
}

const expireThese = (
  db: Database,
  { organizationId, ids, now }: { organizationId: Uuid; ids: Uuid[]; now: Date },
): Promise<number> =>
  db.transaction(async (tx) => {
    const lapsed = await markLapsedExpired(tx, organizationId, ids, now);
    const notified = lapsed.map((one) => ({ type: 'subscription.expired' as const, data: subscriptionNotified(one) }));
    if (lapsed.length > 0) recordNotifications(tx, organizationId, notified, now);
    return lapsed.length;
  });
