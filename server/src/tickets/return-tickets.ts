import type { Tx } from '../platform/database/database.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { markTicketsCancelled, markTicketsRefunded, type RefundedTickets, type ReturnedTicket } from './queries.ts';
import { recordPassChanges, recordPassChangesOfEvent } from './wallet/record-pass-changes.ts';

/**
 * Refunds tickets of an order, all of them (`ticketIds` null) or the given ones, and records one `ticket.refunded` for
 * each, with what the ticket cost. The caller holds the event's lock, and releases the places and refunds the money.
 * @returns the tickets that this call changed; may be empty
 */
export async function refundTickets(
  tx: Tx,
  refund: RefundedTickets & { organizationId: Uuid; eventId: Uuid; customerName: string },
): Promise<ReturnedTicket[]> {
  const { organizationId, eventId, customerName, now } = refund;
  const tickets = await markTicketsRefunded(tx, organizationId, refund);
  recordPassChanges(
    tx,
    organizationId,
    tickets.map(({ id }) => id),
    now,
  );
  recordNotifications(
    tx,
    organizationId,
    tickets.map(({ id, amountCentavos }) => ({
      type: 'ticket.refunded',
      data: {
        ticket_id: id,
        event_id: eventId,
        customer: { name: customerName },
        amount: pesosFromCentavos(amountCentavos),
      },
    })),
    now,
  );
  return tickets;
}

/**
 * Cancels the valid tickets of a cancelled event. Used tickets stay used. There is no notification per ticket:
 * `event.updated` covers them.
 */
export function cancelTickets(tx: Tx, organizationId: Uuid, eventId: Uuid, now: Date): Promise<ReturnedTicket[]> {
  recordPassChangesOfEvent(tx, { organizationId, eventId, now });
  return markTicketsCancelled(tx, organizationId, eventId, now);
}
