import type { PaymentMethod } from '../../payments/provider.ts';
import type { Uuid } from '../../uuid.ts';

/** One press of Pay. */
export interface Attempt {
  organizationId: Uuid;
  id: Uuid;
  checkoutId: Uuid;
  /** Of the checkout. */
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
