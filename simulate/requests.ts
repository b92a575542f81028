import type { Clock } from '../server/src/values/clock.ts';
import { Violation } from './violation.ts';

/** The slowest calls of the provider take a minute each; a run of the reconciler may make dozens of them. */
const LONGEST_MS = 60 * 60_000;

/** Running requests and periodic tasks: shows which request has no concurrent ones, and which never ends. */
export class Requests {
  started = 0;
  readonly #clock: Clock;
  readonly #underWay = new Map<number, { what: string; sinceMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  start(what: string): () => void {
    const number = ++this.started;
    this.#underWay.set(number, { what, sinceMs: this.#clock.now().getTime() });
    return () => this.#underWay.delete(number);
  }

  /** @throws Violation when one waits longer than any work takes, such as in a stuck lane or mutex */
  expectAnswers() {
    const oldest = this.#clock.now().getTime() - LONGEST_MS;
    const stuck = this.#underWay
      .values()
      .filter(({ sinceMs }) => sinceMs < oldest)
      .toArray();
    if (stuck.length > 0) throw new Violation('a request never gets its answer', stuck);
  }
}
