import { recordSale } from '../analytics/record-sale.ts';
import type { Tx } from '../database/database.ts';
import { issueTickets } from '../tickets/issue-tickets.ts';
import type { Uuid } from '../uuid.ts';
import { insertOrder, type NewOrder } from './queries.ts';

type Sale = Omit<NewOrder, 'subtotalCentavos'> & { tierId: Uuid; unitPriceCentavos: number };

/**
 * Makes the order and its tickets, in the transaction that moves the places.
 * @returns the tickets' ids in order of their numbers
 * @throws a violation of `orders_one_per_checkout` (a checkout has one order) or `tickets_one_number` (try again)
 */
export async function createOrder(tx: Tx, { tierId, unitPriceCentavos, ...sale }: Sale): Promise<Uuid[]> {
  const { organizationId, eventId, quantity, discountCentavos, paidAt } = sale;
  const order = { ...sale, subtotalCentavos: unitPriceCentavos * quantity };
  const totalCentavos = order.subtotalCentavos - discountCentavos;
  await insertOrder(tx, order);
  const ticketIds = await issueTickets(tx, {
    organizationId,
    eventId,
    tierId,
    orderId: order.id,
    quantity,
    priceCentavos: unitPriceCentavos,
    totalCentavos,
    customerName: sale.customer.name,
    purchasedAt: paidAt,
  });
  const figures = { eventId, paidAt, revenueCentavos: totalCentavos, discountCentavos, ticketsSold: quantity };
  await recordSale(tx, organizationId, figures);
  return ticketIds;
}
