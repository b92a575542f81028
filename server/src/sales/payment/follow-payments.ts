import type { FastifyBaseLogger } from 'fastify';
import type { ProviderSession } from '../../payments/provider.ts';
import { ProviderError, ProviderMismatch } from '../../payments/provider-errors.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { ClaimLoop } from '../../platform/work/claim-loop.ts';
import { Round } from '../../platform/work/waiting-organizations.ts';
import type { Clock } from '../../values/clock.ts';
import { isUnderWay } from './attempt.ts';
import { claimAttemptsToCheck, type FollowedAttempt, stopWatching } from './follow-queries.ts';
import { readSession, unpaid } from './read-session.ts';
import { settleAttempt } from './settle-attempt.ts';

/** A claim looks through all payments under way, so that it is made once a second and not whenever an answer came. */
const CLAIM_EVERY_MS = 1_000;
/** Providers accept only a few requests at once from one account. */
const MAX_PER_ORGANIZATION = 50;
/** Some providers that do not answer leave room for others. */
const MAX_IN_PROGRESS = 4 * MAX_PER_ORGANIZATION;
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

interface FollowParts {
  db: Database;
  providers: PaymentProviders;
  holdSeconds: number;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** `isLast`: it is not looked up again if it ended unpaid. */
interface Answer {
  session: ProviderSession;
  isClosing: boolean;
  isLast: boolean;
}

/**
 * The reconciler: asks the provider about attempts whose end was not reported. When the checkout's time is over, the
 * session is closed first and then read, so that "nothing was paid" is final before the places are released. If money
 * may arrive after the session is closed, the attempt is watched until the provider's limit for late payments. One that
 * the provider refuses to look up for weeks is given up. Several instances may ask about one at the same time: an
 * answer that comes again changes nothing.
 */
export function paymentFollowing(parts: FollowParts): ClaimLoop<FollowedAttempt, Answer | undefined> {
  const due = {
    round: new Round(),
    maxPerOrganization: MAX_PER_ORGANIZATION,
    afterSeconds: ASK_AGAIN_SECONDS,
    overdueSeconds: ASK_AGAIN_OVERDUE_SECONDS,
    closedWithinSeconds: CLOSED_WITHIN_SECONDS,
  };
  return new ClaimLoop(
    {
      name: 'follow payments',
      pollEveryMs: CLAIM_EVERY_MS,
      restMs: CLAIM_EVERY_MS,
      // Unused: when an attempt is asked about again depends on its age, and not on its claim.
      leaseMs: ASK_AGAIN_OVERDUE_SECONDS * 1_000,
      maxInProgress: MAX_IN_PROGRESS,
      claim: ({ now, limit, inProgress }) =>
        parts.db.transaction((tx) => claimAttemptsToCheck(tx, { ...due, now, limit, inProgress })),
      run: (attempt, now) => ask(parts, attempt, now),
      settle: (attempt, answer, now) => settle(parts, attempt, answer, now),
    },
    parts,
  );
}

/** @returns undefined when the provider did not answer: it is asked again */
async function ask({ providers, log }: FollowParts, attempt: FollowedAttempt, now: Date): Promise<Answer | undefined> {
  const isClosing = attempt.isOver && isUnderWay(attempt);
  const isLast = !isUnderWay(attempt) && attempt.watchedUntil !== null && attempt.watchedUntil <= now;
  try {
    return { session: await readSession(providers, attempt, { close: isClosing, now }), isClosing, isLast };
  } catch (error) {
    if (isGivenUp(attempt, error, now)) {
      const { organizationId, checkoutId, id: attemptId, provider, sessionId } = attempt;
      log.error({ err: error, organizationId, checkoutId, attemptId, provider, sessionId }, GIVEN_UP);
      return { session: unpaid('closed', now), isClosing, isLast: true };
    }
    const level = error instanceof ProviderMismatch ? 'error' : 'warn';
    log[level]({ err: error, attemptId: attempt.id }, 'could not check a payment; trying again');
    return undefined;
  }
}

async function settle(
  { db, holdSeconds }: FollowParts,
  attempt: FollowedAttempt,
  answer: Answer | undefined,
  now: Date,
) {
  if (!answer) return;
  const { session, isClosing, isLast } = answer;
  await settleAttempt(db, { attempt, session, isClosing, holdSeconds, now });
  // One that ends in this round is watched from now on.
  if (isLast) await stopWatching(db, attempt);
}

const GIVEN_UP = 'gave up a payment that its provider refuses to look up: if it was paid, pay it back by hand';

/**
 * Whether the attempt is followed no longer. Whether it was paid stays unknown, unless the provider still notifies us
 * of it.
 */
const isGivenUp = ({ isOver, createdAt, watchedUntil }: FollowedAttempt, error: unknown, now: Date): boolean =>
  isOver &&
  error instanceof ProviderError &&
  error.refused &&
  now.getTime() - (watchedUntil ?? createdAt).getTime() > GIVEN_UP_AFTER_MS;
