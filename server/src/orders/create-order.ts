import type { Tx } from '../database/database.ts';
import { issueTickets } from '../tickets/issue-tickets.ts';
import type { Uuid } from '../uuid.ts';
import { insertOrder, type NewOrder } from './queries.ts';

type Sale = Omit<NewOrder, 'subtotalCentavos'> & { tierId: Uuid; unitPriceCentavos: number };

/**
 * Makes the order and its tickets, in the transaction that moves the places.
 * @throws a violation of `orders_one_per_checkout` (a checkout has one order) or `tickets_one_number` (try again)
 */
export async function createOrder(tx: Tx, { tierId, unitPriceCentavos, ...sale }: Sale): Promise<void> {
  const order = { ...sale, subtotalCentavos: unitPriceCentavos * sale.quantity };
  await insertOrder(tx, order);
  await issueTickets(tx, {
    organizationId: sale.organizationId,
    eventId: sale.eventId,
    tierId,
    orderId: order.id,
    quantity: sale.quantity,
    priceCentavos: unitPriceCentavos,
    totalCentavos: order.subtotalCentavos - sale.discountCentavos,
    customerName: sale.customer.name,
    purchasedAt: sale.paidAt,
  });
}
