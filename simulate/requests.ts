import type { Clock } from '../server/src/values/clock.ts';
import { Violation } from './violation.ts';

/** The slowest calls of the provider take a minute each; a round of the reconciler may make dozens of them. */
const LONGEST_MS = 60 * 60_000;

/** What servers are doing, requests and periodic work: who is alone in the house, and who waits for ever. */
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

  /** @throws Violation when one has waited longer than anything takes: a lane that nobody drives, a turn never handed on */
  expectAnswers() {
    const oldest = this.#clock.now().getTime() - LONGEST_MS;
    const stuck = this.#underWay
      .values()
      .filter(({ sinceMs }) => sinceMs < oldest)
      .toArray();
    if (stuck.length > 0) throw new Violation('a request waits for an answer that does not come', stuck);
  }
}
