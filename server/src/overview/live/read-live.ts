import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { listEventsNow, listNewestOrders } from '../queries.ts';
import { MOST_EVENTS, readToday } from '../read-overview.ts';
import { type LiveData, liveJson } from './schemas.ts';

/** What a page that shows orders as they come has room for. */
const NEWEST_ORDERS = 10;

/** The figures of this moment, each a complete state, so a missed message loses nothing. */
export async function readLive(
  db: Database,
  asked: { organizationId: Uuid; timeZone: string; now: Date },
): Promise<LiveData> {
  const [today, events, orders] = await Promise.all([
    readToday(db, asked),
    listEventsNow(db, asked.organizationId, MOST_EVENTS),
    listNewestOrders(db, asked.organizationId, NEWEST_ORDERS),
  ]);
  return liveJson(today, events, orders);
}
