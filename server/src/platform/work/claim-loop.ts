import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../values/clock.ts';
import type { Uuid } from '../../values/uuid.ts';
import { taskDuration, taskFailures, taskLastSuccess } from '../metrics/counted.ts';
import { pause } from './pause.ts';

/** Under load the room that ends make is gathered for so long: a claim costs about as much for one piece as for fifty. */
const GATHER_MS = 5;
/** The database did not answer: it has other worries. */
const AFTER_TROUBLE_MS = 2_000;
/** Part of the 10 s until the process is killed. What is not done by then is done again after its lease. */
const FINISH_WITHIN_MS = 5_000;

export interface Claim<Piece> {
  now: Date;
  /** Nobody else claims the piece before. */
  leaseUntil: Date;
  most: number;
  /** What this process does already. */
  underWay: readonly Piece[];
}

/** Rows of a table that is its own queue: each has a time when it is due. */
export interface ClaimedWork<Piece extends { id: Uuid }, Result> {
  /** Of the task, for those who watch. */
  name: string;
  /** How long a new piece waits at most when nothing else is going on. */
  lookEveryMs: number;
  /** Longer than a piece and the writing of its result take. After a crash it is also how long a piece waits. */
  leaseMs: number;
  mostUnderWay: number;
  /** Takes due pieces, at most `most`, in fair turns, and moves the time when they are due to `leaseUntil`. */
  claim(claim: Claim<Piece>): Promise<Piece[]>;
  /** Does one piece. `at` is the time of its claim. */
  run(piece: Piece, at: Date): Promise<Result>;
  /** Writes down what became of it, and when it is due again if it is. */
  settle(piece: Piece, result: Result, at: Date): Promise<void>;
  /** Cuts off what is under way: the loop is stopped. */
  cutOff?(): Promise<void> | void;
}

interface ClaimLoopParts {
  clock: Clock;
  log: FastifyBaseLogger;
}

/**
 * Does due work at least once. A claim moves the next try of a piece behind a lease, so a process that dies loses nothing:
 * whoever claims after the lease does the piece again. Any number of processes may run the same loop. Nothing runs inside a
 * transaction.
 */
export class ClaimLoop<Piece extends { id: Uuid }, Result = unknown> {
  readonly #work: ClaimedWork<Piece, Result>;
  readonly #parts: ClaimLoopParts;
  /** Without those that are only being settled: their lease keeps others away. */
  readonly #running = new Set<Piece>();
  readonly #unsettled = new Set<Promise<void>>();
  /** Until there is room again, something may be due or the loop is stopped. */
  #rest = new AbortController();
  #isStopped = false;

  constructor(work: ClaimedWork<Piece, Result>, parts: ClaimLoopParts) {
    this.#work = work;
    this.#parts = parts;
  }

  /** Begins every piece that is due and that there is room for. @returns how many */
  async begin(): Promise<number> {
    const { mostUnderWay, leaseMs } = this.#work;
    const most = mostUnderWay - this.#running.size;
    if (most <= 0) return 0;
    const now = this.#parts.clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const claimed = await this.#work.claim({ now, leaseUntil, most, underWay: [...this.#running] });
    for (const piece of claimed) {
      const done = this.#do(piece, now).finally(() => this.#unsettled.delete(done));
      this.#unsettled.add(done);
    }
    return claimed.length;
  }

  /** Resolves when nothing is under way and everything is written down. */
  async settled(): Promise<void> {
    while (this.#unsettled.size > 0) await Promise.all(this.#unsettled);
  }

  /**
   * Does what is due until stopped: looks every `lookEveryMs` when idle, and as soon as a piece ends.
   * @returns stops it: begins nothing more, waits up to `finishWithinMs` for what is under way, and cuts off the rest
   */
  start({ finishWithinMs = FINISH_WITHIN_MS } = {}): () => Promise<void> {
    const looping = this.#loop();
    return async () => {
      this.#isStopped = true;
      this.#rest.abort();
      const finished = looping.then(() => this.settled());
      const inTime = new AbortController();
      await Promise.race([finished.finally(() => inTime.abort()), pause(finishWithinMs, inTime.signal)]);
      await this.#work.cutOff?.();
      await finished;
    };
  }

  async #loop() {
    taskFailures.inc({ task: this.#work.name }, 0);
    while (!this.#isStopped) {
      this.#rest = new AbortController();
      const { signal } = this.#rest;
      const isFine = await this.#look();
      if (this.#isStopped) break;
      await pause(isFine ? this.#work.lookEveryMs : AFTER_TROUBLE_MS, signal);
      await pause(GATHER_MS);
    }
  }

  /** @returns whether the database answered */
  async #look(): Promise<boolean> {
    const { name: task } = this.#work;
    const startedMs = performance.now();
    try {
      await this.begin();
      taskLastSuccess.setToCurrentTime({ task });
      return true;
    } catch (error) {
      taskFailures.inc({ task });
      this.#parts.log.error({ err: error, task }, 'due work could not be claimed; it is tried again');
      return false;
    } finally {
      taskDuration.set({ task }, (performance.now() - startedMs) / 1_000);
    }
  }

  async #do(piece: Piece, at: Date): Promise<void> {
    this.#running.add(piece);
    try {
      const result = await this.#work.run(piece, at).finally(() => {
        this.#running.delete(piece);
        this.#rest.abort();
      });
      await this.#work.settle(piece, result, at);
    } catch (error) {
      const about = { err: error, task: this.#work.name, id: piece.id };
      this.#parts.log.error(about, 'the result of claimed work was lost; it is done again after its lease');
    }
  }
}
