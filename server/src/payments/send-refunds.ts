import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { refundTries } from '../platform/metrics/service-metrics.ts';
import { ClaimLoop } from '../platform/work/claim-loop.ts';
import { doublingWaitMs } from '../platform/work/doubling-wait.ts';
import { Round } from '../platform/work/waiting-organizations.ts';
import type { Clock } from '../values/clock.ts';
import { ProviderError } from './provider-errors.ts';
import type { PaymentProviders } from './providers.ts';
import * as queries from './queries.ts';

const POLL_EVERY_MS = 1_000;
/** Providers accept only a few requests at once from one account. */
const MAX_PER_ORGANIZATION = 20;
/** A few cancelled events at once leave room for the refunds of others. */
const MAX_IN_PROGRESS = 5 * MAX_PER_ORGANIZATION;
/** A refund first asks the provider for earlier attempts, and each request may take 10 s. */
const LEASE_MS = 60_000;
const RETRY_WAITS = { firstMs: 30_000, longestMs: 30_720_000 };
/** Doubling from 30 s up to 8.5 h: about a day and a half of tries before a person has to look. */
const MAX_TRIES = 14;
/** Longer than any outage of a provider: after that its account here is wrong, or gone. */
const UNKNOWN_FOR_MS = 30 * 86_400_000;
const LOOK_FIRST = 'It may have been carried out: look there before you pay it back by hand.';
/** As long as the tries of a refused one take. */
const NOTED_AFTER_MS = 1.5 * 86_400_000;
/** Wallets take days to return money; the provider's webhook makes us check sooner. */
const CHECK_AGAIN_MS = 900_000;

interface RefundParts {
  db: Database;
  providers: PaymentProviders;
  clock: Clock;
  log: FastifyBaseLogger;
}

/**
 * Requests recorded refunds from the provider, and checks the progress of refunds that the provider has not finished. A
 * request without success is retried with doubling waits, and finally ends as `failed` with its reason: soon when the
 * provider refuses, and after weeks when it may have carried it out, because a refund that the organizer then paid by
 * hand could be paid twice.
 */
export function refundSending(parts: RefundParts): ClaimLoop<queries.DueRefund, Outcome> {
  const turns = { round: new Round(), maxPerOrganization: MAX_PER_ORGANIZATION };
  return new ClaimLoop(
    {
      name: 'send refunds',
      pollEveryMs: POLL_EVERY_MS,
      leaseMs: LEASE_MS,
      maxInProgress: MAX_IN_PROGRESS,
      claim: (claim) => parts.db.transaction((tx) => queries.claimDueRefunds(tx, { ...claim, ...turns })),
      run: (refund) => ask(parts.providers, refund),
      settle: (refund, outcome) => settle(parts, refund, outcome),
    },
    parts,
  );
}

type Outcome =
  | { status: 'pending' | 'succeeded'; id: string }
  /** `isRefused`: the provider has not done it. */
  | { status: 'failed'; reason: string; isRefused: boolean }
  /** The provider has accepted it before, and does not say what came of it. */
  | { status: 'unknown'; reason: string };

async function settle(parts: RefundParts, refund: queries.DueRefund, outcome: Outcome): Promise<void> {
  const { db, clock, log } = parts;
  const now = clock.now();
  const checkAgainAt = new Date(now.getTime() + CHECK_AGAIN_MS);
  switch (outcome.status) {
    case 'succeeded':
      await queries.saveRefundSucceeded(db, refund, outcome.id, now);
      return countAccepted(refund);
    case 'pending':
      await queries.saveRefundAccepted(db, refund, { providerRefundId: outcome.id, checkAgainAt, now });
      return countAccepted(refund);
    case 'failed':
      return settleFailure(parts, refund, { ...outcome, now });
    case 'unknown': {
      // The longer it lasts, the rarer it is asked: an account that is gone never answers.
      const lastsMs = now.getTime() - refund.createdAt.getTime();
      log[lastsMs > NOTED_AFTER_MS ? 'error' : 'warn'](
        { ...namesOf(refund), reason: outcome.reason },
        'could not check a refund; trying again',
      );
      return queries.saveRefundUnknown(db, refund, new Date(now.getTime() + Math.max(CHECK_AGAIN_MS, lastsMs / 2)));
    }
  }
}

/** Ids for the log, with which an operator finds the refund. */
const namesOf = ({ organizationId, id, orderId, checkoutId }: queries.DueRefund) => ({
  refundId: id,
  organizationId,
  ...(orderId ? { orderId } : { checkoutId }),
});

/** Counts a refund once, however often its progress is checked. */
function countAccepted({ providerRefundId: known }: queries.DueRefund) {
  if (known === null) refundTries.inc({ result: 'accepted' });
}

async function settleFailure(
  { db, log }: RefundParts,
  refund: queries.DueRefund,
  { reason, isRefused, now }: { reason: string; isRefused: boolean; now: Date },
): Promise<void> {
  const { tries } = refund;
  const isOverdue = tries >= MAX_TRIES;
  const isLast = isOverdue && (isRefused || now.getTime() - refund.createdAt.getTime() > UNKNOWN_FOR_MS);
  const retryAt = isLast ? null : new Date(now.getTime() + doublingWaitMs(tries, RETRY_WAITS));
  const failureReason = isLast && !isRefused ? `${reason}. ${LOOK_FIRST}` : reason;
  log[isOverdue ? 'error' : 'warn']({ ...namesOf(refund), tries, reason }, 'refund was not accepted');
  await queries.saveRefundFailure(db, refund, { reason: failureReason, isInDoubt: !isRefused, retryAt, now });
  refundTries.inc({ result: isLast ? 'given_up' : 'refused' });
}

async function ask(providers: PaymentProviders, refund: queries.DueRefund): Promise<Outcome> {
  const request = {
    organizationId: refund.organizationId,
    refundId: refund.id,
    providerPaymentId: refund.providerPaymentId,
    amountCentavos: refund.amountCentavos,
  };
  const { providerRefundId } = refund;
  try {
    const provider = providers.named(refund.provider);
    const { status, id, failureReason } = await (providerRefundId === null
      ? provider.refund(request)
      : provider.readRefund({ ...request, providerRefundId }));
    if (status !== 'failed') return { status, id };
    return { status, reason: failureReason ?? 'The provider gave no reason.', isRefused: true };
  } catch (error) {
    const reason = reasonOf(error);
    // A refund that the provider accepted continues there, whether or not it answers us, or we may still ask.
    if (providerRefundId !== null) return { status: 'unknown', reason };
    return { status: 'failed', reason, isRefused: isRefusal(error, refund) };
  }
}

/**
 * Whether the provider has not paid the money back. While it refuses questions about an earlier try, the outcome of
 * that try is unknown.
 */
const isRefusal = (error: unknown, { isInDoubt }: queries.DueRefund): boolean =>
  error instanceof ProviderError && error.refused && !(error.isRead && isInDoubt);

function reasonOf(error: unknown): string {
  if (error instanceof ProviderError && error.detail !== null) return `${error.message}: ${error.detail}`;
  return error instanceof Error ? error.message : String(error);
}
