import { recordCheckoutMails } from '../mail/record-mail.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { insertPayments, type Payment } from './queries.ts';
import { recordRefundOfPayment } from './record-refund.ts';
import type { RefundReason } from './refund-reason.ts';

export type NewPayment = Payment & {
  customerEmail: string;
  /** Set when the payment buys no order: why it is refunded. */
  refundReason?: RefundReason;
};

/**
 * Records payments that arrived. A payment that buys no order is refunded in full at once, and its buyer gets an
 * e-mail. The transaction rejects with a violation of `payments_counted_once` if a payment was recorded before.
 */
export function recordPayments(tx: Tx, organizationId: Uuid, payments: NewPayment[], now: Date): void {
  if (payments.length === 0) return;
  insertPayments(
    tx,
    organizationId,
    payments.map(({ refundReason: _reason, customerEmail: _email, ...payment }) => payment),
  );
  for (const { refundReason, customerEmail: recipient, ...payment } of payments) {
    if (refundReason === undefined) continue;
    recordRefundOfPayment(tx, payment, { organizationId, reason: refundReason, now });
    const { checkoutId, amountCentavos, method } = payment;
    const details = { amount_centavos: amountCentavos, method, reason: refundReason };
    recordCheckoutMails(tx, organizationId, [{ kind: 'money_back', recipient, checkoutId, details }], now);
  }
}
