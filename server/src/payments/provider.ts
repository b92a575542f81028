import type { Uuid } from '../uuid.ts';

/** How a buyer pays; `FREE` is an order without a payment. */
export const PAYMENT_METHODS = ['CARD', 'GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'BANK_TRANSFER'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const FREE = 'FREE';

export const METHOD_NAMES: Record<PaymentMethod | typeof FREE, string> = {
  CARD: 'Credit or debit card',
  GCASH: 'GCash',
  MAYA: 'Maya',
  GRABPAY: 'GrabPay',
  QRPH: 'QR Ph',
  BANK_TRANSFER: 'Bank transfer',
  FREE: 'Free',
};

export interface SessionRequest {
  organizationId: Uuid;
  attemptId: Uuid;
  method: PaymentMethod;
  amountCentavos: number;
  /** What the buyer reads on the provider's page. */
  description: string;
  /** Where the provider sends the browser back to: our page, never the organizer's. */
  returnUrl: string;
  /** Where our page sends it on to; some providers want to name every address a browser will see. */
  successUrl: string;
  now: Date;
}

export interface ProviderSession {
  /** open: nothing was paid yet · pending: money is on its way · closed: nothing was and nothing can be paid */
  status: 'open' | 'pending' | 'paid' | 'failed' | 'closed';
  failureReason: string | null;
  /** Until when the provider itself waits for the money. */
  expiresAt: Date;
  payment: { id: string; amountCentavos: number; paidAt: Date } | null;
}

/**
 * What Takilya needs of a payment service. Every call leaves the process and may fail or be lost: it is made outside any
 * transaction, and its answer is checked against our own books.
 */
export interface PaymentProvider {
  readonly name: string;
  readonly methods: readonly PaymentMethod[];
  createSession(request: SessionRequest): Promise<{ sessionId: string; url: string }>;
  readSession(organizationId: Uuid, sessionId: string): Promise<ProviderSession>;
  /** Nothing can be paid afterwards, unless it was already: read the session to know. Closing twice is fine. */
  closeSession(organizationId: Uuid, sessionId: string): Promise<void>;
  /** `refundId` is ours: the same one again is the same refund. */
  refund(request: {
    organizationId: Uuid;
    refundId: Uuid;
    providerPaymentId: string;
    amountCentavos: number;
  }): Promise<{ id: string }>;
}
