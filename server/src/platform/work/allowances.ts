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
  /** Longer than all that was used takes to be available again. */
  readonly #tooLongMs: number;
  /** When everything is available again, in milliseconds. */
  readonly #fullAt: LRUCache<string, number>;

  constructor({ most, everySeconds, names }: Allowance) {
    this.#most = most;
    this.#everyMs = everySeconds * 1_000;
    this.#tooLongMs = 2 * most * this.#everyMs;
    this.#fullAt = new LRUCache({ max: names });
  }

  /** Uses one, even if none is left: then the wait grows, at most to that for all of them. */
  use(name: string, now: Date): void {
    const untilFullMs = Math.min(this.#untilFullMs(name, now) + this.#everyMs, this.#tooLongMs - this.#everyMs);
    this.#fullAt.set(name, now.getTime() + untilFullMs);
  }

  /** Uses one if one is left. @returns 0, or how long until there is one */
  take(name: string, now: Date): number {
    const waitSeconds = this.waitSeconds(name, now);
    if (waitSeconds === 0) this.use(name, now);
    return waitSeconds;
  }

  /** @returns 0 if one is left, or how long until there is one */
  waitSeconds(name: string, now: Date): number {
    const untilFullMs = this.#untilFullMs(name, now);
    return Math.max(0, Math.ceil((untilFullMs - (this.#most - 1) * this.#everyMs) / 1_000));
  }

  /** What was used while the clock was ahead, and it is set back since, is forgotten: it would be used up for hours. */
  #untilFullMs(name: string, now: Date): number {
    const untilFullMs = (this.#fullAt.get(name) ?? 0) - now.getTime();
    return untilFullMs > this.#tooLongMs ? 0 : Math.max(0, untilFullMs);
  }
}
