import type { Actor } from '../audit-log/actor.ts';
import { insertEntries, type NewEntry } from '../box-office/queries.ts';
import { addReturned } from '../orders/queries.ts';
import { recordReturns } from '../orders/record-sales.ts';
import { type PartByHand, recordRefundsOfOrders } from '../payments/record-refund.ts';
import type { RefundReason } from '../payments/refund-reason.ts';
import type { Tx } from '../platform/database/database.ts';
import { closeRefundRequests } from '../tickets/refund-requests/queries.ts';
import { isManual, type OrderMethod } from '../values/payment-method.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import { subtractReturnedPlaces } from './buyer-places-queries.ts';

/**
 * Records refunds for the price of these tickets less what is kept of it, and updates their orders, the sales figures
 * and the box office. The caller holds the lock of the event that all tickets belong to.
 * @returns the amount of these refunds, and what of it the organizer gives back by hand
 */
export async function recordTicketRefunds(
  tx: Tx,
  tickets: { orderId: Uuid; amountCentavos: number; keptCentavos: number }[],
  why: { organizationId: Uuid; actor: Actor; reason: RefundReason; now: Date },
): Promise<{ amountCentavos: number; byHandCentavos: number }> {
  const byOrder = Map.groupBy(tickets, ({ orderId }) => orderId);
  if (byOrder.size === 0) return { amountCentavos: 0, byHandCentavos: 0 };
  const returns = [...byOrder].map(([orderId, returned]) => ({
    orderId,
    tickets: returned.length,
    amountCentavos: sumOf(returned, ({ amountCentavos, keptCentavos }) => amountCentavos - keptCentavos),
  }));
  const returned = await addReturned(tx, why.organizationId, returns);
  recordReturns(tx, why.organizationId, returned);
  subtractReturnedPlaces(tx, why.organizationId, [...byOrder.keys()]);
  closeRefundRequests(tx, why.organizationId, [...byOrder.keys()], why.now);
  const parts = await recordRefundsOfOrders(tx, new Map(returned.map((r) => [r.orderId, r.amountCentavos])), why);
  const byHand = Map.groupBy(parts, ({ orderId }) => orderId);
  insertEntries(
    tx,
    why,
    returned.flatMap((order) => entriesOf(order, byHand.get(order.orderId) ?? [])),
  );
  return { amountCentavos: amountOf(returned), byHandCentavos: amountOf(parts) };
}

const amountOf = (parts: { amountCentavos: number }[]): number => sumOf(parts, ({ amountCentavos }) => amountCentavos);

/** An order that was changed may have been paid in several ways: the tickets are counted with the first of them. */
function entriesOf(
  { orderId, paymentMethod, tickets }: { orderId: Uuid; paymentMethod: OrderMethod; tickets: number },
  parts: PartByHand[],
): NewEntry[] {
  const kind = 'refund' as const;
  if (parts.length === 0)
    return isManual(paymentMethod) ? [{ orderId, kind, paymentMethod, tickets, amountCentavos: 0 }] : [];
  return [...Map.groupBy(parts, ({ method }) => method)].flatMap(([method, ofMethod], index) =>
    isManual(method)
      ? { orderId, kind, paymentMethod: method, tickets: index === 0 ? tickets : 0, amountCentavos: amountOf(ofMethod) }
      : [],
  );
}
