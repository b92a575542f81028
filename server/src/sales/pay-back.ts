import { addReturned } from '../orders/queries.ts';
import { recordReturns } from '../orders/record-sales.ts';
import { recordRefundsOfOrders } from '../payments/record-refund.ts';
import type { RefundReason } from '../payments/refund-reason.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/** What one order gets back. */
export interface Returned {
  orderId: Uuid;
  customerEmail: string;
  tickets: number;
  amountCentavos: number;
}

/**
 * Owes each order's buyer what these tickets cost, and lets the orders' states and the sales figures follow. The caller
 * holds the lock of the event they all belong to. @returns what each order gets back
 */
export async function payBack(
  tx: Tx,
  tickets: { orderId: Uuid; amountCentavos: number }[],
  why: { organizationId: Uuid; reason: RefundReason; now: Date },
): Promise<Returned[]> {
  const byOrder = Map.groupBy(tickets, ({ orderId }) => orderId);
  if (byOrder.size === 0) return [];
  const returns = [...byOrder].map(([orderId, returned]) => ({
    orderId,
    tickets: returned.length,
    amountCentavos: returned.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
  }));
  const returned = await addReturned(tx, why.organizationId, returns);
  recordReturns(tx, why.organizationId, returned);
  await recordRefundsOfOrders(tx, new Map(returned.map((r) => [r.orderId, r.amountCentavos])), why);
  return returned;
}
