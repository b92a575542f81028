import { type Checkout, totalCentavos } from '../../checkouts/checkout.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import { ProviderError } from '../../payments/provider-errors.ts';
import type { Database } from '../../platform/database/database.ts';
import { perDatabase } from '../../platform/database/per-database.ts';
import { Lanes } from '../../platform/lanes/lanes.ts';
import { paymentsStarted } from '../../platform/metrics/service-metrics.ts';
import type { Language } from '../../values/language.ts';
import type { PaymentMethod } from '../../values/payment-method.ts';
import { saleRefusals } from '../refusals.ts';
import type { Attempt, PaymentRequest } from './attempt.ts';
import { beginAttempts } from './begin-attempts.ts';
import { type AttemptSession, saveAttemptSessions } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

const lanes = perDatabase(
  (db) => new Lanes<PaymentRequest, Attempt>({ name: 'payment requests', run: (batch) => beginAttempts(db, batch) }),
);

const sessions = perDatabase(
  (db) =>
    new Lanes<AttemptSession, boolean>({
      name: 'payment sessions',
      run: async (batch) => {
        const saved = await saveAttemptSessions(db, batch);
        return batch.map(({ attempt }) => ({ status: 'fulfilled', value: saved.has(attempt.id) }));
      },
    }),
);

interface Start {
  /** The checkout as the buyer saw it. */
  checkout: Checkout;
  method: PaymentMethod;
  /** Language of the page; e-mails use it too. */
  language: Language;
  description: string;
  /** Where the provider sends the buyer: after the payment step, or after giving up there. */
  urls: (attempt: Attempt) => { returnUrl: string; cancelUrl: string };
  holdSeconds: number;
  now: Date;
}

/**
 * Starts a payment: keeps the hold for it, then asks the provider for a session. The attempt is recorded before the
 * provider is asked, so that the reconciler finds and ends it after a crash. If the checkout ends while the provider
 * creates the session, the session is closed, and no buyer sees its URL.
 * @returns the URL to which the buyer is redirected
 * @throws Refusal 409 when the checkout's time is over, it is paid, it is free, or its total changed; the provider's
 * error, after which the buyer may try again
 */
export async function startPayment(db: Database, provider: PaymentProvider, start: Start): Promise<string> {
  const { checkout, method, language, now } = start;
  const { organizationId, id: checkoutId } = checkout;
  const attempt = await lanes(db).join(organizationId, {
    organizationId,
    checkoutId,
    provider: provider.name,
    method,
    amountCentavos: totalCentavos(checkout),
    language,
    now,
  });
  paymentsStarted.inc({ method });
  const { sessionId, url, isFollowed } = await openSession(db, provider, attempt, start);
  if (isFollowed) return url;
  // The checkout ended meanwhile, so this session must not be paid.
  await provider.closeSession({ organizationId, attemptId: attempt.id, sessionId, now });
  throw saleRefusals.time_to_pay_over();
}

/**
 * Asks the provider for a session, and records it.
 * @returns the session, and whether its checkout is still open
 * @throws the provider's error, after the attempt was ended
 */
async function openSession(db: Database, provider: PaymentProvider, attempt: Attempt, start: Start) {
  const { organizationId, id: attemptId, amountCentavos } = attempt;
  const { customer, successUrl, expiresAt } = start.checkout;
  const { method, description, holdSeconds, now } = start;
  try {
    const session = await provider.createSession({
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
    const { latePaymentMs } = provider;
    const watchedUntil = latePaymentMs > 0 ? new Date(now.getTime() + latePaymentMs) : null;
    const isFollowed = await sessions(db).join(organizationId, { attempt, ...session, watchedUntil });
    return { ...session, isFollowed };
  } catch (error) {
    const failureReason = error instanceof ProviderError && error.refused ? 'refused' : 'unanswered';
    await settleAttempt(db, {
      attempt,
      session: { status: 'failed', failureReason, payments: [], expiresAt: now },
      holdSeconds,
      now,
    });
    throw error;
  }
}
