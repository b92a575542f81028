import type { Dice } from './dice.ts';
import type { Timeline } from './timeline.ts';
import { type Tally, Trouble, type Troubles } from './troubles.ts';

interface Around {
  dice: Dice;
  timeline: Timeline;
  troubles: Troubles;
  tally: Tally;
}

/** The process of this call is gone. */
export class Died extends Error {}

/** Most statements are fast, and a few are slow. */
const STATEMENT_MS = { least: 0.1, most: 4 };
const SLOW_STATEMENT_MS = { least: 20, most: 500 };

/**
 * The life of one process. It may end between any two steps. Then none of its code runs, not even an error handler,
 * so its waits never end. Requests already sent to the database or the provider take effect.
 */
export class Life {
  alive = true;
  /** Failures it has seen, to distinguish an expected error from a bug. */
  troublesSeen = 0;
  readonly #around: Around;
  readonly #onDeath: () => void;
  readonly #waiting = new Set<() => void>();
  #stepsLeft: number | null;

  constructor(around: Around, onDeath: () => void) {
    this.#around = around;
    this.#onDeath = onDeath;
    const { statementsPerCrash } = around.troubles;
    // Every statement has two steps: sent, and answered.
    this.#stepsLeft = statementsPerCrash === null ? null : around.dice.between(1, 4 * statementsPerCrash);
  }

  /** Waits for the time of a database step. Never returns if the process dies during it. */
  async step(): Promise<void> {
    const { dice, troubles } = this.#around;
    const { least, most } = dice.chance(troubles.slowStatement) ? SLOW_STATEMENT_MS : STATEMENT_MS;
    await this.wait(dice.spread(least, most));
    if (this.#stepsLeft === null || troubles.statementsPerCrash === null) return;
    if (--this.#stepsLeft <= 0) this.die();
    if (!this.alive) await never;
  }

  async wait(ms: number): Promise<void> {
    await this.#around.timeline.pause(ms);
    if (!this.alive) await never;
  }

  /** @throws Trouble at random */
  risk(probability: number, kind: keyof Tally, message: string) {
    if (!this.#around.dice.chance(probability)) return;
    this.troublesSeen++;
    this.#around.tally[kind]++;
    throw new Trouble(message);
  }

  die() {
    if (!this.alive) return;
    this.alive = false;
    for (const end of this.#waiting) end();
    this.#waiting.clear();
    this.#onDeath();
  }

  /** Runs work for a caller outside the process. @throws Died when the process dies before it ends */
  orDie<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!this.alive) return reject(new Died());
      const end = () => reject(new Died());
      this.#waiting.add(end);
      work.then(resolve, reject).finally(() => this.#waiting.delete(end));
    });
  }
}

/** A promise that never settles, for dead processes. */
export const never = new Promise<never>(() => {});
