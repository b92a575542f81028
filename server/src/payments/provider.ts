import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderName } from '../values/provider-name.ts';
import type { Uuid } from '../values/uuid.ts';
import type { PaymentAttemptRow } from './tables.ts';

/** How a buyer pays; `FREE` is an order without a payment. */
export const PAYMENT_METHODS = ['CARD', 'GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'BANK_TRANSFER'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const FREE = 'FREE';

/** Why nothing was paid: pages have a sentence for each. */
export type PaymentFailure = NonNullable<PaymentAttemptRow['failureReason']>;

/** A way to pay, for amounts from `minCentavos` to `maxCentavos`. One method may be offered in several ranges. */
export interface Offer {
  method: PaymentMethod;
  minCentavos: number;
  maxCentavos: number;
}

export interface SessionRequest {
  organizationId: Uuid;
  /** Our reference at the provider. */
  attemptId: Uuid;
  method: PaymentMethod;
  amountCentavos: number;
  /** What the buyer reads on the provider's page. */
  description: string;
  /** Filled in on the provider's page. */
  buyer: { name: string; email: string };
  /** Where the provider sends the browser back to: our page, never the organizer's. */
  returnUrl: string;
  /** The same for a buyer who gave up there. */
  cancelUrl: string;
  /** Where our page sends it on to; some providers want to name every address a browser will see. */
  successUrl: string;
  /** When the hold ends. */
  expiresAt: Date;
  now: Date;
}

/** A session, or one payment of it that a notice told of and the session may not show. */
export interface SessionRef {
  organizationId: Uuid;
  attemptId: Uuid;
  sessionId: string;
  paymentId?: string | null;
  now: Date;
}

export interface ProviderSession {
  /**
   * open: nothing was paid yet · pending: money is on its way · paid · failed: this session ended without money ·
   * closed: nothing was paid, and no payment can start any more
   */
  status: 'open' | 'pending' | 'paid' | 'failed' | 'closed';
  failureReason: PaymentFailure | null;
  /** Until when the provider itself waits for the money. */
  expiresAt: Date;
  /** Those that succeeded. More than one is possible where the provider allows it. */
  payments: ProviderPayment[];
}

export interface ProviderPayment {
  id: string;
  amountCentavos: number;
  paidAt: Date;
}

export interface RefundRequest {
  organizationId: Uuid;
  /** Ours: however often it is asked for, it is the same refund. */
  refundId: Uuid;
  providerPaymentId: string;
  amountCentavos: number;
}

export interface ProviderRefund {
  id: string;
  /** pending: accepted, the money is not back yet · failed: it will not be, and another refund may be asked for */
  status: 'pending' | 'succeeded' | 'failed';
  failureReason: string | null;
}

/** What a provider tells by itself. It is only a hint where to look: nothing in it is believed. */
export type Notice =
  | { about: 'payment'; attemptId: Uuid; sessionId: string | null; paymentId: string | null }
  | { about: 'refunds'; refundIds: Uuid[] };

export interface SignedNotice {
  organizationId: Uuid;
  headers: IncomingHttpHeaders;
  /** Exactly the bytes that came. */
  body: Buffer;
  now: Date;
}

/**
 * What Takilya needs of a payment service. Every call leaves the process and may fail or be lost: it is made outside
 * any
 * transaction, and its answer is checked against our own books.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /**
   * How long after a session was made its money may still come, though it was closed: a wallet lets the buyer confirm
   * what was begun before. 0: closed is closed.
   */
  readonly latePaymentMs: number;
  /** Whether the organization has what it needs to take payments here, and which. Makes no request to the provider. */
  offers(organizationId: Uuid): Promise<Offer[]>;
  createSession(request: SessionRequest): Promise<{ sessionId: string; url: string }>;
  /** @throws ProviderMismatch when currency, mode or reference are not ours */
  readSession(ref: SessionRef): Promise<ProviderSession>;
  /** No payment can start afterwards, unless it was paid already: read the session to know. Closing twice is fine. */
  closeSession(ref: SessionRef): Promise<void>;
  refund(request: RefundRequest): Promise<ProviderRefund>;
  readRefund(request: RefundRequest & { providerRefundId: string }): Promise<ProviderRefund>;
  /**
   * Absent: this provider sends none. @returns null when it is about nothing of ours
   * @throws UnprovenNotice when the provider did not send it
   */
  readNotice?(notice: SignedNotice): Promise<Notice | null>;
}

/** The methods that can pay an amount, in the order of the list. */
export const methodsFor = (offers: Offer[], amountCentavos: number): PaymentMethod[] =>
  PAYMENT_METHODS.filter((method) =>
    offers.some(
      (offer) => offer.method === method && offer.minCentavos <= amountCentavos && amountCentavos <= offer.maxCentavos,
    ),
  );
