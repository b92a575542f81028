import { getOrganization } from '../../organizations/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { listEventsNow, listNewestOrders } from '../queries.ts';
import { MAX_EVENTS, readToday } from '../read-overview.ts';
import { type LiveData, liveJson } from './schemas.ts';

/** As many as a page with incoming orders shows. */
const NEWEST_ORDERS = 10;

/**
 * Reads the current figures, today's in the time zone that the organization has now. Each message holds a complete
 * state, so a missed one loses nothing.
 */
export async function readLive(
  db: Database,
  { organizationId, now }: { organizationId: Uuid; now: Date },
): Promise<LiveData> {
  const { timeZone } = await getOrganization(db, organizationId);
  const [today, events, orders] = await Promise.all([
    readToday(db, { organizationId, timeZone, now }),
    listEventsNow(db, organizationId, MAX_EVENTS),
    listNewestOrders(db, organizationId, NEWEST_ORDERS),
  ]);
  return liveJson(today, events, orders);
}
