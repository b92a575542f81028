import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { changePlaces } from '../events/change-places.ts';
import { movePlaces, type Places, savePlaces } from '../events/places.ts';
import { type RefundFee, refundFee } from '../events/refund-rule.ts';
import { recordMails } from '../mail/record-mail.ts';
import type { Order } from '../orders/order.ts';
import { getOrder } from '../orders/queries.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { ticketsReturned } from '../platform/metrics/service-metrics.ts';
import { releaseSeatsOfTickets } from '../seating/change-seats.ts';
import { recordAttendeeMails } from '../tickets/mails/record-ticket-mails.ts';
import { getOrderIdOfTicket, listOrderTickets, type OrderTicket } from '../tickets/order-ticket-queries.ts';
import { refundTickets } from '../tickets/return-tickets.ts';
import type { TicketStatus } from '../tickets/ticket.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { recordTicketRefunds } from './record-ticket-refunds.ts';
import { saleRefusals } from './refusals.ts';

interface RefundOrder {
  organizationId: Uuid;
  actor: Actor;
  orderId: Uuid;
  /** null: every ticket that can still be refunded */
  ticketIds: Uuid[] | null;
  /** What it was said to give back; null: whatever it is */
  agreedCentavos: number | null;
  now: Date;
}

/** A refund that the buyer asked for: less a fee, and only of unused tickets. */
interface BuyersRefund extends RefundOrder {
  ticketIds: Uuid[];
  fee: RefundFee;
}

/**
 * Refunds the order's valid and used tickets: all of them, or exactly the given ones. Either all succeed or none. The
 * places are free again at once; the money follows in the background. One of several concurrent refunds of a ticket
 * succeeds.
 * @throws Refusal 404 for an unknown order, or a ticket that is not in it; 409 when nothing is left to refund, one of
 * the given tickets was refunded or cancelled, or the amount is another one
 */
export async function refundOrder(db: Database, request: RefundOrder): Promise<Order> {
  const { organizationId, orderId } = request;
  const { event } = await getOrder(db, organizationId, orderId);
  const { order, returned } = await changePlaces(db, { organizationId, eventId: event.id }, (tx, places) =>
    refundUnderLock(tx, places, request),
  );
  ticketsReturned.inc(returned);
  return order;
}

/**
 * Refunds tickets in a transaction that locks their event. With a fee it is the buyer's refund: each ticket must still
 * be valid, and a check-in that comes first wins. The caller counts the returned tickets after the commit.
 * @throws Refusal as `refundOrder`
 */
export async function refundUnderLock(
  tx: Tx,
  places: Places,
  request: RefundOrder | BuyersRefund,
): Promise<{ order: Order; returned: number }> {
  const { organizationId, actor, orderId, ticketIds, agreedCentavos, now } = request;
  const fee = 'fee' in request ? request.fee : null;
  // Read under the event's lock, which an erasure of the buyer's data takes, too.
  const { status, customer } = await getOrder(tx, organizationId, orderId);
  const statuses = fee ? (['valid'] as const) : (['valid', 'used'] as const);
  const named = ticketIds === null ? [] : await listRequestedTickets(tx, request, { ticketIds, statuses });
  const tickets = await refundTickets(tx, {
    organizationId,
    eventId: places.eventId,
    orderId,
    ticketIds,
    statuses,
    customerName: customer.name,
    now,
    keptCentavos: fee ? feesOf(named, fee) : {},
  });
  if (tickets.length === 0) throw saleRefusals.nothing_to_refund();
  // A check-in does not lock the event: it may have used a ticket since it was read.
  const refunded = new Set(tickets.map(({ id }) => id));
  const missed = named.find(({ id }) => !refunded.has(id));
  if (missed) throw saleRefusals.ticket_not_refundable({ ticket_id: missed.id, status: 'used' });
  for (const { tierId } of tickets) movePlaces(places, tierId, { sold: -1 });
  await releaseSeatsOfTickets(tx, places, tickets);
  const reason = fee ? 'requested_by_buyer' : 'requested';
  const refunds = await recordTicketRefunds(tx, tickets, { organizationId, actor, reason, now });
  if (agreedCentavos !== null && agreedCentavos !== refunds.amountCentavos)
    throw saleRefusals.refund_amount_changed({ amount: pesosFromCentavos(refunds.amountCentavos) });
  const details = {
    ticket_ids: tickets.map(({ id }) => id),
    amount_centavos: refunds.amountCentavos,
    by_hand_centavos: refunds.byHandCentavos,
    kept_centavos: sumOf(tickets, ({ keptCentavos }) => keptCentavos),
  };
  recordMails(tx, organizationId, [{ kind: 'refund', recipient: customer.email, orderId, details }], now);
  recordAttendeeMails(tx, organizationId, { kind: 'refund', ticketIds: details.ticket_ids, details: NO_REFUND }, now);
  savePlaces(tx, places, now);
  const order = await getOrder(tx, organizationId, orderId);
  const after = {
    status: order.status,
    ticket_ids: details.ticket_ids,
    amount: pesosFromCentavos(details.amount_centavos),
  };
  const data = { order_id: orderId, event_id: places.eventId, ...after };
  recordNotification(tx, { organizationId, type: 'order.refunded', data, now });
  const change = { action: 'order.refunded', subjectId: orderId, before: { status }, after } as const;
  recordChange(tx, { organizationId, actor, ...change, now });
  return { order, returned: tickets.length };
}

const feesOf = (tickets: OrderTicket[], fee: RefundFee) =>
  Object.fromEntries(tickets.map(({ id, amountCentavos }) => [id, refundFee(amountCentavos, fee)]));

/** Mails to attendees name no amount, because the money goes to the buyer. */
const NO_REFUND = { ticket_ids: [], amount_centavos: 0, by_hand_centavos: 0, kept_centavos: 0 };

/** Runs under the event's lock, so that only a check-in can change the tickets before they are refunded. */
async function listRequestedTickets(
  tx: Tx,
  { organizationId, orderId }: RefundOrder,
  { ticketIds, statuses }: { ticketIds: Uuid[]; statuses: readonly TicketStatus[] },
): Promise<OrderTicket[]> {
  const tickets = new Map((await listOrderTickets(tx, organizationId, orderId)).map((ticket) => [ticket.id, ticket]));
  const named = ticketIds.map((id) => {
    const ticket = tickets.get(id);
    if (!ticket) throw saleRefusals.ticket_not_in_order({ ticket_id: id });
    return ticket;
  });
  for (const { id, status } of named)
    if (status !== 'valid' && !statuses.includes(status))
      throw saleRefusals.ticket_not_refundable({ ticket_id: id, status });
  return named;
}

/**
 * Refunds one ticket, as `refundOrder` does. @throws Refusal 404; 409 when it was refunded or cancelled, or as there
 */
export async function refundTicket(
  db: Database,
  { ticketId, ...request }: Omit<RefundOrder, 'orderId' | 'ticketIds'> & { ticketId: Uuid },
): Promise<void> {
  const orderId = await getOrderIdOfTicket(db, request.organizationId, ticketId);
  await refundOrder(db, { ...request, orderId, ticketIds: [ticketId] });
}
