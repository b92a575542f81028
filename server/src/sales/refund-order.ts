import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { changePlaces } from '../events/change-places.ts';
import { movePlaces, savePlaces } from '../events/places.ts';
import { recordMails } from '../mail/record-mail.ts';
import type { Order } from '../orders/order.ts';
import { getOrder } from '../orders/queries.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { ticketsReturned } from '../platform/metrics/service-metrics.ts';
import { releaseSeatsOfTickets } from '../seating/change-seats.ts';
import { recordAttendeeMails } from '../tickets/mails/record-ticket-mails.ts';
import { getOrderIdOfTicket, listOrderTickets } from '../tickets/order-ticket-queries.ts';
import { refundTickets } from '../tickets/return-tickets.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordTicketRefunds } from './record-ticket-refunds.ts';
import { saleRefusals } from './refusals.ts';

interface RefundOrder {
  organizationId: Uuid;
  actor: Actor;
  orderId: Uuid;
  /** null: every ticket that can still be refunded */
  ticketIds: Uuid[] | null;
  now: Date;
}

/**
 * Refunds the order's valid and used tickets: all of them, or exactly the given ones. Either all succeed or none. The
 * places are free again at once; the money follows in the background. Of concurrent refunds of a ticket, one succeeds.
 * @throws Refusal 404 for an unknown order, or a ticket that is not in it; 409 when nothing is left to refund, or one
 * of the given tickets was refunded or cancelled
 */
export async function refundOrder(db: Database, request: RefundOrder): Promise<Order> {
  const { organizationId, actor, orderId, ticketIds, now } = request;
  const { event } = await getOrder(db, organizationId, orderId);
  let returned = 0;
  const order = await changePlaces(db, { organizationId, eventId: event.id }, async (tx, places) => {
    // Read under the event's lock, which an erasure of the buyer's data takes, too.
    const { status, customer } = await getOrder(tx, organizationId, orderId);
    if (ticketIds !== null) await checkRequestedTickets(tx, request, ticketIds);
    const refund = { organizationId, eventId: event.id, orderId, ticketIds, customerName: customer.name, now };
    const tickets = await refundTickets(tx, refund);
    returned = tickets.length;
    if (tickets.length === 0) throw saleRefusals.nothing_to_refund();
    for (const { tierId } of tickets) movePlaces(places, tierId, { sold: -1 });
    releaseSeatsOfTickets(tx, places, tickets);
    const [back] = await recordTicketRefunds(tx, tickets, { organizationId, reason: 'requested', now });
    const details = { ticket_ids: tickets.map(({ id }) => id), amount_centavos: back?.amountCentavos ?? 0 };
    recordMails(tx, organizationId, [{ kind: 'refund', recipient: customer.email, orderId, details }], now);
    const toAttendees = { kind: 'refund' as const, ticketIds: details.ticket_ids, details: NO_REFUND };
    recordAttendeeMails(tx, organizationId, toAttendees, now);
    savePlaces(tx, places, now);
    const order = await getOrder(tx, organizationId, orderId);
    const after = {
      status: order.status,
      ticket_ids: details.ticket_ids,
      amount: pesosFromCentavos(details.amount_centavos),
    };
    const change = { action: 'order.refunded', subjectId: orderId, before: { status }, after } as const;
    recordChange(tx, { organizationId, actor, ...change, now });
    return order;
  });
  ticketsReturned.inc(returned);
  return order;
}

/** Mails to attendees name no amount, because the money goes to the buyer. */
const NO_REFUND = { ticket_ids: [], amount_centavos: 0 };

/** Runs under the event's lock, so that the tickets cannot change before they are refunded. */
async function checkRequestedTickets(tx: Tx, { organizationId, orderId }: RefundOrder, ticketIds: Uuid[]) {
  const tickets = new Map((await listOrderTickets(tx, organizationId, orderId)).map((ticket) => [ticket.id, ticket]));
  const named = ticketIds.map((id) => {
    const ticket = tickets.get(id.toLowerCase());
    if (!ticket) throw saleRefusals.ticket_not_in_order({ ticket_id: id });
    return { id, status: ticket.status };
  });
  for (const { id, status } of named)
    if (status !== 'valid' && status !== 'used') throw saleRefusals.ticket_not_refundable({ ticket_id: id, status });
}

/** Refunds one ticket, as `refundOrder` does. @throws Refusal 404; 409 when it was refunded or cancelled */
export async function refundTicket(
  db: Database,
  { organizationId, actor, ticketId, now }: { organizationId: Uuid; actor: Actor; ticketId: Uuid; now: Date },
): Promise<void> {
  const orderId = await getOrderIdOfTicket(db, organizationId, ticketId);
  await refundOrder(db, { organizationId, actor, orderId, ticketIds: [ticketId], now });
}
