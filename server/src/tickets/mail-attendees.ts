import { confirmAttendees } from '../orders/queries.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordAttendeeMails } from './mails/record-ticket-mails.ts';
import { lockValidTickets } from './order-ticket-queries.ts';

/**
 * Sends each attendee of a free order with a valid ticket that ticket, because its buyer asks for it on the order's
 * page: a free order is mailed only to its buyer by itself. What that page may send to one address is bounded as all
 * mails are. Holders of tickets that were passed on have theirs. This happens once: only one of two concurrent requests
 * sends, and later ones change nothing.
 */
export async function mailAttendees(
  db: Database,
  { organizationId, orderId, now }: { organizationId: Uuid; orderId: Uuid; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const tickets = await lockValidTickets(tx, organizationId, orderId);
    if (tickets.length === 0 || !(await confirmAttendees(tx, organizationId, orderId))) return;
    const ticketIds = tickets.filter(({ passedOn }) => passedOn === 0).map(({ id }) => id);
    recordAttendeeMails(tx, organizationId, { kind: 'tickets', ticketIds, details: {} }, now);
  });
}
