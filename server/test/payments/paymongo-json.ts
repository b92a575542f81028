import type { Payment } from './stand-in.ts';

/** The data of the PayMongo stand-in and its JSON, which a test compares with the documented samples. */
export interface Session {
  id: string;
  attempt: Record<string, unknown> & { reference_number: string };
  amountCentavos: number;
  status: 'active' | 'expired';
  intent: 'awaiting_payment_method' | 'awaiting_next_action' | 'processing' | 'succeeded';
  begunAtMs: number | null;
  payments: (Payment & { paidAt: number; status: 'paid' | 'failed' })[];
  createdAt: number;
}

export const checkoutUrl = (id: string) => `https://checkout.paymongo.com/${id}_client_standin#c3RhbmRpbg==`;

export interface View {
  livemode: boolean;
  currency: string;
  seconds: number;
}

const NOBODY = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

export function sessionJson(session: Session, view: View) {
  const { id, attempt, payments, status, createdAt } = session;
  const paid = payments.filter((payment) => payment.status === 'paid');
  const shown = payments.map((payment) => paymentJson(payment, view));
  const billing = attempt.billing as { name?: string; email?: string } | undefined;
  return {
    id,
    type: 'checkout_session',
    attributes: {
      billing: { address: NOBODY, email: billing?.email ?? null, name: billing?.name ?? null, phone: null },
      billing_information_fields_editable: 'enabled',
      cancel_url: attempt.cancel_url ?? null,
      checkout_url: checkoutUrl(id),
      client_key: `${id}_client_standin`,
      customer_email: null,
      description: attempt.description ?? null,
      line_items: (attempt.line_items as object[]).map((item) => ({ description: null, images: [], ...item })),
      livemode: view.livemode,
      merchant: 'Stand-in',
      ...(paid[0] ? { paid_at: paid[0].paidAt } : {}),
      payments: shown,
      payment_intent: {
        id: `pi_${id.slice(3)}`,
        type: 'payment_intent',
        attributes: {
          amount: session.amountCentavos,
          capture_type: 'automatic',
          client_key: `pi_${id.slice(3)}_client_standin`,
          currency: 'PHP',
          description: attempt.description ?? null,
          livemode: view.livemode,
          statement_descriptor: 'Stand-in',
          status: session.intent,
          last_payment_error: null,
          payment_method_allowed: attempt.payment_method_types,
          payments: shown,
          next_action: null,
          payment_method_options: { card: { request_three_d_secure: 'any' } },
          metadata: attempt.metadata ?? null,
          setup_future_usage: null,
          created_at: createdAt,
          updated_at: view.seconds,
        },
      },
      payment_method_types: attempt.payment_method_types,
      payment_method_used: paid.length > 0 ? (attempt.payment_method_types as string[])[0] : null,
      reference_number: attempt.reference_number,
      send_email_receipt: attempt.send_email_receipt ?? false,
      show_description: attempt.show_description ?? true,
      show_line_items: attempt.show_line_items ?? true,
      // The session's own status, paid or not.
      status,
      success_url: attempt.success_url ?? null,
      created_at: createdAt,
      updated_at: view.seconds,
      metadata: attempt.metadata ?? null,
    },
  };
}

export const paymentJson = (payment: Session['payments'][number], view: View) => ({
  id: payment.id,
  type: 'payment',
  attributes: {
    access_url: null,
    amount: payment.amountCentavos,
    balance_transaction_id: `bal_txn_${payment.id.slice(4)}`,
    billing: { address: NOBODY, email: null, name: null, phone: null },
    currency: view.currency,
    description: null,
    disputed: false,
    external_reference_number: null,
    fee: 0,
    foreign_fee: 0,
    livemode: view.livemode,
    net_amount: payment.amountCentavos,
    origin: 'api',
    payment_intent_id: `pi_${payment.sessionId.slice(3)}`,
    payout: null,
    source: { id: `src_${payment.id.slice(4)}`, type: 'gcash' },
    statement_descriptor: 'Stand-in',
    status: payment.status,
    tax_amount: null,
    metadata: { attempt_id: payment.attemptId },
    refunds: payment.refunds.map((refund) => refundJson(refund, payment, view)),
    taxes: [],
    available_at: payment.paidAt,
    created_at: payment.paidAt,
    credited_at: payment.paidAt,
    paid_at: payment.status === 'paid' ? payment.paidAt : null,
    updated_at: view.seconds,
  },
});

export const refundJson = (refund: Payment['refunds'][number], payment: Payment, { livemode, seconds }: View) => ({
  id: refund.id,
  type: 'refund',
  attributes: {
    amount: refund.amountCentavos,
    currency: 'PHP',
    livemode,
    metadata: null,
    notes: `Takilya refund ${refund.refundId}`,
    payment_id: payment.id,
    payout_id: null,
    reason: 'requested_by_customer',
    status: refund.status,
    available_at: seconds,
    created_at: seconds,
    refunded_at: seconds,
    updated_at: seconds,
  },
});
