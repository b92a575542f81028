import type { Payment } from './stand-in.ts';

/** The data of the Xendit stand-in and its JSON, which a test compares with the documented samples. */
export interface Session {
  id: string;
  attempt: Record<string, unknown> & { reference_id: string };
  amountCentavos: number;
  status: 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'CANCELED';
  /** Set once the buyer chose a channel. */
  request: { id: string; status: 'REQUIRES_ACTION' | 'PENDING' | 'SUCCEEDED' | 'FAILED' } | null;
  begunAtMs: number | null;
  payments: (Payment & { paidAt: string })[];
  createdAt: string;
}

export interface View {
  currency: string;
  now: string;
}

export const linkUrl = (id: string) => `https://xen.to/${id.slice(3)}`;
const BUSINESS = '62440e322008e87fb29c1fd0';
const customerOf = ({ id }: Session) => `cust-${id.slice(3)}`;
const channelOf = ({ attempt }: Session) => (attempt.allowed_payment_channels as string[])[0];
const addressesOf = ({ attempt }: Session) => ({
  success_return_url: attempt.success_return_url,
  failure_return_url: attempt.cancel_return_url,
});

export const sessionJson = (session: Session, { currency, now }: View) => ({
  payment_session_id: session.id,
  created: session.createdAt,
  updated: now,
  status: session.status,
  reference_id: session.attempt.reference_id,
  currency,
  amount: session.amountCentavos / 100,
  country: 'PH',
  customer_id: customerOf(session),
  expires_at: session.attempt.expires_at,
  session_type: 'PAY',
  capture_method: 'AUTOMATIC',
  mode: 'PAYMENT_LINK',
  locale: 'en',
  description: session.attempt.description ?? null,
  items: session.attempt.items ?? null,
  metadata: session.attempt.metadata ?? null,
  allowed_payment_channels: session.attempt.allowed_payment_channels,
  business_id: BUSINESS,
  success_return_url: session.attempt.success_return_url,
  cancel_return_url: session.attempt.cancel_return_url,
  payment_link_url: linkUrl(session.id),
  payment_token_id: null,
  payment_request_id: session.request?.id ?? null,
  // A session that had ended when the wallet confirmed does not name the payment.
  payment_id: session.status === 'COMPLETED' ? (session.payments[0]?.id ?? null) : null,
});

export const requestJson = (session: Session, { now }: View) => ({
  business_id: BUSINESS,
  reference_id: session.attempt.reference_id,
  payment_request_id: session.request?.id ?? null,
  customer_id: customerOf(session),
  latest_payment_id: session.payments.at(-1)?.id ?? null,
  type: 'PAY',
  country: 'PH',
  currency: 'PHP',
  request_amount: session.amountCentavos / 100,
  capture_method: 'AUTOMATIC',
  channel_code: channelOf(session),
  channel_properties: addressesOf(session),
  actions: [{ type: 'REDIRECT_CUSTOMER', value: 'https://wallet.example', descriptor: 'WEB_URL' }],
  status: session.request?.status ?? 'REQUIRES_ACTION',
  description: session.attempt.description ?? null,
  metadata: session.attempt.metadata ?? null,
  items: session.attempt.items ?? null,
  created: session.createdAt,
  updated: now,
});

export const paymentJson = (payment: Session['payments'][number], session: Session, { currency }: View) => ({
  payment_id: payment.id,
  business_id: BUSINESS,
  reference_id: session.attempt.reference_id,
  payment_request_id: session.request?.id ?? null,
  payment_token_id: null,
  customer_id: customerOf(session),
  type: 'PAY',
  country: 'PH',
  currency,
  request_amount: payment.amountCentavos / 100,
  capture_method: 'AUTOMATIC',
  channel_code: channelOf(session),
  channel_properties: addressesOf(session),
  captures: [
    {
      capture_timestamp: payment.paidAt,
      capture_id: `cap-${payment.id.slice(3)}`,
      capture_amount: payment.amountCentavos / 100,
    },
  ],
  status: 'SUCCEEDED',
  payment_details: {},
  metadata: session.attempt.metadata ?? null,
  created: payment.paidAt,
  updated: payment.paidAt,
});

export const refundJson = (refund: Payment['refunds'][number], payment: Payment, session: Session, { now }: View) => ({
  id: refund.id,
  payment_request_id: session.request?.id ?? null,
  payment_id: payment.id,
  invoice_id: null,
  amount: refund.amountCentavos / 100,
  payment_method_type: 'EWALLET',
  channel_code: channelOf(session),
  currency: 'PHP',
  status: refund.status.toUpperCase(),
  reason: 'REQUESTED_BY_CUSTOMER',
  reference_id: refund.refundId,
  failure_code: refund.status === 'failed' ? 'INSUFFICIENT_BALANCE' : null,
  refund_fee_amount: null,
  created: now,
  updated: now,
  metadata: null,
});

export const eventJson = (event: string, data: object, now: string) => ({
  event,
  business_id: BUSINESS,
  created: now,
  data,
});
