import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/database.ts';
import { laneBatchesFailed, laneBatchMembers, laneWaiting } from '../metrics/counted.ts';
import { unavailable } from '../refusals/errors.ts';
import type { Origin } from '../tracing/spans.ts';
import { tracedBatch, traceOrigin } from '../tracing/tracing.ts';
import type { Rush } from './rush.ts';

interface LanesOptions<Member, Result> {
  /** Of the kind, for those who watch. */
  name: string;
  /**
   * Does the work of a whole batch; outcomes in the order of the members. When it rejects, its halves are tried, unless the
   * database was away. Whoever has waited for a lock can take who came meanwhile: `late` gives them, as many as the batch
   * has room for, and they follow the members.
   */
  run(members: Member[], late: () => Member[]): Promise<PromiseSettledResult<Result>[]>;
  /** Told of every batch, where those who wait are people. */
  rush?: Rush;
  /**
   * Most members of one batch: bounds the transaction, and how long the last of them waits for it. With less than the crowd
   * that is there, this process reads and answers some while the database works for the others.
   */
  mostPerBatch?: number;
  /** Most members that wait in one lane; beyond it work is refused at once rather than answered too late. */
  mostWaiting?: number;
  /** When those who are refused may come again. */
  retryAfterSeconds?: number;
}

interface Waiting<Member, Result> {
  member: Member;
  origin: Origin | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * So many members are told in one turn of the event loop, each of whom becomes an answer in it. With a whole batch at once
 * the next one would wait until all of its answers are made, and so would what the database says to it meanwhile.
 */
const TOLD_IN_A_TURN = 16;

/**
 * One lane per scarce thing: whoever wants it queues for microseconds in the process and goes to the database together
 * with the others. One batch per lane is in flight; the next is whatever gathered meanwhile, so an idle lane adds no wait.
 * A lane saves round trips and lock waits only: the database decides, and other processes have lanes of their own.
 */
export class Lanes<Member, Result> {
  readonly #lanes = new Map<string, Waiting<Member, Result>[]>();
  readonly #name: string;
  readonly #run: LanesOptions<Member, Result>['run'];
  readonly #rush: Rush | undefined;
  readonly #mostPerBatch: number;
  readonly #mostWaiting: number;
  readonly #retryAfterSeconds: number;
  readonly #waiting: ReturnType<typeof laneWaiting>;
  readonly #batchMembers: ReturnType<typeof laneBatchMembers.labels>;
  readonly #batchesFailed: ReturnType<typeof laneBatchesFailed.labels>;

  constructor(options: LanesOptions<Member, Result>) {
    const { name, run, rush, mostPerBatch = 128, mostWaiting = 5_000, retryAfterSeconds = 1 } = options;
    this.#name = `lane of ${name}`;
    this.#run = run;
    this.#rush = rush;
    this.#mostPerBatch = mostPerBatch;
    this.#mostWaiting = mostWaiting;
    this.#retryAfterSeconds = retryAfterSeconds;
    this.#waiting = laneWaiting(name);
    this.#batchMembers = laneBatchMembers.labels(name);
    this.#batchesFailed = laneBatchesFailed.labels(name);
    this.#batchesFailed.inc(0);
  }

  /** @throws ApiError 503 when the lane is full; otherwise what became of this member, whatever became of its neighbours */
  async join(lane: string, member: Member): Promise<Result> {
    let queue = this.#lanes.get(lane);
    if (queue && queue.length >= this.#mostWaiting)
      throw unavailable('Too many requests at once: try again', this.#retryAfterSeconds);
    this.#waiting.count++;
    const starts = queue === undefined;
    if (queue === undefined) {
      queue = [];
      this.#lanes.set(lane, queue);
    }
    const outcome = new Promise<Result>((resolve, reject) =>
      queue.push({ member, origin: traceOrigin(), resolve, reject }),
    );
    if (starts) void this.#drive(lane, queue);
    return outcome;
  }

  /** Never rejects: members are told of what fails. */
  async #drive(lane: string, queue: Waiting<Member, Result>[]) {
    while (queue.length > 0) {
      // A database in memory answers within microtasks: without a turn of the event loop every batch would be of one.
      await nextTurn();
      const batch = queue.splice(0, this.#mostPerBatch);
      this.#waiting.count -= batch.length;
      this.#rush?.batch(batch.length);
      await this.#settle(batch, () => this.#takeLate(batch, queue));
      this.#batchMembers.observe(batch.length);
    }
    this.#lanes.delete(lane);
  }

  #takeLate(batch: Waiting<Member, Result>[], queue: Waiting<Member, Result>[]): Member[] {
    const late = queue.splice(0, this.#mostPerBatch - batch.length);
    this.#waiting.count -= late.length;
    batch.push(...late);
    this.#rush?.batch(batch.length);
    return late.map(({ member }) => member);
  }

  /** Halves of a batch take nobody more. */
  async #settle(batch: Waiting<Member, Result>[], late: () => Member[] = () => []) {
    try {
      const outcomes = await tracedBatch(this.#name, batch, () =>
        this.#run(
          batch.map(({ member }) => member),
          late,
        ),
      );
      // Not waited for: the database gets the next batch while these are answered.
      void this.#tell(batch, outcomes);
    } catch (error) {
      // A database that is away is not waited for again by each of them in turn, nor asked twice for what it may have done.
      if (batch.length === 1 || error instanceof DatabaseUnavailable) {
        for (const { reject } of batch) reject(error);
        return;
      }
      this.#batchesFailed.inc();
      // One bad member must not fail its neighbours, nor make everyone wait for as many transactions as there are members:
      // it is looked for by halves, and each gets the answer it deserves.
      const middle = Math.ceil(batch.length / 2);
      await this.#settle(batch.slice(0, middle));
      await this.#settle(batch.slice(middle));
    }
  }

  async #tell(batch: Waiting<Member, Result>[], outcomes: PromiseSettledResult<Result>[]) {
    for (const [index, { resolve, reject }] of batch.entries()) {
      if (index > 0 && index % TOLD_IN_A_TURN === 0) await nextTurn();
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome?.reason ?? new Error('the batch has no outcome for this member'));
    }
  }
}
