import type { FastifyBaseLogger } from 'fastify';
import type { ProviderSession } from '../../payments/provider.ts';
import { ProviderMismatch } from '../../payments/provider-errors.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Attempt, isUnderWay } from './attempt.ts';
import { claimAttemptsToCheck, endWatch, type FollowedAttempt } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Asked about at once: one that does not answer holds up the others of its round alone, and no provider is flooded. */
const BATCH = 50;
/** A buyer who closed the browser after paying gets the tickets within this time. */
const ASK_AGAIN_SECONDS = 60;
/** While places wait to be released the provider is asked more often. */
const ASK_AGAIN_OVERDUE_SECONDS = 10;
/**
 * What can still be paid for a checkout that is over (cancelled, or paid in another tab) is closed as soon. An attempt
 * that
 * is older is one that its provider does not close: it is asked about ever more seldom, like any other.
 */
const CLOSED_WITHIN_SECONDS = 7_200;

interface Follow {
  holdSeconds: number;
  now: Date;
  log: FastifyBaseLogger;
}

/**
 * The reconciler: asks the provider about attempts whose end was not reported. When the checkout's time is over, the
 * session is closed first and then read, so that "nothing was paid" is final before the places are released. Where
 * money
 * may come though the session is closed, it is looked for until the provider's own time for that is over.
 * Safe in several instances at once. @returns how many were asked about
 */
export async function followPayments(db: Database, providers: PaymentProviders, follow: Follow): Promise<number> {
  const { now, log } = follow;
  const due = {
    now,
    afterSeconds: ASK_AGAIN_SECONDS,
    overdueSeconds: ASK_AGAIN_OVERDUE_SECONDS,
    closedWithinSeconds: CLOSED_WITHIN_SECONDS,
    most: BATCH,
  };
  const attempts = await db.transaction((tx) => claimAttemptsToCheck(tx, due));
  await Promise.all(
    attempts.map(async (attempt) => {
      try {
        await followAttempt(db, providers, attempt, follow);
      } catch (error) {
        const level = error instanceof ProviderMismatch ? 'error' : 'warn';
        log[level]({ err: error, attemptId: attempt.id }, 'could not check a payment; trying again');
      }
    }),
  );
  return attempts.length;
}

async function followAttempt(
  db: Database,
  providers: PaymentProviders,
  attempt: FollowedAttempt,
  { holdSeconds, now }: Follow,
) {
  const close = attempt.isOver && isUnderWay(attempt);
  const session = await readSession(providers, attempt, { close, now });
  await settleAttempt(db, { attempt, session, holdSeconds, now });
  if (attempt.watchedUntil !== null && attempt.watchedUntil <= now) await endWatch(db, attempt);
}

/** What the provider says; an attempt that never got a session cannot be paid, since no buyer saw its address. */
export async function readSession(
  providers: PaymentProviders,
  { organizationId, id: attemptId, provider: name, sessionId }: Attempt,
  { close, now }: { close: boolean; now: Date },
): Promise<ProviderSession> {
  if (sessionId === null)
    return { status: close ? 'closed' : 'open', failureReason: null, payments: [], expiresAt: now };
  const provider = providers.named(name);
  const session = { organizationId, attemptId, sessionId, now };
  if (close) await provider.closeSession(session);
  return provider.readSession(session);
}
