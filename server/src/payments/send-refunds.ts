import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { refundTries } from '../platform/metrics/service-metrics.ts';
import { ClaimLoop } from '../platform/work/claim-loop.ts';
import { doublingWaitMs } from '../platform/work/doubling-wait.ts';
import type { Clock } from '../values/clock.ts';
import { ProviderError } from './provider-errors.ts';
import type { PaymentProviders } from './providers.ts';
import * as queries from './queries.ts';

const POLL_EVERY_MS = 1_000;
/** Providers accept only a few requests at once from one account. */
const MAX_IN_PROGRESS = 20;
/** A refund first asks the provider for earlier attempts, and each request may take 10 s. */
const LEASE_MS = 60_000;
const RETRY_WAITS = { firstMs: 30_000, longestMs: 30_720_000 };
/** Doubling from 30 s up to 8.5 h: about a day and a half of tries before a person has to look. */
const MAX_TRIES = 14;
/** Wallets take days to return money; the provider's webhook makes us check sooner. */
const CHECK_AGAIN_MS = 900_000;

interface RefundParts {
  db: Database;
  providers: PaymentProviders;
  clock: Clock;
  log: FastifyBaseLogger;
}

/**
 * Requests recorded refunds from the provider, and checks the progress of those that the provider has not finished. A
 * failed request is retried with doubling waits, and finally ends as `failed` with its reason.
 */
export const refundSending = (parts: RefundParts): ClaimLoop<queries.DueRefund, Outcome> =>
  new ClaimLoop(
    {
      name: 'send refunds',
      pollEveryMs: POLL_EVERY_MS,
      leaseMs: LEASE_MS,
      maxInProgress: MAX_IN_PROGRESS,
      claim: (claim) => queries.claimDueRefunds(parts.db, claim),
      run: (refund) => ask(parts.providers, refund),
      settle: (refund, outcome) => settle(parts, refund, outcome),
    },
    parts,
  );

type Outcome = { status: 'pending' | 'succeeded'; id: string } | { status: 'failed' | 'unknown'; reason: string };

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
      return settleFailure(parts, refund, { reason: outcome.reason, now });
    case 'unknown':
      log.warn({ refundId: refund.id, reason: outcome.reason }, 'could not check a refund; trying again');
      return queries.saveRefundUnknown(db, refund, checkAgainAt);
  }
}

/** Counts a refund once, however often its progress is checked. */
function countAccepted({ providerRefundId: known }: queries.DueRefund) {
  if (known === null) refundTries.inc({ result: 'accepted' });
}

async function settleFailure(
  { db, log }: RefundParts,
  refund: queries.DueRefund,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const { id: refundId, tries } = refund;
  const isLast = tries >= MAX_TRIES;
  const retryAt = isLast ? null : new Date(now.getTime() + doublingWaitMs(tries, RETRY_WAITS));
  log[isLast ? 'error' : 'warn']({ refundId, tries, reason }, 'refund was not accepted');
  await queries.saveRefundFailure(db, refund, { reason, retryAt, now });
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
    return status === 'failed' ? { status, reason: failureReason ?? 'The provider gave no reason.' } : { status, id };
  } catch (error) {
    // A refund that the provider accepted continues there, whether or not it answers us.
    const goesOn = providerRefundId !== null && !(error instanceof ProviderError && error.refused);
    return { status: goesOn ? 'unknown' : 'failed', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ProviderError && error.detail !== null) return `${error.message}: ${error.detail}`;
  return error instanceof Error ? error.message : String(error);
}
