import { LRUCache } from 'lru-cache';

interface Allowance {
  /** At once. */
  most: number;
  /** After these, one more. */
  everySeconds: number;
  /** Names that are remembered, the most recently used ones. Each takes about 100 bytes. */
  names: number;
}

/**
 * How often something may happen, by name, in the memory of this process: for limits that must not cost a row that many
 * requests change. Each instance allows as much, and a restart forgets what was used.
 */
export class Allowances {
  readonly #most: number;
  readonly #everyMs: number;
  /** When everything is available again, in milliseconds. */
  readonly #fullAt: LRUCache<string, number>;

  constructor({ most, everySeconds, names }: Allowance) {
    this.#most = most;
    this.#everyMs = everySeconds * 1_000;
    this.#fullAt = new LRUCache({ max: names });
  }

  /** Uses one, even if none is left: then the wait grows. */
  use(name: string, now: Date): void {
    this.#fullAt.set(name, Math.max(this.#fullAt.get(name) ?? 0, now.getTime()) + this.#everyMs);
  }

  /** @returns 0 if one is left, or how long until there is one */
  waitSeconds(name: string, now: Date): number {
    const untilFullMs = (this.#fullAt.get(name) ?? 0) - now.getTime();
    return Math.max(0, Math.ceil((untilFullMs - (this.#most - 1) * this.#everyMs) / 1_000));
  }
}
