import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../values/clock.ts';
import type { Uuid } from '../../values/uuid.ts';
import { taskDuration, taskFailures, taskLastSuccess } from '../metrics/service-metrics.ts';
import { pause } from './pause.ts';

/**
 * Between two claims, unless the work asks for more: free slots are collected, for a claim costs about as much for one
 * item as for fifty.
 */
const REST_MS = 5;
/** The wait after a failed claim, so that a struggling database gets less work. */
const RETRY_CLAIM_MS = 2_000;
/** Part of the 10 s after which a stopping process is killed. Unfinished items are done again after their lease. */
const FINISH_WITHIN_MS = 5_000;

export interface Claim<Item> {
  now: Date;
  /** No other process claims the item before this time. */
  leaseUntil: Date;
  limit: number;
  /** Items that this process is working on. */
  inProgress: readonly Item[];
}

/** Work from a table that is its own queue: each row has a time when it is due. */
export interface ClaimedWork<Item extends { id: Uuid }, Result> {
  /** The name of the task in logs and metrics. */
  name: string;
  /** The longest wait of a new item when the loop is idle. */
  pollEveryMs: number;
  /** The shortest time between two claims, however many items end meanwhile. */
  restMs?: number;
  /** Longer than an item and saving its result take. It is also how long an item waits after a crash. */
  leaseMs: number;
  maxInProgress: number;
  /** Claims at most `limit` due items, in fair turns, by moving their due time to `leaseUntil`. */
  claim(claim: Claim<Item>): Promise<Item[]>;
  /** Processes one item. `at` is the time of its claim. */
  run(item: Item, at: Date): Promise<Result>;
  /** Saves the result, and the next due time if there is one. */
  settle(item: Item, result: Result, at: Date): Promise<void>;
  /** Aborts the items in progress: the loop is stopping. */
  abort?(): Promise<void> | void;
}

interface ClaimLoopParts {
  clock: Clock;
  log: FastifyBaseLogger;
}

/**
 * Does due work at least once. A claim moves the due time of an item behind a lease, so a crashed process loses
 * nothing: after the lease, the next claim does the item again. Any number of processes may run the same loop. No item
 * runs inside a transaction.
 */
export class ClaimLoop<Item extends { id: Uuid }, Result = unknown> {
  readonly #work: ClaimedWork<Item, Result>;
  readonly #parts: ClaimLoopParts;
  /** Items in progress, without items whose result is being saved: their lease keeps other processes away. */
  readonly #running = new Set<Item>();
  readonly #unsettled = new Set<Promise<void>>();
  /** Aborted when a slot is free, or when the loop is stopped. */
  #idle = new AbortController();
  readonly #stopping = new AbortController();

  constructor(work: ClaimedWork<Item, Result>, parts: ClaimLoopParts) {
    this.#work = work;
    this.#parts = parts;
  }

  /** Starts every due item that there is a free slot for. @returns how many */
  async begin(): Promise<number> {
    const { maxInProgress, leaseMs } = this.#work;
    const limit = maxInProgress - this.#running.size;
    if (limit <= 0) return 0;
    const now = this.#parts.clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const claimed = await this.#work.claim({ now, leaseUntil, limit, inProgress: [...this.#running] });
    for (const item of claimed) {
      const done = this.#do(item, now).finally(() => this.#unsettled.delete(done));
      this.#unsettled.add(done);
    }
    return claimed.length;
  }

  /** Resolves when no item is in progress and every result is saved. */
  async settled(): Promise<void> {
    while (this.#unsettled.size > 0) await Promise.all(this.#unsettled);
  }

  /**
   * Processes due items until stopped: looks every `pollEveryMs` when idle, and as soon as an item ends.
   * @returns stops the loop: starts no more items, waits up to `finishWithinMs` for those in progress, and aborts the
   * rest
   */
  start({ finishWithinMs = FINISH_WITHIN_MS } = {}): () => Promise<void> {
    const looping = this.#loop();
    return async () => {
      this.#stopping.abort();
      this.#idle.abort();
      const finished = looping.then(() => this.settled());
      const inTime = new AbortController();
      await Promise.race([finished.finally(() => inTime.abort()), pause(finishWithinMs, inTime.signal)]);
      await this.#work.abort?.();
      await finished;
    };
  }

  async #loop() {
    taskFailures.inc({ task: this.#work.name }, 0);
    while (!this.#stopping.signal.aborted) {
      this.#idle = new AbortController();
      const { signal } = this.#idle;
      const isFine = await this.#poll();
      const { pollEveryMs, restMs = REST_MS } = this.#work;
      await pause(restMs, this.#stopping.signal);
      if (this.#stopping.signal.aborted) break;
      await pause((isFine ? pollEveryMs : RETRY_CLAIM_MS) - restMs, signal);
    }
  }

  /** @returns whether the database answered */
  async #poll(): Promise<boolean> {
    const { name: task } = this.#work;
    const startedMs = performance.now();
    try {
      await this.begin();
      taskLastSuccess.setToCurrentTime({ task });
      return true;
    } catch (error) {
      taskFailures.inc({ task });
      this.#parts.log.error({ err: error, task }, 'could not claim due work; trying again');
      return false;
    } finally {
      taskDuration.set({ task }, (performance.now() - startedMs) / 1_000);
    }
  }

  async #do(item: Item, at: Date): Promise<void> {
    try {
      const result = await this.#run(item, at);
      await this.#work.settle(item, result, at);
    } catch (error) {
      const about = { err: error, task: this.#work.name, id: item.id };
      this.#parts.log.error(about, 'could not save the result of claimed work; repeating it after its lease');
    }
  }

  /** The slot is free afterwards, however it ends. */
  async #run(item: Item, at: Date): Promise<Result> {
    this.#running.add(item);
    try {
      return await this.#work.run(item, at);
    } finally {
      this.#running.delete(item);
      this.#idle.abort();
    }
  }
}
