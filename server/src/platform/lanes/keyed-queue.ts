import { serviceRefusals } from '../refusals/service-refusals.ts';
import { Lanes } from './lanes.ts';

/**
 * Work that waited longer is not begun. With the time that a request waits for its idempotency key before, and for
 * locks afterwards, this is less than the minute after which the key is free for a repeat, which would be carried out,
 * too, and after which doors and wallets no longer look for the time that a request wrote.
 */
const MAX_WAIT_MS = 20_000;

interface KeyedQueueOptions {
  /** The kind of queue, as named in metrics and traces. */
  name: string;
  maxWaiting?: number;
  maxWaitMs?: number;
  retryAfterSeconds?: number;
}

/** Serializes work in this process: of the calls with the same name one runs at a time, first come, first served. */
export class KeyedQueue {
  readonly #lanes: Lanes<() => Promise<unknown>, unknown>;
  readonly #maxWaitMs: number;
  readonly #retryAfterSeconds: number;

  constructor({ maxWaitMs = MAX_WAIT_MS, retryAfterSeconds = 1, ...options }: KeyedQueueOptions) {
    this.#maxWaitMs = maxWaitMs;
    this.#retryAfterSeconds = retryAfterSeconds;
    this.#lanes = new Lanes({
      ...options,
      retryAfterSeconds,
      maxPerBatch: 1,
      run: (works) => Promise.allSettled(works.map((work) => work())),
    });
  }

  /** @throws what `work` throws; Refusal 503 when too many wait, or it waited too long */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const since = performance.now();
    return this.#lanes.join(name, async () => {
      if (performance.now() - since > this.#maxWaitMs)
        throw serviceRefusals.overloaded({ retry_after_seconds: this.#retryAfterSeconds });
      return work();
    }) as Promise<Result>;
  }
}
