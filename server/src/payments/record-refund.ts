import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { insertRefunds, listPaymentsOfOrders, type NewRefund, type Payment } from './queries.ts';
import type { RefundReason } from './refund-reason.ts';

interface RefundDetails {
  organizationId: Uuid;
  reason: RefundReason;
  now: Date;
}

/**
 * Records refunds for the buyers of these orders, in the transaction that changes the tickets. `send-refunds.ts` sends
 * them afterwards; those by hand are noted as done. Free orders have no payment and get no refund.
 */
export async function recordRefundsOfOrders(
  tx: Tx,
  amountsByOrder: Map<Uuid, number>,
  details: RefundDetails,
): Promise<void> {
  const payments = await listPaymentsOfOrders(tx, details.organizationId, [...amountsByOrder.keys()]);
  const refunds = payments.map(({ id, orderId, provider }) => ({
    paymentId: id,
    provider,
    amountCentavos: amountsByOrder.get(orderId) ?? 0,
  }));
  record(tx, refunds, details);
}

/** Records the refund of a whole payment that bought nothing: it came too late, or twice. */
export const recordRefundOfPayment = (
  tx: Tx,
  { id, provider, amountCentavos }: Pick<Payment, 'id' | 'provider' | 'amountCentavos'>,
  details: RefundDetails,
): void => record(tx, [{ paymentId: id, provider, amountCentavos }], details);

function record(tx: Tx, refunds: NewRefund[], details: RefundDetails) {
  const owed = refunds.filter(({ amountCentavos }) => amountCentavos > 0);
  if (owed.length > 0)
    insertRefunds(
      tx,
      owed.map((refund) => ({ id: newId(details.now), ...refund })),
      details,
    );
}
