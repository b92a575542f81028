import { Lanes } from './lanes.ts';

interface KeyedQueueOptions {
  /** The kind of queue, as named in metrics and traces. */
  name: string;
  maxWaiting?: number;
  retryAfterSeconds?: number;
}

/** Serializes work in this process: of the calls with the same name one runs at a time, first come, first served. */
export class KeyedQueue {
  readonly #lanes: Lanes<() => Promise<unknown>, unknown>;

  constructor(options: KeyedQueueOptions) {
    this.#lanes = new Lanes({
      ...options,
      maxPerBatch: 1,
      run: (works) => Promise.allSettled(works.map((work) => work())),
    });
  }

  /** @throws what `work` throws; Refusal 503 when too many wait */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    return this.#lanes.join(name, work) as Promise<Result>;
  }
}
