import type { SalesPoint } from '../../analytics/read-series.ts';
import { salesPointJson } from '../../analytics/schemas.ts';
import { getOrganization } from '../../organizations/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { pesosFromCentavos } from '../../values/money.ts';
import type { Uuid } from '../../values/uuid.ts';
import { type EventNow, listEventsNow, listNewestOrders, type NewestOrder } from '../queries.ts';
import { MAX_EVENTS, readToday } from '../read-overview.ts';

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

export type LiveData = ReturnType<typeof liveJson>;

/** The data of each kind of message. Sums cover the organization's day; events are those of the overview. */
const liveJson = (today: SalesPoint, events: EventNow[], orders: NewestOrder[]) => ({
  sales: {
    today: salesPointJson(today),
    events: events.map(({ id, status, capacity, sold }) => ({ id, status, capacity, tickets_sold: sold })),
  },
  'check-ins': { events: events.map(({ id, checkedIn }) => ({ id, checked_in: checkedIn })) },
  orders: {
    newest: orders.map((order) => ({
      id: order.id,
      event: { id: order.eventId, title: order.eventTitle },
      customer: { name: order.customerName },
      quantity: order.quantity,
      total_amount: pesosFromCentavos(order.totalCentavos),
      status: order.status,
      paid_at: order.paidAt.toISOString(),
    })),
  },
});
