import type { Database } from '../platform/database/database.ts';
import { throwErrors } from '../platform/work/throw-errors.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { listLapsed, markLapsedExpired } from './queries.ts';
import { subscriptionNotified } from './subscription.ts';

/** So few rows hold locks for milliseconds. */
const MOST_AT_ONCE = 1_000;

/**
 * Expires subscriptions whose paid period is over, with one `subscription.expired` each. Several instances may do it at
 * once: each skips rows that another one has locked.
 * @returns the number of them @throws all errors, after the subscriptions of all other organizations expired
 */
export async function expireLapsedSubscriptions(db: Database, now: Date): Promise<number> {
  const errors: unknown[] = [];
  const except: Uuid[] = [];
  let all = 0;
  for (;;) {
    let hasProgressed = false;
    const found = await listLapsed(db, { now, except, most: MOST_AT_ONCE });
    for (const [organizationId, theirs] of Map.groupBy(found, (one) => one.organizationId)) {
      const ids = theirs.map(({ id }) => id);
      try {
        const expired = await expireThese(db, { organizationId, ids, now });
        all += expired;
        hasProgressed ||= expired > 0;
      } catch (error) {
        errors.push(error);
        except.push(organizationId);
        hasProgressed = true;
      }
    }
    // Another instance expires the others.
    if (found.length < MOST_AT_ONCE || !hasProgressed) break;
  }
  throwErrors(errors);
  return all;
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
