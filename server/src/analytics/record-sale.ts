import type { Tx } from '../database/database.ts';
import type { Uuid } from '../uuid.ts';
import { addToFigures, type FigureChange } from './queries.ts';

/** An order was paid. Runs in its transaction, under the event's lock: the sums equal the orders at any instant. */
export async function recordSale(tx: Tx, organizationId: Uuid, sale: Omit<FigureChange, 'orders'>): Promise<void> {
  await addToFigures(tx, organizationId, [{ ...sale, orders: 1 }]);
}

/** Tickets of these orders were refunded or cancelled: the money and the tickets leave the sums of the day they were paid. */
export async function recordReturns(
  tx: Tx,
  organizationId: Uuid,
  returns: { eventId: Uuid; paidAt: Date; amountCentavos: number; tickets: number }[],
): Promise<void> {
  const changes = returns.map(({ eventId, paidAt, amountCentavos, tickets }) => ({
    eventId,
    paidAt,
    orders: 0,
    revenueCentavos: -amountCentavos,
    discountCentavos: 0,
    ticketsSold: -tickets,
  }));
  await addToFigures(tx, organizationId, changes);
}
