import type { Database } from '../../database/database.ts';
import { conflict, notFound } from '../../http/errors.ts';
import type { Language } from '../../language.ts';
import type { PaymentMethod } from '../../payments/provider.ts';
import { newId, type Uuid } from '../../uuid.ts';
import { type Checkout, statusAt, totalCentavos } from '../checkout.ts';
import { keepForPayment, lockCheckouts } from '../queries.ts';
import type { Attempt } from './attempt.ts';
import { insertAttempts, type NewAttempt } from './queries.ts';

/** A buyer pressed Pay. */
export interface Press {
  organizationId: Uuid;
  checkoutId: Uuid;
  provider: string;
  method: PaymentMethod;
  language: Language;
  now: Date;
}

/**
 * Records the attempts of buyers of one organization who pressed Pay together, and keeps their holds for them. One press
 * does not fail another: each has its own outcome, in the order of the presses. @returns what each began, or for one that
 * came to nothing ApiError 409: the checkout's time is over, it was paid or cancelled, or there is nothing to pay
 */
export async function beginAttempts(db: Database, presses: Press[]): Promise<PromiseSettledResult<Attempt>[]> {
  const organizationId = presses[0]?.organizationId as Uuid;
  return db.transaction(async (tx) => {
    // Locked: the total must be the one that is charged.
    const ids = [...new Set(presses.map(({ checkoutId }) => checkoutId))];
    const checkouts = await lockCheckouts(tx, organizationId, ids);
    const outcomes = presses.map((press) => begin(checkouts.get(press.checkoutId), press));
    const begun = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    const kept = presses.filter((_press, index) => outcomes[index]?.status === 'fulfilled');
    keepForPayment(tx, organizationId, kept);
    insertAttempts(tx, begun);
    return outcomes;
  });
}

function begin(checkout: Checkout | undefined, press: Press): PromiseSettledResult<NewAttempt> {
  const { organizationId, checkoutId, provider, method, now } = press;
  if (!checkout) return { status: 'rejected', reason: notFound('Checkout') };
  // A promo code entered in another tab took all of it: the page confirms without a payment.
  if (totalCentavos(checkout) === 0) return { status: 'rejected', reason: conflict('There is nothing to pay') };
  if (statusAt(checkout, now) !== 'open') return { status: 'rejected', reason: conflict('The time to pay is over') };
  const attempt: NewAttempt = {
    organizationId,
    id: newId(now),
    checkoutId,
    eventId: checkout.eventId,
    provider,
    method,
    amountCentavos: totalCentavos(checkout),
    status: 'started',
    sessionId: null,
    url: null,
    watchedUntil: null,
    createdAt: now,
  };
  return { status: 'fulfilled', value: attempt };
}
