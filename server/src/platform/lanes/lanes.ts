import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/database.ts';
import { type Commits, followCommits, followedCommits } from '../database/follow-commits.ts';
import { laneBatchesFailed, laneBatchMembers, laneWaiting } from '../metrics/service-metrics.ts';
import { serviceRefusals } from '../refusals/service-refusals.ts';
import type { Origin } from '../tracing/spans.ts';
import { tracedBatch, traceOrigin } from '../tracing/tracing.ts';
import type { Rush } from './rush.ts';

interface LanesOptions<Member, Result> {
  /** The kind of lane, as named in metrics and traces. */
  name: string;
  /**
   * Does the work of a whole batch, and returns the outcomes in the order of the members. If it rejects, the batch is
   * repeated in halves, unless the database was unavailable. After waiting for a lock, `run` may call `late` for
   * members that arrived meanwhile, up to the limit of the batch; they follow the others.
   */
  run(members: Member[], late: () => Member[]): Promise<PromiseSettledResult<Result>[]>;
  /** Set only for lanes of end users: every batch is reported to it. */
  rush?: Rush;
  /**
   * Largest batch: bounds the transaction, and the wait of its last member. With batches smaller than the crowd, this
   * process reads and answers some requests while the database works for others.
   */
  maxPerBatch?: number;
  /** Most members that wait in one lane; more are refused at once rather than answered too late. */
  maxWaiting?: number;
  /** Retry-After of a refusal. */
  retryAfterSeconds?: number;
}

interface Waiting<Member, Result> {
  member: Member;
  origin: Origin | undefined;
  /** Where the member's request notes what it has committed. */
  commits: Commits | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Members answered per turn of the event loop; each becomes a response in that turn. Answering a whole batch at once
 * would delay the next batch, and the database's answers to it, until all responses are written.
 */
const ANSWERS_PER_TURN = 16;

/**
 * One lane per contended resource: its members queue for microseconds in the process and go to the database together.
 * One batch per lane is in flight, and the next one takes whatever gathered meanwhile, so an idle lane adds no delay. A
 * lane only saves round trips and lock waits: the database decides, and other processes have lanes of their own.
 */
export class Lanes<Member, Result> {
  readonly #lanes = new Map<string, Waiting<Member, Result>[]>();
  readonly #name: string;
  readonly #run: LanesOptions<Member, Result>['run'];
  readonly #rush: Rush | undefined;
  readonly #maxPerBatch: number;
  readonly #maxWaiting: number;
  readonly #retryAfterSeconds: number;
  readonly #waiting: ReturnType<typeof laneWaiting>;
  readonly #batchMembers: ReturnType<typeof laneBatchMembers.labels>;
  readonly #batchesFailed: ReturnType<typeof laneBatchesFailed.labels>;

  constructor(options: LanesOptions<Member, Result>) {
    const { name, run, rush, maxPerBatch = 128, maxWaiting = 5_000, retryAfterSeconds = 1 } = options;
    this.#name = `lane of ${name}`;
    this.#run = run;
    this.#rush = rush;
    this.#maxPerBatch = maxPerBatch;
    this.#maxWaiting = maxWaiting;
    this.#retryAfterSeconds = retryAfterSeconds;
    this.#waiting = laneWaiting(name);
    this.#batchMembers = laneBatchMembers.labels(name);
    this.#batchesFailed = laneBatchesFailed.labels(name);
    this.#batchesFailed.inc(0);
  }

  /** Resolves or rejects with the outcome of this member alone. @throws Refusal overloaded when the lane is full */
  async join(lane: string, member: Member): Promise<Result> {
    let queue = this.#lanes.get(lane);
    if (queue && queue.length >= this.#maxWaiting)
      throw serviceRefusals.overloaded({ retry_after_seconds: this.#retryAfterSeconds });
    this.#waiting.count++;
    const starts = queue === undefined;
    if (queue === undefined) {
      queue = [];
      this.#lanes.set(lane, queue);
    }
    const outcome = new Promise<Result>((resolve, reject) =>
      queue.push({ member, origin: traceOrigin(), commits: followedCommits(), resolve, reject }),
    );
    if (starts) void this.#runBatches(lane, queue);
    return outcome;
  }

  /** Never rejects; errors go to the members. */
  async #runBatches(lane: string, queue: Waiting<Member, Result>[]) {
    while (queue.length > 0) {
      // An in-memory database answers within microtasks: without a turn of the event loop every batch would have one
      // member.
      await nextTurn();
      const batch = queue.splice(0, this.#maxPerBatch);
      this.#waiting.count -= batch.length;
      this.#rush?.batch(batch.length);
      await this.#settle(batch, () => this.#takeLate(batch, queue));
      this.#batchMembers.observe(batch.length);
    }
    this.#lanes.delete(lane);
  }

  #takeLate(batch: Waiting<Member, Result>[], queue: Waiting<Member, Result>[]): Member[] {
    const late = queue.splice(0, this.#maxPerBatch - batch.length);
    this.#waiting.count -= late.length;
    batch.push(...late);
    this.#rush?.batch(batch.length);
    return late.map(({ member }) => member);
  }

  /** Runs a batch. Halves of a batch take no late members. */
  async #settle(batch: Waiting<Member, Result>[], late: () => Member[] = () => []) {
    try {
      const outcomes = await noting(batch, () =>
        tracedBatch(this.#name, batch, () =>
          this.#run(
            batch.map(({ member }) => member),
            late,
          ),
        ),
      );
      // Not awaited: the next batch goes to the database while these members are answered.
      void this.#answer(batch, outcomes);
    } catch (error) {
      // If the database is unavailable, the members do not wait for it again in turn, and it is not asked twice for
      // work that it may have done.
      if (batch.length === 1 || error instanceof DatabaseUnavailable) {
        for (const { reject } of batch) reject(error);
        return;
      }
      this.#batchesFailed.inc();
      // One bad member must not fail its neighbours, nor make all of them wait for one transaction per member. It is
      // found by bisection, and each member gets its own answer.
      const middle = Math.ceil(batch.length / 2);
      await this.#settle(batch.slice(0, middle));
      await this.#settle(batch.slice(middle));
    }
  }

  async #answer(batch: Waiting<Member, Result>[], outcomes: PromiseSettledResult<Result>[]) {
    for (const [index, { resolve, reject }] of batch.entries()) {
      if (index > 0 && index % ANSWERS_PER_TURN === 0) await nextTurn();
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome?.reason ?? new Error('the batch has no outcome for this member'));
    }
  }
}

/** A batch runs once for all: what it commits is noted for each of its members, those that came late too. */
async function noting<T>(batch: Pick<Waiting<unknown, never>, 'commits'>[], run: () => Promise<T>): Promise<T> {
  const commits: Commits = { any: false };
  try {
    return await followCommits(commits, run);
  } finally {
    if (commits.any) for (const one of batch) if (one.commits) one.commits.any = true;
  }
}
