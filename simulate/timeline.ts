import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import type { Clock } from '../server/src/values/clock.ts';
import type { Dice } from './dice.ts';
import { Violation } from './violation.ts';

/** A waiting step and its time. */
interface Moment {
  atMs: number;
  /** The dice choose among steps that wait for the same millisecond. */
  order: number;
  wake(): void;
}

/** As imported, because a run replaces it for the app. */
const realPause = setTimeout;
/** Code between two waits takes a turn or two of the event loop; after this many turns nothing is running. */
const QUIET_TURNS = 2;
/** How often to check whether a real database has answered. */
const LOOK_AGAIN_MS = 0.5;

/**
 * Simulated time. All waits (for a database, a provider, a person) happen here; one step resumes at a time,
 * and the next only when nothing runs any more. So the dice decide how steps interleave, and a day takes no time.
 */
export class Timeline {
  /** Number of steps so far: the position in a run, to find it again. */
  steps = 0;
  readonly clock: Clock = { now: () => new Date(Math.floor(this.#nowMs)) };
  readonly #dice: Dice;
  /** Whether this many pieces of real work cannot continue, because each waits for a lock. */
  readonly #allBlocked: (pieces: number) => Promise<boolean>;
  readonly #moments: Moment[] = [];
  readonly #names = new Map<symbol, string>();
  #nowMs: number;
  #outside = 0;
  #arrivals = 0;
  #failure: { error: unknown } | undefined;

  constructor(start: Date, dice: Dice, allBlocked: (pieces: number) => Promise<boolean> = async () => false) {
    this.#nowMs = start.getTime();
    this.#dice = dice;
    this.#allBlocked = allBlocked;
  }

  /** Waits in simulated time. */
  pause(ms: number): Promise<void> {
    this.#arrivals++;
    return new Promise((wake) => this.#add({ atMs: this.#nowMs + ms, order: this.#dice.next(), wake }));
  }

  /** Real work that the simulated clock waits for: no step resumes before it has ended. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    const leave = this.enterOutside();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  enterOutside(): () => void {
    this.#outside++;
    return () => {
      this.#outside--;
      this.#arrivals++;
    };
  }

  /** Runs a life beside the others. The first failure ends the run. */
  spawn(name: string, life: () => Promise<void>): Promise<void> {
    const id = Symbol();
    this.#names.set(id, name);
    return life()
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.#names.delete(id));
  }

  /** Ends the run from code whose errors may be caught elsewhere. */
  fail(error: unknown) {
    this.#failure ??= { error };
  }

  /** Runs until `life` has ended. @returns its result @throws the first failure of any life */
  async run<Result>(life: () => Promise<Result>): Promise<Result> {
    let end: { result: Result } | undefined;
    void this.spawn('the run', async () => {
      end = { result: await life() };
    });
    for (;;) {
      await this.#quiet();
      if (this.#failure) throw this.#failure.error;
      if (end) return end.result;
      const next = this.#takeNext();
      if (!next) throw new Violation('every step waits and none can continue', [...this.#names.values()]);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.steps++;
      next.wake();
    }
  }

  async #quiet() {
    for (let idle = 0; idle < QUIET_TURNS; ) {
      const before = this.#arrivals;
      await nextTurn();
      idle = this.#arrivals === before && !(await this.#works()) ? idle + 1 : 0;
    }
  }

  async #works(): Promise<boolean> {
    if (this.#outside === 0) return false;
    if (await this.#allBlocked(this.#outside)) return false;
    await realPause(LOOK_AGAIN_MS);
    return true;
  }

  /** A binary heap: the earliest is first. */
  #add(moment: Moment) {
    const heap = this.#moments;
    let at = heap.push(moment) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || isBefore(parent, moment)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = moment;
  }

  #takeNext(): Moment | undefined {
    const heap = this.#moments;
    const [first] = heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (!left) break;
      const child = right && isBefore(right, left) ? right : left;
      if (child === right) below++;
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

const isBefore = (a: Moment, b: Moment): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
