import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { addToFigures, type FigureChange } from './figure-queries.ts';

/**
 * Adds paid orders to the sales figures. Runs in their transaction, under the event's lock, so that the sums equal the
 * orders at any instant.
 */
export function recordSales(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  orders: { totalCentavos: number; discountCentavos: number; quantity: number }[],
  paidAt: Date,
): void {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const sale: FigureChange = {
    eventId,
    paidAt,
    orders: orders.length,
    revenueCentavos: sum(orders.map((order) => order.totalCentavos)),
    discountCentavos: sum(orders.map((order) => order.discountCentavos)),
    ticketsSold: sum(orders.map((order) => order.quantity)),
  };
  addToFigures(tx, organizationId, [sale]);
}

/**
 * Subtracts refunded or cancelled tickets of these orders: the money and tickets leave the sums of the day on which
 * they were paid.
 */
export function recordReturns(
  tx: Tx,
  organizationId: Uuid,
  returns: { eventId: Uuid; paidAt: Date; amountCentavos: number; tickets: number }[],
): void {
  const changes = returns.map(({ eventId, paidAt, amountCentavos, tickets }) => ({
    eventId,
    paidAt,
    orders: 0,
    revenueCentavos: -amountCentavos,
    discountCentavos: 0,
    ticketsSold: -tickets,
  }));
  addToFigures(tx, organizationId, changes);
}
