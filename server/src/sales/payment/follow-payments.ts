import type { FastifyBaseLogger } from 'fastify';
import type { ProviderSession } from '../../payments/provider.ts';
import { ProviderError, ProviderMismatch } from '../../payments/provider-errors.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Attempt, isUnderWay } from './attempt.ts';
import { claimAttemptsToCheck, type FollowedAttempt, stopWatching } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Attempts per round, read concurrently: a slow answer delays only its own round, and no provider is flooded. */
const BATCH = 50;
/** A buyer who closes the browser after paying gets the tickets within this time. */
const ASK_AGAIN_SECONDS = 60;
/** Overdue places wait for the provider's answer, so it is asked more often. */
const ASK_AGAIN_OVERDUE_SECONDS = 10;
/**
 * An attempt of a checkout that is over (cancelled, or paid in another tab) is closed at the same interval. If it is
 * older than this, its provider does not close it, and it is checked at growing intervals like any other.
 */
const CLOSED_WITHIN_SECONDS = 7_200;
/** Longer than an account's keys stay wrong, since nothing is sold with them. After that the account is gone. */
const GIVEN_UP_AFTER_MS = 14 * 86_400_000;

interface Follow {
  holdSeconds: number;
  now: Date;
  log: FastifyBaseLogger;
}

/**
 * The reconciler: asks the provider about attempts whose end was not reported. When the checkout's time is over, the
 * session is closed first and then read, so that "nothing was paid" is final before the places are released. If money
 * may arrive after the session is closed, the attempt is watched until the provider's limit for late payments. One that the
 * provider refuses to look up for weeks is given up. Safe in several instances at once.
 * @returns the number of attempts checked
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
  const attempts = await claimAttemptsToCheck(db, due);
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
  { holdSeconds, now, log }: Follow,
) {
  const close = attempt.isOver && isUnderWay(attempt);
  let isLast = !isUnderWay(attempt) && attempt.watchedUntil !== null && attempt.watchedUntil <= now;
  const session = await readSession(providers, attempt, { close, now }).catch((error: unknown) => {
    if (!isGivenUp(attempt, error, now)) throw error;
    const { organizationId, checkoutId, id: attemptId, provider, sessionId } = attempt;
    log.error({ err: error, organizationId, checkoutId, attemptId, provider, sessionId }, GIVEN_UP);
    isLast = true;
    return unpaid('closed', now);
  });
  await settleAttempt(db, { attempt, session, isClosing: close, holdSeconds, now });
  // One that ends in this round is watched from now on.
  if (isLast) await stopWatching(db, attempt);
}

const GIVEN_UP = 'gave up a payment that its provider refuses to look up: if it was paid, pay it back by hand';

/** Nobody will know whether it was paid, unless the provider still notifies us of it. */
const isGivenUp = ({ isOver, createdAt, watchedUntil }: FollowedAttempt, error: unknown, now: Date): boolean =>
  isOver &&
  error instanceof ProviderError &&
  error.refused &&
  now.getTime() - (watchedUntil ?? createdAt).getTime() > GIVEN_UP_AFTER_MS;

const unpaid = (status: 'open' | 'closed', now: Date): ProviderSession => ({
  status,
  failureReason: null,
  payments: [],
  expiresAt: now,
});

/** Reads the session at the provider. An attempt without a session cannot be paid: no buyer saw its URL. */
export async function readSession(
  providers: PaymentProviders,
  { organizationId, id: attemptId, provider: name, sessionId }: Attempt,
  { close, now }: { close: boolean; now: Date },
): Promise<ProviderSession> {
  if (sessionId === null) return unpaid(close ? 'closed' : 'open', now);
  const provider = providers.named(name);
  const session = { organizationId, attemptId, sessionId, now };
  if (close) await provider.closeSession(session);
  return provider.readSession(session);
}
