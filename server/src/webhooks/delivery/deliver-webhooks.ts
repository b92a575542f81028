import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { Lanes } from '../../platform/lanes/lanes.ts';
import { webhookTries } from '../../platform/metrics/service-metrics.ts';
import { traced } from '../../platform/tracing/tracing.ts';
import { type Claim, ClaimLoop } from '../../platform/work/claim-loop.ts';
import { Round } from '../../platform/work/waiting-organizations.ts';
import type { Clock } from '../../values/clock.ts';
import { openSecret } from '../../values/secret-box.ts';
import { bytesInPayload } from '../notification.ts';
import { aboutWebhook } from '../webhook.ts';
import { type Claimed, claimDueDeliveries } from './claim-queries.ts';
import { nextAttempt } from './next-attempt.ts';
import type { Outcome } from './queries.ts';
import { type Answer, type Sender, TIMEOUT_MS } from './sender.ts';
import { settle } from './settle.ts';
import { signatureHeaders } from './sign.ts';

/** A poll reads one entry of an index. */
const POLL_EVERY_MS = 250;
/** One attempt, and 5 s to save its outcome. */
export const LEASE_MS = TIMEOUT_MS + 5_000;
/** Bounds sockets and memory. With receivers that answer in 100 ms this is 5,000 deliveries a second. */
const MAX_IN_PROGRESS = 512;
/** Limits the load on one receiver, and how much a hanging one can take from the others. */
const MAX_PER_WEBHOOK = 16;
/** A failing endpoint gets few requests: it needs time to recover, and the others need the sockets. */
const MAX_PER_FAILING_WEBHOOK = 2;
/** However many endpoints fail, three quarters of the capacity stay for the others. */
const MAX_FAILING_IN_PROGRESS = MAX_IN_PROGRESS / 4;

interface DeliveryParts {
  db: Database;
  clock: Clock;
  /** Closed when the deliveries are stopped. */
  sender: Sender;
  retrySeconds: number[];
  secretsKeys: readonly Buffer[];
  log: FastifyBaseLogger;
}

/**
 * Sends due deliveries. Every attempt of a delivery sends the same bytes under the same id, unless the payload of its
 * endpoint was changed meanwhile.
 */
export function webhookDeliveries(parts: DeliveryParts): ClaimLoop<Claimed, Answer | undefined> {
  const { db, clock, sender, log } = parts;
  const outcomes = new Lanes<Outcome, void>({
    name: 'webhook outcomes',
    run: async (batch) => {
      await settle(db, batch, clock.now(), log);
      for (const { status } of batch) webhookTries.inc({ result: status });
      return batch.map(() => ({ status: 'fulfilled', value: undefined }));
    },
  });
  const round = new Round();
  return new ClaimLoop(
    {
      name: 'send webhooks',
      pollEveryMs: POLL_EVERY_MS,
      leaseMs: LEASE_MS,
      maxInProgress: MAX_IN_PROGRESS,
      claim: (claim) => claimWithinBounds(db, round, claim),
      run: (delivery, at) => send(parts, delivery, at),
      // No answer: the sender was closed, and the outcome of the attempt is unknown.
      settle: async (delivery, answer, at) => answer && outcomes.join('', outcomeOf(delivery, { at, answer }, parts)),
      abort: () => sender.close(),
    },
    parts,
  );
}

const claimWithinBounds = (db: Database, round: Round, claim: Claim<Claimed>): Promise<Claimed[]> =>
  db.transaction((tx) =>
    claimDueDeliveries(tx, {
      ...claim,
      round,
      maxPerWebhook: MAX_PER_WEBHOOK,
      maxPerFailingWebhook: MAX_PER_FAILING_WEBHOOK,
      maxFailing: MAX_FAILING_IN_PROGRESS - claim.inProgress.filter(({ failing }) => failing).length,
    }),
  );

function send({ sender, secretsKeys }: DeliveryParts, delivery: Claimed, at: Date): Promise<Answer | undefined> {
  const { id, organizationId, webhookId, attempts, url, notificationId, sealedPreviousSecret } = delivery;
  const bytes = Buffer.from(bytesInPayload(delivery.body, delivery.payload));
  const open = (sealed: Buffer) => openSecret(secretsKeys, sealed, aboutWebhook(organizationId, webhookId));
  const previous = sealedPreviousSecret && open(sealedPreviousSecret);
  const headers = signatureHeaders(bytes, notificationId, at, { secret: open(delivery.sealedSecret), previous });
  const attributes = { 'takilya.webhook': webhookId, 'takilya.delivery': id, 'takilya.attempt': attempts };
  return traced('webhook delivery', attributes, async (setAttributes) => {
    const answer = await sender.send(url, headers, bytes);
    setAttributes(answer?.status ? { 'http.response.status_code': answer.status } : { 'error.type': 'no answer' });
    return answer;
  });
}

function outcomeOf(
  { organizationId, id, webhookId, url, attempts }: Claimed,
  { at, answer }: { at: Date; answer: Answer },
  { retrySeconds, clock }: Pick<DeliveryParts, 'retrySeconds' | 'clock'>,
): Outcome {
  const { durationMs, status: responseStatus, error, responseStart, retryAfter } = answer;
  const succeeded = error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
  const nextAttemptAt = succeeded ? null : nextAttempt({ attempts, retrySeconds, retryAfter, now: clock.now() });
  return {
    organizationId,
    deliveryId: id,
    webhookId,
    url,
    attempt: attempts,
    at,
    durationMs,
    responseStatus,
    error,
    responseStart,
    status: succeeded ? 'succeeded' : nextAttemptAt ? 'pending' : 'failed',
    nextAttemptAt,
  };
}
