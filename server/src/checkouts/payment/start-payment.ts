import type { Database } from '../../database/database.ts';
import { conflict } from '../../http/errors.ts';
import { commitTogether } from '../../lanes/commit-together.ts';
import { paymentsStarted } from '../../metrics/counted.ts';
import type { PaymentMethod, PaymentProvider } from '../../payments/provider.ts';
import { ProviderError } from '../../payments/provider-errors.ts';
import { newId } from '../../uuid.ts';
import { type Checkout, totalCentavos } from '../checkout.ts';
import { keepForPayment, lockCheckout } from '../queries.ts';
import type { Attempt } from './attempt.ts';
import { insertAttempt, saveAttemptSession } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

const REFUSED = 'The payment service did not accept this payment. Please choose another way to pay.';

interface Start {
  checkout: Checkout;
  method: PaymentMethod;
  description: string;
  /** Where the buyer comes back to: having done what the provider asked, or having given up there. */
  urls: (attempt: Attempt) => { returnUrl: string; cancelUrl: string };
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
  const { organizationId, id: checkoutId, customer, successUrl, expiresAt } = start.checkout;
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
      provider: provider.name,
      method,
      amountCentavos: totalCentavos(checkout),
      status: 'started',
      sessionId: null,
      url: null,
      watchedUntil: null,
    };
    await insertAttempt(tx, attempt, now);
    return attempt;
  });
  paymentsStarted.inc({ method });
  let session: Awaited<ReturnType<PaymentProvider['createSession']>>;
  try {
    const { amountCentavos, id: attemptId } = attempt;
    const made = await provider.createSession({
      organizationId,
      attemptId,
      method,
      amountCentavos,
      description,
      buyer: { name: customer.name, email: customer.email },
      ...start.urls(attempt),
      successUrl,
      expiresAt,
      now,
    });
    session = made;
    const { latePaymentMs } = provider;
    const watchedUntil = latePaymentMs > 0 ? new Date(now.getTime() + latePaymentMs) : null;
    const isFollowed = await commitTogether(db, `payments ${organizationId}`, (tx) =>
      saveAttemptSession(tx, attempt, { ...made, watchedUntil }),
    );
    if (isFollowed) return made.url;
  } catch (error) {
    const refused = error instanceof ProviderError && error.refused;
    const failureReason = refused ? REFUSED : 'The payment service did not answer.';
    await settleAttempt(db, {
      attempt,
      session: { status: 'failed', failureReason, payments: [], expiresAt: now },
      holdSeconds: start.holdSeconds,
      now,
    });
    throw error;
  }
  // The checkout's time was ended meanwhile, and the attempt with it: nobody follows this session, so nobody may pay it.
  await provider.closeSession({ organizationId, attemptId: attempt.id, sessionId: session.sessionId, now });
  throw conflict('The time to pay is over');
}
