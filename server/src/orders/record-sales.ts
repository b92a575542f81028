import type { Attribution, Channel } from '../checkouts/checkout.ts';
import type { Tx } from '../platform/database/database.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import { addToFigures, type FigureChange } from './figure-queries.ts';
import { addToSources } from './source-queries.ts';

/** Where an order came from, as far as it is added up. */
type Origin = Pick<Attribution, 'source' | 'ref'> & { channel: Channel };

/**
 * Adds paid orders to the sales figures. Runs in their transaction, under the event's lock, so that the sums equal the
 * orders at any instant.
 */
export function recordSales(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  orders: (Origin & { totalCentavos: number; discountCentavos: number; quantity: number })[],
  paidAt: Date,
): void {
  const changes = orders.map((order) => ({
    ...originOf(order),
    eventId,
    paidAt,
    orders: 1,
    revenueCentavos: order.totalCentavos,
    discountCentavos: order.discountCentavos,
    tickets: order.quantity,
    ticketsSold: order.quantity,
  }));
  const sale: FigureChange = {
    eventId,
    paidAt,
    orders: orders.length,
    revenueCentavos: sumOf(changes, (change) => change.revenueCentavos),
    discountCentavos: sumOf(changes, (change) => change.discountCentavos),
    tickets: sumOf(changes, (change) => change.tickets),
    ticketsSold: sumOf(changes, (change) => change.ticketsSold),
  };
  addToFigures(tx, organizationId, [sale]);
  addToSources(tx, { organizationId, eventId }, changes);
}

/**
 * Subtracts refunded or cancelled tickets of these orders: the money and tickets leave the sums of the day on which
 * they were paid, and of where they came from. All are of one event.
 */
export function recordReturns(
  tx: Tx,
  organizationId: Uuid,
  returns: (Origin & { eventId: Uuid; paidAt: Date; amountCentavos: number; tickets: number })[],
): void {
  const [first] = returns;
  if (!first) return;
  const changes = returns.map(({ eventId, paidAt, amountCentavos, tickets, ...order }) => ({
    ...originOf(order),
    eventId,
    paidAt,
    orders: 0,
    revenueCentavos: -amountCentavos,
    discountCentavos: 0,
    tickets: 0,
    ticketsSold: -tickets,
  }));
  addToFigures(tx, organizationId, changes);
  addToSources(tx, { organizationId, eventId: first.eventId }, changes);
}

/**
 * Adds what a changed order costs more or less to the sums of the day on which it was paid, and of where it came from.
 * Runs in the transaction of the change, under the event's lock.
 */
export function recordPriceDifference(
  tx: Tx,
  organizationId: Uuid,
  order: Origin & { eventId: Uuid; paidAt: Date; differenceCentavos: number; discountChangeCentavos: number },
): void {
  const { eventId, paidAt } = order;
  const change = {
    ...originOf(order),
    eventId,
    paidAt,
    orders: 0,
    revenueCentavos: order.differenceCentavos,
    discountCentavos: order.discountChangeCentavos,
    tickets: 0,
    ticketsSold: 0,
  };
  addToFigures(tx, organizationId, [change]);
  addToSources(tx, { organizationId, eventId }, [change]);
}

const originOf = ({ channel, source, ref }: Origin) => ({ channel, source: source ?? '', ref: ref ?? '' });
