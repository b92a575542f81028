import type { Language } from '../../values/language.ts';
import type { PaymentMethod } from '../../values/payment-method.ts';
import type { Uuid } from '../../values/uuid.ts';

/** A buyer's request to pay a checkout. */
export interface PaymentRequest {
  organizationId: Uuid;
  checkoutId: Uuid;
  provider: string;
  method: PaymentMethod;
  /** The total that the buyer saw. */
  amountCentavos: number;
  /** Language of the page; e-mails use it too. */
  language: Language;
  now: Date;
}

/** A payment that the buyer started at a provider. */
export interface Attempt {
  organizationId: Uuid;
  id: Uuid;
  checkoutId: Uuid;
  /** The checkout's. */
  eventId: Uuid;
  /** The provider's name. */
  provider: string;
  method: PaymentMethod;
  amountCentavos: number;
  status: 'started' | 'pending' | 'paid' | 'failed' | 'closed';
  /** null until the provider answered. A crash before that leaves a session whose URL no buyer has seen. */
  sessionId: string | null;
  url: string | null;
  createdAt: Date;
  /** How long money may still arrive after it was closed; null: no money can arrive after its end. */
  watchedUntil: Date | null;
}

/**
 * Unfinished payment attempts of one checkout. A buyer who switches between payment methods starts a handful. Each is
 * polled until it ends, and closed one after the other when the checkout ends.
 */
export const MOST_UNDER_WAY = 20;

/**
 * Payment attempts of one checkout, with those that have ended. Each asks the organizer's provider up to three times,
 * and its row stays: without a bound, Pay and Cancel again and again would use up what the provider allows, with one
 * held ticket. Enough to try each of the six methods five times.
 */
export const MOST_ATTEMPTS = 30;

/** Whether the outcome is still unknown. */
export const isUnderWay = ({ status }: Attempt): boolean => status === 'started' || status === 'pending';
