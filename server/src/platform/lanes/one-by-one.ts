import { Lanes } from './lanes.ts';

interface OneByOneOptions {
  /** Of the kind, for those who watch. */
  name: string;
  mostWaiting?: number;
  retryAfterSeconds?: number;
}

/** Work that takes turns in this process: of those who name the same thing one runs at a time, first come, first served. */
export class OneByOne {
  readonly #lanes: Lanes<() => Promise<unknown>, unknown>;

  constructor(options: OneByOneOptions) {
    this.#lanes = new Lanes({
      ...options,
      mostPerBatch: 1,
      run: (works) => Promise.allSettled(works.map((work) => work())),
    });
  }

  /** @throws what `work` throws; Refusal 503 when too many wait */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    return this.#lanes.join(name, work) as Promise<Result>;
  }
}
