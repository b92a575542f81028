import type { Tx } from '../platform/database/database.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { markTicketsCancelled, markTicketsRefunded, type ReturnedTicket } from './queries.ts';

/**
 * Refunds the tickets of an order that are valid or used, all of them (`ticketIds` null) or those named, and records
 * one
 * `ticket.refunded` each. The caller holds the event's lock and gives places and money back.
 * @returns the tickets that this call changed, which may be none
 */
export async function refundTickets(
  tx: Tx,
  refund: {
    organizationId: Uuid;
    eventId: Uuid;
    orderId: Uuid;
    ticketIds: Uuid[] | null;
    customerName: string;
    now: Date;
  },
): Promise<ReturnedTicket[]> {
  const { organizationId, eventId, orderId, ticketIds, customerName, now } = refund;
  const tickets = await markTicketsRefunded(tx, organizationId, { orderId, ticketIds, now });
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
 * The event is cancelled: its valid tickets become invalid. Used tickets stay used. No notification
 * per ticket: the event's own says it all.
 */
export const cancelTickets = (tx: Tx, organizationId: Uuid, eventId: Uuid, now: Date): Promise<ReturnedTicket[]> =>
  markTicketsCancelled(tx, organizationId, eventId, now);
