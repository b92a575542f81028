import type { Database } from '../../database/database.ts';
import { conflict } from '../../http/errors.ts';
import { newId, type Uuid } from '../../uuid.ts';
import { totalCentavos } from '../checkout.ts';
import { getCheckout } from '../queries.ts';
import type { Attempt, Press } from './attempt.ts';
import { keepForPayment } from './queries.ts';

/**
 * Records the attempts of buyers of one organization who pressed Pay together, and keeps their holds for them. One press
 * does not fail another: each has its own outcome, in the order of the presses. @returns what each began, or for one that
 * came to nothing ApiError 409: the checkout's time is over, it was paid or cancelled, or there is nothing to pay
 */
export async function beginAttempts(db: Database, presses: Press[]): Promise<PromiseSettledResult<Attempt>[]> {
  const pressed = presses.map((press) => ({ ...press, attemptId: newId(press.now) }));
  const kept = await keepForPayment(db, pressed);
  return Promise.allSettled(
    pressed.map(async ({ organizationId, attemptId: id, checkoutId, provider, method }): Promise<Attempt> => {
      const checkout = kept.get(checkoutId);
      if (!checkout) return refuse(db, organizationId, checkoutId);
      const { eventId, amountCentavos } = checkout;
      const begun = { status: 'started', sessionId: null, url: null, watchedUntil: null } as const;
      return { organizationId, id, checkoutId, eventId, provider, method, amountCentavos, ...begun };
    }),
  );
}

/** @throws ApiError that says why nothing can be paid, 404 or 409 */
async function refuse(db: Database, organizationId: Uuid, checkoutId: Uuid): Promise<never> {
  // A promo code entered in another tab took all of it: the page confirms without a payment.
  const isFree = totalCentavos(await getCheckout(db, organizationId, checkoutId)) === 0;
  throw conflict(isFree ? 'There is nothing to pay' : 'The time to pay is over');
}
