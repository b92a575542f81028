import { setTimeout as pause } from 'node:timers/promises';

/** Prometheus asks every 15 s or less often; several of them and a curious person must not become a load. */
const EVERY_MS = 15_000;
/** Longer than any of these readings on a healthy database, and far from the 10 s after which a scrape is given up. */
const PATIENCE_MS = 1_000;

/**
 * A value that costs the database something, for those who ask as often as they like: it is read every 15 s at most, one
 * reading at a time, and nobody waits longer than a second for it.
 */
export class PacedReading<Value> {
  readonly #read: () => Promise<Value>;
  readonly #nowMs: () => number;
  #startedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #value: Value | undefined;

  constructor(read: () => Promise<Value>, nowMs: () => number) {
    this.#read = read;
    this.#nowMs = nowMs;
  }

  /** @returns undefined when the last reading failed or is not answered yet: no value rather than an old one */
  async latest(): Promise<Value | undefined> {
    // In either direction: a clock that was put back must not stop the readings.
    if (!this.#running && Math.abs(this.#nowMs() - this.#startedMs) >= EVERY_MS) {
      this.#startedMs = this.#nowMs();
      this.#running = this.#start();
    }
    if (!this.#running) return this.#value;
    const answered = new AbortController();
    const tooLong = pause(PATIENCE_MS, false, { signal: answered.signal, ref: false }).catch(() => false);
    const inTime = await Promise.race([this.#running.then(() => true), tooLong]);
    answered.abort();
    return inTime ? this.#value : undefined;
  }

  async #start() {
    try {
      this.#value = await this.#read();
    } catch {
      // What is wrong with the database is told by those who need it for more than a figure.
      this.#value = undefined;
    } finally {
      this.#running = undefined;
    }
  }
}
