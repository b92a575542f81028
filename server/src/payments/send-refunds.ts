import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { refundTries } from '../platform/metrics/counted.ts';
import type { Clock } from '../values/clock.ts';
import { ProviderError } from './provider-errors.ts';
import type { PaymentProviders } from './providers.ts';
import * as queries from './queries.ts';

const BATCH = 20;
const FIRST_RETRY_SECONDS = 30;
/** Doubling from 30 s up to 8.5 h: about a day and a half of trying before a person has to look. */
const MAX_TRIES = 14;
/** Wallets take days to send money back; the provider's notice makes us look sooner. */
const LOOK_AGAIN_SECONDS = 900;

/**
 * Sends the money of recorded refunds back through the provider, and asks how far those are that it has not finished. One
 * that fails is tried again, doubling the wait, and ends as `failed` with its reason when nothing helps. Safe in several
 * instances at once. @returns how many were sent or finished
 */
export async function sendRefunds(
  db: Database,
  providers: PaymentProviders,
  clock: Clock,
  log: FastifyBaseLogger,
): Promise<number> {
  const due = await db.transaction((tx) =>
    queries.claimDueRefunds(tx, {
      now: clock.now(),
      retrySeconds: FIRST_RETRY_SECONDS,
      lookAgainSeconds: LOOK_AGAIN_SECONDS,
      most: BATCH,
    }),
  );
  const moved = await Promise.all(due.map((refund) => sendRefund(db, providers, refund, { now: clock.now(), log })));
  return moved.filter(Boolean).length;
}

/** @returns whether the provider took it or finished it */
async function sendRefund(
  db: Database,
  providers: PaymentProviders,
  refund: queries.DueRefund,
  { now, log }: { now: Date; log: FastifyBaseLogger },
): Promise<boolean> {
  const isNew = refund.providerRefundId === null;
  const outcome = await ask(providers, refund);
  switch (outcome.status) {
    case 'succeeded':
      await queries.saveRefundSucceeded(db, refund, outcome.id, now);
      if (isNew) refundTries.inc({ result: 'accepted' });
      return true;
    case 'pending': {
      const lookAgainAt = new Date(now.getTime() + LOOK_AGAIN_SECONDS * 1_000);
      await queries.saveRefundAccepted(db, refund, { providerRefundId: outcome.id, lookAgainAt, now });
      if (isNew) refundTries.inc({ result: 'accepted' });
      return isNew;
    }
    case 'failed': {
      const isLast = refund.tries >= MAX_TRIES;
      const waitMs = FIRST_RETRY_SECONDS * 1_000 * 2 ** Math.min(refund.tries - 1, 10);
      const tryAgainAt = isLast ? null : new Date(now.getTime() + waitMs);
      const { reason } = outcome;
      log[isLast ? 'error' : 'warn']({ refundId: refund.id, tries: refund.tries, reason }, 'refund was not accepted');
      refundTries.inc({ result: isLast ? 'given_up' : 'refused' });
      await queries.saveRefundFailure(db, refund, { reason, tryAgainAt, now });
      return false;
    }
    case 'unknown':
      log.warn({ refundId: refund.id, reason: outcome.reason }, 'a refund could not be looked at; it is asked again');
      return false;
  }
}

type Outcome = { status: 'pending' | 'succeeded'; id: string } | { status: 'failed' | 'unknown'; reason: string };

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
    // One that the provider has goes on there, whether or not it answers us.
    const goesOn = providerRefundId !== null && !(error instanceof ProviderError && error.refused);
    return { status: goesOn ? 'unknown' : 'failed', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ProviderError && error.detail !== null) return `${error.message}: ${error.detail}`;
  return error instanceof Error ? error.message : String(error);
}
