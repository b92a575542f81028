import type { Tx } from '../database/database.ts';
import { recordRefundsOfOrders } from '../payments/record-refund.ts';
import type { Uuid } from '../uuid.ts';
import { addRefunded } from './queries.ts';

/** Owes each order's buyer what these tickets cost, and lets the orders' states follow their tickets'. */
export async function payBack(
  tx: Tx,
  tickets: { orderId: Uuid; amountCentavos: number }[],
  why: { organizationId: Uuid; reason: string; now: Date },
): Promise<void> {
  const amounts = new Map<Uuid, number>();
  for (const { orderId, amountCentavos } of tickets) amounts.set(orderId, (amounts.get(orderId) ?? 0) + amountCentavos);
  if (amounts.size === 0) return;
  await addRefunded(tx, why.organizationId, amounts);
  await recordRefundsOfOrders(tx, amounts, why);
}
