import type { PaymentMethod } from '../../payments/provider.ts';
import type { Language } from '../../values/language.ts';
import type { Uuid } from '../../values/uuid.ts';

/** A buyer pressed Pay. */
export interface PaymentRequest {
  organizationId: Uuid;
  checkoutId: Uuid;
  provider: string;
  method: PaymentMethod;
  /** Language of the page; e-mails use it too. */
  language: Language;
  now: Date;
}

/** What a press of Pay began. */
export interface Attempt {
  organizationId: Uuid;
  id: Uuid;
  checkoutId: Uuid;
  /** The checkout's. */
  eventId: Uuid;
  /** Its name. */
  provider: string;
  method: PaymentMethod;
  amountCentavos: number;
  status: 'started' | 'pending' | 'paid' | 'failed' | 'closed';
  /** null until the provider answered; a crash in between leaves a session whose address no buyer has seen. */
  sessionId: string | null;
  url: string | null;
  /** Until when its money may come though it was closed; null: its end is an end. */
  watchedUntil: Date | null;
}

/** Its outcome is not known yet. */
export const isUnderWay = ({ status }: Attempt): boolean => status === 'started' || status === 'pending';
