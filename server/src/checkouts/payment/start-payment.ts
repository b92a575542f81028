import type { Database } from '../../database/database.ts';
import { conflict } from '../../http/errors.ts';
import { commitTogether } from '../../lanes/commit-together.ts';
import { paymentsStarted } from '../../metrics/counted.ts';
import type { PaymentMethod, PaymentProvider } from '../../payments/provider.ts';
import { newId } from '../../uuid.ts';
import { type Checkout, totalCentavos } from '../checkout.ts';
import { keepForPayment, lockCheckout } from '../queries.ts';
import type { Attempt } from './attempt.ts';
import { insertAttempt, saveAttemptSession } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

interface Start {
  checkout: Checkout;
  method: PaymentMethod;
  description: string;
  returnUrl: (attempt: Attempt) => string;
  holdSeconds: number;
  now: Date;
}

/**
 * The buyer presses Pay: the hold is kept for this payment, then the provider is asked for a session. The attempt is
 * recorded before the provider is asked, so that a crash in between is seen and ended by the reconciler. Whoever ends the
 * checkout while the provider makes the session wins: the session is closed, and no buyer sees its address.
 * @returns where the buyer's browser goes
 * @throws ApiError 409 when the checkout's time is over, it is paid, or it is free; the provider's error, after which
 * the buyer may press Pay again
 */
export async function startPayment(db: Database, provider: PaymentProvider, start: Start): Promise<string> {
  const { method, description, now } = start;
  const { organizationId, id: checkoutId, successUrl } = start.checkout;
  const attempt = await commitTogether(db, `payments ${organizationId}`, async (tx) => {
    // Locked: the total must be the one that is charged.
    const checkout = await lockCheckout(tx, organizationId, checkoutId);
    // A promo code entered in another tab took all of it: the page confirms without a payment.
    if (totalCentavos(checkout) === 0) throw conflict('There is nothing to pay');
    if (!(await keepForPayment(tx, organizationId, checkoutId, now))) throw conflict('The time to pay is over');
    const attempt: Attempt = {
      organizationId,
      id: newId(now),
      checkoutId,
      method,
      amountCentavos: totalCentavos(checkout),
      status: 'started',
      sessionId: null,
      url: null,
    };
    await insertAttempt(tx, attempt, provider.name, now);
    return attempt;
  });
  paymentsStarted.inc({ method });
  let session: Awaited<ReturnType<PaymentProvider['createSession']>>;
  try {
    const { amountCentavos, id: attemptId } = attempt;
    const returnUrl = start.returnUrl(attempt);
    const made = await provider.createSession({
      organizationId,
      attemptId,
      method,
      amountCentavos,
      description,
      returnUrl,
      successUrl,
      now,
    });
    session = made;
    if (await commitTogether(db, `payments ${organizationId}`, (tx) => saveAttemptSession(tx, attempt, made)))
      return made.url;
  } catch (error) {
    const failed = { status: 'failed', failureReason: 'The payment service did not answer.' } as const;
    await settleAttempt(db, provider, {
      attempt,
      session: { ...failed, payment: null, expiresAt: now },
      holdSeconds: start.holdSeconds,
      now,
    });
    throw error;
  }
  // The checkout's time was ended meanwhile, and the attempt with it: nobody follows this session, so nobody may pay it.
  await provider.closeSession(organizationId, session.sessionId);
  throw conflict('The time to pay is over');
}
