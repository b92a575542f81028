import { type Attendee, isGuestAddress } from '../checkouts/attendee.ts';
import type { CheckoutLine } from '../checkouts/checkout.ts';
import { recordMails } from '../mail/record-mail.ts';
import { insertOrders, type NewOrder } from '../orders/queries.ts';
import { recordSales } from '../orders/record-sales.ts';
import type { Tx } from '../platform/database/database.ts';
import { issueTickets } from '../tickets/issue-tickets.ts';
import { recordAttendeeMails } from '../tickets/mails/record-ticket-mails.ts';
import type { Uuid } from '../values/uuid.ts';

export type NewSale = Omit<NewOrder, 'totalCentavos' | 'attendeesMailed'> & {
  lines: CheckoutLine[];
  attendees: Attendee[];
};

/**
 * Creates orders of one event with their tickets and e-mails, in the transaction that moves the places. Attendees of an
 * order that cost nothing get their e-mails when the buyer confirms it, unless the organizer's staff named them at the
 * box office. The transaction rejects with a violation of `orders_one_per_checkout` (a checkout has one order) or
 * `tickets_one_number` or `orders_one_number` (to be repeated).
 */
export function createOrders(
  tx: Tx,
  event: { organizationId: Uuid; eventId: Uuid },
  sales: NewSale[],
  now: Date,
): void {
  if (sales.length === 0) return;
  const orders = sales.map((sale) => {
    const totalCentavos = sale.subtotalCentavos - sale.discountCentavos;
    return { ...sale, totalCentavos, attendeesMailed: totalCentavos > 0 || sale.channel === 'box_office' };
  });
  // The order matters: each statement may read rows that an earlier one wrote.
  insertOrders(tx, event, orders, now);
  const ticketIds = issueTickets(tx, event, orders, now);
  recordSales(tx, event, orders, now);
  const mailed = orders.filter(({ ticketsMailed }) => ticketsMailed);
  recordMails(
    tx,
    event.organizationId,
    mailed.map(({ id: orderId, customer }) => ({ kind: 'tickets', recipient: customer.email, orderId, details: {} })),
    now,
  );
  const named = mailed.filter((order) => order.attendeesMailed && namesGuests(order));
  recordAttendeeMails(
    tx,
    event.organizationId,
    { kind: 'tickets', ticketIds: named.flatMap(({ checkoutId }) => ticketIds.get(checkoutId) ?? []), details: {} },
    now,
  );
}

const namesGuests = ({ attendees, customer }: NewSale) =>
  attendees.some(({ email }) => isGuestAddress(email, customer));
