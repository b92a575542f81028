import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { addToFigures, type FigureChange } from './figure-queries.ts';

/** Orders were paid. Runs in their transaction, under the event's lock: the sums equal the orders at any instant. */
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
 * Tickets of these orders were refunded or cancelled: the money and the tickets leave the sums of the day they were
 * paid.
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
