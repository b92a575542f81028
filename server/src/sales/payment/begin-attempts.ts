import { statusAt, totalCentavos } from '../../checkouts/checkout.ts';
import { getCheckout } from '../../checkouts/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError, conflict } from '../../platform/refusals/errors.ts';
import { newId } from '../../values/uuid.ts';
import type { Attempt, Press } from './attempt.ts';
import { keepForPayment } from './queries.ts';

/**
 * Of one checkout. Who goes back and forth between the ways to pay begins a handful; each is asked about until it ends, and
 * closed one after the other when the checkout is ended.
 */
export const MOST_UNDER_WAY = 20;

export class TooManyPayments extends ApiError {
  constructor() {
    super(409, 'Too many payments of this checkout are under way');
  }
}

/**
 * Records the attempts of buyers of one organization who pressed Pay together, and keeps their holds for them. One press
 * does not fail another: each has its own outcome, in the order of the presses. @returns what each began, or for one that
 * came to nothing ApiError 409: the checkout's time is over, it was paid or cancelled, there is nothing to pay, or
 * `TooManyPayments`
 */
export async function beginAttempts(db: Database, presses: Press[]): Promise<PromiseSettledResult<Attempt>[]> {
  const pressed = presses.map((press) => ({ ...press, attemptId: newId(press.now) }));
  const kept = await keepForPayment(db, pressed, MOST_UNDER_WAY);
  return Promise.allSettled(
    pressed.map(async ({ attemptId: id, ...press }): Promise<Attempt> => {
      const { organizationId, checkoutId, provider, method } = press;
      const checkout = kept.get(checkoutId);
      if (!checkout) return refuse(db, press);
      const { eventId, amountCentavos } = checkout;
      const begun = { status: 'started', sessionId: null, url: null, watchedUntil: null } as const;
      return { organizationId, id, checkoutId, eventId, provider, method, amountCentavos, ...begun };
    }),
  );
}

/** @throws ApiError that says why nothing can be paid, 404 or 409 */
async function refuse(db: Database, { organizationId, checkoutId, now }: Press): Promise<never> {
  const checkout = await getCheckout(db, organizationId, checkoutId);
  if (statusAt(checkout, now) !== 'open') throw conflict('The time to pay is over');
  // A promo code entered in another tab took all of it: the page confirms without a payment.
  if (totalCentavos(checkout) === 0) throw conflict('There is nothing to pay');
  throw new TooManyPayments();
}
