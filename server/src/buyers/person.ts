import type { Uuid } from '../values/uuid.ts';

/** A person whose data the organization holds, found by an e-mail address in any case. */
export interface Person {
  organizationId: Uuid;
  email: string;
}

/** A checkout of the person, with its order if it was paid. */
export interface Purchase {
  checkoutId: Uuid;
  eventId: Uuid;
  orderId: Uuid | null;
  /** guest: another buyer named the person as an attendee. */
  role: 'buyer' | 'guest';
}
