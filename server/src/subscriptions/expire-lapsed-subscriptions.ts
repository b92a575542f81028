import type { Database } from '../platform/database/database.ts';
import { workByOrganization } from '../platform/work/work-by-organization.ts';
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
export const expireLapsedSubscriptions = (db: Database, now: Date): Promise<number> =>
  workByOrganization({
    most: MOST_AT_ONCE,
    find: (limits) => listLapsed(db, { now, ...limits }),
    work: (rows) => expireThese(db, { ...rows, now }),
  });

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
