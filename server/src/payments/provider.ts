import type { IncomingHttpHeaders } from 'node:http';
import { inOrganizersOrder, type PaymentMethod } from '../values/payment-method.ts';
import type { ProviderName } from '../values/provider-name.ts';
import type { Uuid } from '../values/uuid.ts';
import type { PaymentAttemptRow } from './tables.ts';

/** Why a payment failed; pages have a sentence for each reason. */
export type PaymentFailure = NonNullable<PaymentAttemptRow['failureReason']>;

/** A payment method for amounts from `minCentavos` to `maxCentavos`. One method may be offered in several ranges. */
export interface PaymentOffer {
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
  /** Shown to the buyer on the provider's page. */
  description: string;
  /** Pre-filled on the provider's page. */
  buyer: { name: string; email: string };
  /** The URL to which the provider returns the browser: always our page, never the organizer's. */
  returnUrl: string;
  /** Where the provider sends the browser after the buyer cancelled. */
  cancelUrl: string;
  /**
   * The URL to which our page redirects afterwards. Only the sandbox needs it: a browser follows redirects after a form
   * only to targets that the page of the form names.
   */
  successUrl: string;
  /** When the hold ends. */
  expiresAt: Date;
  now: Date;
}

/** A session, or one of its payments that a webhook named and the session may not show. */
export interface SessionRef {
  organizationId: Uuid;
  attemptId: Uuid;
  sessionId: string;
  paymentId?: string | null;
  now: Date;
}

export interface ProviderSession {
  /**
   * open: not paid yet · pending: money is on its way · paid · failed: ended without money · closed: not paid, and no
   * payment can start any more
   */
  status: 'open' | 'pending' | 'paid' | 'failed' | 'closed';
  failureReason: PaymentFailure | null;
  /** How long the provider itself waits for the money. */
  expiresAt: Date;
  /** Successful payments. Some providers allow more than one. */
  payments: ProviderPayment[];
}

export interface ProviderPayment {
  id: string;
  amountCentavos: number;
  paidAt: Date;
}

export interface RefundRequest {
  organizationId: Uuid;
  /** Our id: repeated requests with it are the same refund. */
  refundId: Uuid;
  providerPaymentId: string;
  amountCentavos: number;
}

export interface ProviderRefund {
  id: string;
  /**
   * pending: accepted, money not yet returned · failed: the money will not be returned; another refund may be requested
   */
  status: 'pending' | 'succeeded' | 'failed';
  failureReason: string | null;
}

/** What a provider's webhook says. It is only a hint where to look; its content is never trusted. */
export type PaymentWebhook =
  | { about: 'payment'; attemptId: Uuid; sessionId: string | null; paymentId: string | null }
  | { about: 'refunds'; refundIds: Uuid[] };

export interface SignedWebhook {
  organizationId: Uuid;
  headers: IncomingHttpHeaders;
  /** The exact bytes received. */
  body: Buffer;
  now: Date;
}

/**
 * What Takilya needs from a payment service. Every call leaves the process and may fail or be lost: it is made outside
 * any transaction, and its answer is checked against our own records.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /**
   * How long after its end a session may still be paid: a wallet lets the buyer confirm a payment that was started
   * before. 0: a closed session can never be paid.
   */
  readonly latePaymentMs: number;
  /**
   * The payment methods that the organization can offer here; empty when it is not set up. Makes no request to the
   * provider.
   */
  offers(organizationId: Uuid): Promise<PaymentOffer[]>;
  createSession(request: SessionRequest): Promise<{ sessionId: string; url: string }>;
  /** @throws ProviderMismatch when currency, mode or reference are not ours */
  readSession(ref: SessionRef): Promise<ProviderSession>;
  /** No payment can start afterwards. The session may have been paid before: read it to know. Closing twice is safe. */
  closeSession(ref: SessionRef): Promise<void>;
  refund(request: RefundRequest): Promise<ProviderRefund>;
  readRefund(request: RefundRequest & { providerRefundId: string }): Promise<ProviderRefund>;
  /**
   * Absent when the provider sends no webhooks. @returns null when the webhook is about nothing of ours
   * @throws UnverifiedWebhook when the provider did not send it
   */
  readWebhook?(webhook: SignedWebhook): Promise<PaymentWebhook | null>;
}

/** Whether this amount can be paid by this method of the offer. */
export const accepts = (
  offer: PaymentOffer,
  { method, amountCentavos }: { method: PaymentMethod; amountCentavos: number },
) => offer.method === method && offer.minCentavos <= amountCentavos && amountCentavos <= offer.maxCentavos;

/** The methods that can pay an amount, in the organizer's order: see `inOrganizersOrder`. */
export const methodsFor = (
  offers: PaymentOffer[],
  { amountCentavos, order }: { amountCentavos: number; order: PaymentMethod[] },
): PaymentMethod[] =>
  inOrganizersOrder(order).filter((method) => offers.some((offer) => accepts(offer, { method, amountCentavos })));
