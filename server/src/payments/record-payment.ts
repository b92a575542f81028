import type { Tx } from '../database/database.ts';
import { newId } from '../uuid.ts';
import { insertPayment, type Payment } from './queries.ts';
import { recordRefundOfPayment } from './record-refund.ts';

/**
 * Counts a payment that arrived, once, however often it is told. One that buys no order is owed back in full at once.
 * @returns whether it is new
 */
export async function recordPayment(
  tx: Tx,
  { refusal, now, ...about }: Omit<Payment, 'id'> & { refusal: string | undefined; now: Date },
): Promise<boolean> {
  const payment: Payment = { ...about, id: newId(now) };
  if (!(await insertPayment(tx, payment))) return false;
  if (refusal !== undefined) await recordRefundOfPayment(tx, payment, { reason: refusal, now });
  return true;
}
