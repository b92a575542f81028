import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { listEventsNow, listNewestOrders } from '../queries.ts';
import { MAX_EVENTS, readToday } from '../read-overview.ts';
import { type LiveData, liveJson } from './schemas.ts';

/** As many as a page with incoming orders shows. */
const NEWEST_ORDERS = 10;

/** Reads the current figures. Each message holds a complete state, so a missed one loses nothing. */
export async function readLive(
  db: Database,
  reader: { organizationId: Uuid; timeZone: string; now: Date },
): Promise<LiveData> {
  const [today, events, orders] = await Promise.all([
    readToday(db, reader),
    listEventsNow(db, reader.organizationId, MAX_EVENTS),
    listNewestOrders(db, reader.organizationId, NEWEST_ORDERS),
  ]);
  return liveJson(today, events, orders);
}
