import { statusAt, totalCentavos } from '../../checkouts/checkout.ts';
import { getCheckout } from '../../checkouts/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../values/uuid.ts';
import { saleRefusals } from '../refusals.ts';
import type { Attempt, Press } from './attempt.ts';
import { keepForPayment } from './queries.ts';

/**
 * Of one checkout. Who goes back and forth between the ways to pay begins a handful; each is asked about until it ends, and
 * closed one after the other when the checkout is ended.
 */
export const MOST_UNDER_WAY = 20;

/**
 * Records the attempts of buyers of one organization who pressed Pay together, and keeps their holds for them. One press
 * does not fail another: each has its own outcome, in the order of the presses. @returns what each began, or for one that
 * came to nothing a Refusal: checkout_not_found, time_to_pay_over (or paid, or cancelled), nothing_to_pay, too_many_payments
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

/** @throws Refusal that says why nothing can be paid */
async function refuse(db: Database, { organizationId, checkoutId, now }: Press): Promise<never> {
  const checkout = await getCheckout(db, organizationId, checkoutId);
  if (statusAt(checkout, now) !== 'open') throw saleRefusals.time_to_pay_over();
  // A promo code entered in another tab took all of it: the page confirms without a payment.
  if (totalCentavos(checkout) === 0) throw saleRefusals.nothing_to_pay();
  throw saleRefusals.too_many_payments();
}
