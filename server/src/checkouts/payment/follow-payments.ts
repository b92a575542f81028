import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { PaymentProvider, ProviderSession } from '../../payments/provider.ts';
import { getCheckout } from '../queries.ts';
import type { Attempt } from './attempt.ts';
import { claimAttemptsToCheck } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

const BATCH = 20;
/** A buyer who closed the browser after paying gets the tickets within this time. */
const ASK_AGAIN_SECONDS = 60;
/** While places wait to be released the provider is asked more often. */
const ASK_AGAIN_OVERDUE_SECONDS = 10;

/**
 * The reconciler: asks the provider about attempts whose end nobody reported. When the checkout's time is over, the
 * session is closed first and then read, so that "nothing was paid" is final before the places are released.
 * Safe in several instances at once. @returns how many were asked about
 */
export async function followPayments(
  db: Database,
  provider: PaymentProvider,
  { holdSeconds, now, log }: { holdSeconds: number; now: Date; log: FastifyBaseLogger },
): Promise<number> {
  const due = { now, afterSeconds: ASK_AGAIN_SECONDS, overdueSeconds: ASK_AGAIN_OVERDUE_SECONDS, most: BATCH };
  const attempts = await db.transaction((tx) => claimAttemptsToCheck(tx, due));
  for (const attempt of attempts) {
    try {
      const { expiresAt } = await getCheckout(db, attempt.organizationId, attempt.checkoutId);
      const session = await readSession(provider, attempt, { close: expiresAt <= now, now });
      await settleAttempt(db, provider, { attempt, session, holdSeconds, now });
    } catch (error) {
      log.warn({ err: error, attemptId: attempt.id }, 'a payment could not be followed; it is tried again');
    }
  }
  return attempts.length;
}

/** What the provider says; an attempt that never got a session cannot be paid, since no buyer saw its address. */
export async function readSession(
  provider: PaymentProvider,
  { organizationId, sessionId }: Attempt,
  { close, now }: { close: boolean; now: Date },
): Promise<ProviderSession> {
  if (sessionId === null)
    return { status: close ? 'closed' : 'open', failureReason: null, payment: null, expiresAt: now };
  if (close) await provider.closeSession(organizationId, sessionId);
  return provider.readSession(organizationId, sessionId);
}
