import { type Checkout, statusAt } from '../checkouts/checkout.ts';
import { getCheckout, lockCheckout } from '../checkouts/queries.ts';
import { checkoutRefusals } from '../checkouts/refusals.ts';
import { endOpenHold, releasePlaces } from '../checkouts/release-holds.ts';
import { changePlaces } from '../events/change-places.ts';
import { savePlaces } from '../events/places.ts';
import type { PaymentProviders } from '../payments/providers.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { closeAttempts } from './payment/close-attempts.ts';

interface Expire {
  organizationId: Uuid;
  checkoutId: Uuid;
  holdSeconds: number;
  now: Date;
}

/**
 * Ends the hold of an open checkout at once. An expired checkout stays expired. A payment under way is first closed at
 * the provider and read back: if it was paid at that moment, the checkout is completed instead.
 * @throws Refusal 404; 409 when it is processing, completed or cancelled; 503 when the provider does not answer
 */
export async function expireCheckout(db: Database, providers: PaymentProviders, expire: Expire): Promise<Checkout> {
  const { organizationId, checkoutId, now } = expire;
  const { eventId, status } = await getCheckout(db, organizationId, checkoutId);
  if (status === 'open') await closeAttempts(db, providers, expire);
  return changePlaces(db, { organizationId, eventId }, async (tx, places) => {
    await releasePlaces(tx, places, await endOpenHold(tx, places, checkoutId, now));
    savePlaces(tx, places, now);
    const checkout = await lockCheckout(tx, organizationId, checkoutId);
    if (statusAt(checkout, now) !== 'expired') throw checkoutRefusals.checkout_not_open({ status: checkout.status });
    return checkout;
  });
}

/**
 * Ends the hold as `expireCheckout` does, without a refusal when the checkout is no longer open. @returns false when
 * the checkout was paid, or ended in another way, at that moment
 */
export async function expireIfOpen(db: Database, providers: PaymentProviders, expire: Expire): Promise<boolean> {
  try {
    await expireCheckout(db, providers, expire);
    return true;
  } catch (error) {
    if (!checkoutRefusals.checkout_not_open.is(error)) throw error;
    return false;
  }
}
