import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { Lanes } from '../../platform/lanes/lanes.ts';
import { webhookTries } from '../../platform/metrics/counted.ts';
import { traced } from '../../platform/tracing/tracing.ts';
import type { Clock } from '../../values/clock.ts';
import type { Uuid } from '../../values/uuid.ts';
import { nextAttempt } from './next-attempt.ts';
import { type Claimed, claimDueDeliveries, type Outcome } from './queries.ts';
import { type Answer, type Sender, TIMEOUT_MS } from './sender.ts';
import { GONE, settle } from './settle.ts';
import { signatureHeaders } from './sign.ts';

/** A try and 5 s to write down what became of it. After a crash it is also how long what was under way waits. */
export const LEASE_MS = TIMEOUT_MS + 5_000;
/** Bounds sockets and memory; at 100 ms an answer it is 5,000 deliveries a second. */
const MOST_UNDER_WAY = 512;
/** What one receiver has to stand at once, and what a hung one can take from the others. */
const MOST_PER_WEBHOOK = 16;
/** One that fails is asked carefully: it needs air, and the others the sockets. */
const MOST_PER_FAILING_WEBHOOK = 2;
/** However many endpoints fail, three quarters of the room is for those that answer. */
const MOST_FAILING_UNDER_WAY = MOST_UNDER_WAY / 4;

interface DelivererParts {
  db: Database;
  clock: Clock;
  sender: Sender;
  retrySeconds: number[];
  log: FastifyBaseLogger;
}

/**
 * Sends what is due. The table of deliveries is the queue: a claim moves the next try behind a lease, so a process that
 * dies loses nothing, and whoever claims after the lease sends the same bytes under the same id again.
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #outcomes: Lanes<Outcome, void>;
  readonly #countOf = new Map<Uuid, number>();
  readonly #tries = new Set<Promise<void>>();
  #total = 0;
  #failing = 0;
  #roomMade: (() => void) | null = null;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#outcomes = new Lanes({
      name: 'webhook outcomes',
      run: async (outcomes) => {
        await settle(parts.db, outcomes, parts.clock.now(), parts.log);
        for (const { status } of outcomes) webhookTries.inc({ result: status });
        return outcomes.map(() => ({ status: 'fulfilled', value: undefined }));
      },
    });
  }

  /** Begins every try that is due and that there is room for. @returns how many */
  async begin(): Promise<number> {
    if (this.#total >= MOST_UNDER_WAY) return 0;
    const now = this.#parts.clock.now();
    const claimed = await claimDueDeliveries(this.#parts.db, {
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      most: MOST_UNDER_WAY - this.#total,
      mostPerWebhook: MOST_PER_WEBHOOK,
      mostPerFailingWebhook: MOST_PER_FAILING_WEBHOOK,
      mostFailing: MOST_FAILING_UNDER_WAY - this.#failing,
      underWay: this.#countOf,
    });
    for (const delivery of claimed) {
      const trying = this.#try(delivery, now).catch((error) =>
        // Not written down: after the lease it is sent again.
        this.#parts.log.error({ err: error, deliveryId: delivery.id }, 'outcome of a webhook delivery was lost'),
      );
      this.#tries.add(trying);
      trying.finally(() => this.#tries.delete(trying));
    }
    return claimed.length;
  }

  /** Resolves when a try under way ends. */
  roomMade(): Promise<void> {
    return new Promise((resolve) => {
      this.#roomMade = resolve;
    });
  }

  /** Resolves when nothing is under way and everything is written down. */
  async settled(): Promise<void> {
    while (this.#tries.size > 0) await Promise.all(this.#tries);
  }

  async #try(delivery: Claimed, at: Date): Promise<void> {
    this.#count(delivery, 1);
    const answer = await this.#send(delivery, at);
    // Room is made before the outcome is written: the lease keeps others away from it.
    this.#count(delivery, -1);
    this.#roomMade?.();
    if (answer) await this.#outcomes.join('', this.#outcome(delivery, at, answer));
  }

  #count({ webhookId, failing }: Claimed, change: 1 | -1) {
    this.#total += change;
    if (failing) this.#failing += change;
    const underWay = (this.#countOf.get(webhookId) ?? 0) + change;
    if (underWay > 0) this.#countOf.set(webhookId, underWay);
    else this.#countOf.delete(webhookId);
  }

  #send({ id, webhookId, attempts, url, notificationId, secret, previousSecret, body }: Claimed, at: Date) {
    const bytes = Buffer.from(body);
    const headers = signatureHeaders(bytes, notificationId, at, { secret, previous: previousSecret });
    const attributes = { 'takilya.webhook': webhookId, 'takilya.delivery': id, 'takilya.attempt': attempts };
    return traced('webhook delivery', attributes, async (tell) => {
      const answer = await this.#parts.sender.send(url, headers, bytes);
      tell(answer?.status ? { 'http.response.status_code': answer.status } : { 'error.type': 'no answer' });
      return answer;
    });
  }

  #outcome({ organizationId, id, webhookId, attempts }: Claimed, at: Date, answer: Answer): Outcome {
    const { durationMs, status: responseStatus, error, responseStart, retryAfter } = answer;
    const succeeded = error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
    const { retrySeconds, clock } = this.#parts;
    const again =
      succeeded || responseStatus === GONE
        ? null
        : nextAttempt({ attempts, retrySeconds, retryAfter, now: clock.now() });
    return {
      organizationId,
      deliveryId: id,
      webhookId,
      attempt: attempts,
      at,
      durationMs,
      responseStatus,
      error,
      responseStart,
      status: succeeded ? 'succeeded' : again ? 'pending' : 'failed',
      nextAttemptAt: again,
    };
  }
}
