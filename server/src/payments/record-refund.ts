import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { insertRefunds, listPaymentsOfOrders, type Payment } from './queries.ts';
import type { RefundReason } from './refund-reason.ts';

interface Reason {
  organizationId: Uuid;
  reason: RefundReason;
  now: Date;
}

/**
 * Records refunds for the buyers of these orders, in the transaction that changes the tickets. `send-refunds.ts` sends
 * them afterwards. Free orders have no payment and get no refund.
 */
export async function recordRefundsOfOrders(tx: Tx, amountsByOrder: Map<Uuid, number>, why: Reason): Promise<void> {
  const payments = await listPaymentsOfOrders(tx, why.organizationId, [...amountsByOrder.keys()]);
  const refunds = payments.map(({ id, orderId }) => ({
    paymentId: id,
    amountCentavos: amountsByOrder.get(orderId) ?? 0,
  }));
  record(tx, refunds, why);
}

/** Records the refund of a whole payment that bought nothing: it came too late, or twice. */
export const recordRefundOfPayment = (
  tx: Tx,
  { id, amountCentavos }: Pick<Payment, 'id' | 'amountCentavos'>,
  why: Reason,
): void => record(tx, [{ paymentId: id, amountCentavos }], why);

function record(tx: Tx, refunds: { paymentId: Uuid; amountCentavos: number }[], why: Reason) {
  const owed = refunds.filter(({ amountCentavos }) => amountCentavos > 0);
  if (owed.length > 0)
    insertRefunds(
      tx,
      owed.map((refund) => ({ id: newId(why.now), ...refund })),
      why,
    );
}
