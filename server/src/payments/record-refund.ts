import type { Tx } from '../platform/database/database.ts';
import type { OrderMethod } from '../values/payment-method.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import {
  BY_HAND,
  insertRefunds,
  listPaymentsOfOrders,
  type NewRefund,
  type OpenPayment,
  type Payment,
} from './queries.ts';
import type { RefundReason } from './refund-reason.ts';

interface RefundDetails {
  organizationId: Uuid;
  reason: RefundReason;
  now: Date;
}

interface OrderRefundDetails extends RefundDetails {
  /** The change of the order whose difference is given back. */
  changeId?: Uuid;
  /** The organizer gives the money back, even if a provider took the payment. */
  byHand?: boolean;
}

/** A part of a refund that the organizer gives back, of a payment with this method. */
export interface PartByHand {
  orderId: Uuid;
  method: OrderMethod;
  amountCentavos: number;
}

/**
 * Records refunds for the buyers of these orders, in the transaction that changes the tickets. An order that was
 * changed may have several payments: the oldest is refunded first, so that a provider returns what it took before the
 * organizer does. `send-refunds.ts` sends the refunds afterwards; those by hand are noted as done. Free orders have no
 * payment and get no refund.
 * @returns what is given back by hand
 */
export async function recordRefundsOfOrders(
  tx: Tx,
  amountsByOrder: Map<Uuid, number>,
  details: OrderRefundDetails,
): Promise<PartByHand[]> {
  const payments = await listPaymentsOfOrders(tx, details.organizationId, [...amountsByOrder.keys()]);
  const shares = [...Map.groupBy(payments, ({ orderId }) => orderId)].flatMap(([orderId, ofOrder]) =>
    sharesOf(amountsByOrder.get(orderId) ?? 0, details.byHand ? byHandFirst(ofOrder) : ofOrder),
  );
  const refunds = shares.map(({ payment: { id: paymentId, provider }, amountCentavos }) => ({
    paymentId,
    amountCentavos,
    byHand: details.byHand === true || provider === BY_HAND,
  }));
  record(tx, refunds, details);
  return shares.flatMap(({ payment: { orderId, method }, amountCentavos }, index) =>
    refunds[index]?.byHand ? { orderId, method, amountCentavos } : [],
  );
}

/** Whether a refund of the order, unless it is by hand, asks a provider: what providers took is given back first. */
export async function isRefundedByProvider(tx: Tx, organizationId: Uuid, orderId: Uuid): Promise<boolean> {
  const payments = await listPaymentsOfOrders(tx, organizationId, [orderId]);
  return payments.some(({ provider, leftCentavos }) => provider !== BY_HAND && leftCentavos > 0);
}

const byHandFirst = (payments: OpenPayment[]) =>
  payments.toSorted((a, b) => Number(b.provider === BY_HAND) - Number(a.provider === BY_HAND));

/** The parts of an amount, as far as each payment has money left. */
function sharesOf(amountCentavos: number, payments: OpenPayment[]) {
  let owed = amountCentavos;
  return payments.flatMap((payment) => {
    const share = Math.min(owed, payment.leftCentavos);
    owed -= share;
    return share > 0 ? { payment, amountCentavos: share } : [];
  });
}

/** Records the refund of a whole payment that bought nothing: it came too late, or twice. */
export const recordRefundOfPayment = (
  tx: Tx,
  { id, provider, amountCentavos }: Pick<Payment, 'id' | 'provider' | 'amountCentavos'>,
  details: RefundDetails,
): void => record(tx, [{ paymentId: id, byHand: provider === BY_HAND, amountCentavos }], details);

function record(tx: Tx, refunds: NewRefund[], { changeId, ...details }: OrderRefundDetails) {
  const owed = refunds.filter(({ amountCentavos }) => amountCentavos > 0);
  if (owed.length > 0)
    insertRefunds(
      tx,
      owed.map((refund) => ({ id: newId(details.now), ...refund })),
      { ...details, changeId: changeId ?? null },
    );
}
