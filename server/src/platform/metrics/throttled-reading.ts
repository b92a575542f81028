import { setTimeout as pause } from 'node:timers/promises';

/**
 * Prometheus scrapes every 15 s or less often. Several of them, or a person who reloads the page, must not add load.
 */
const EVERY_MS = 15_000;
/** Longer than any such reading on a healthy database, and well below the 10 s after which a scrape fails. */
const TIMEOUT_MS = 1_000;

/**
 * A value that costs the database some work, for callers that ask as often as they like. It is read at most every 15 s,
 * one reading at a time, and a call waits at most a second.
 */
export class ThrottledReading<Value> {
  readonly #read: () => Promise<Value>;
  readonly #nowMs: () => number;
  #startedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #value: Value | undefined;

  constructor(read: () => Promise<Value>, nowMs: () => number) {
    this.#read = read;
    this.#nowMs = nowMs;
  }

  /** @returns undefined when the last reading failed or is still running: no value rather than an old one */
  async latest(): Promise<Value | undefined> {
    // In either direction: a clock that was set back must not stop the readings.
    if (!this.#running && Math.abs(this.#nowMs() - this.#startedMs) >= EVERY_MS) {
      this.#startedMs = this.#nowMs();
      this.#running = this.#start();
    }
    if (!this.#running) return this.#value;
    const answered = new AbortController();
    const tooLong = pause(TIMEOUT_MS, false, { signal: answered.signal, ref: false }).catch(() => false);
    const inTime = await Promise.race([this.#running.then(() => true), tooLong]);
    answered.abort();
    return inTime ? this.#value : undefined;
  }

  async #start() {
    try {
      this.#value = await this.#read();
    } catch {
      // Code that needs the database for more than metrics logs the error.
      this.#value = undefined;
    } finally {
      this.#running = undefined;
    }
  }
}
