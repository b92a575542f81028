import { createHash } from 'node:crypto';
import type { Clock } from '../server/src/values/clock.ts';

/** What stays readable of a long run. */
const LINES_KEPT = 60;

/** What happened, in order: its digest tells two runs apart, its last lines tell what led to a failure. */
export class History {
  readonly lines: string[] = [];
  readonly #clock: Clock;
  readonly #print: ((line: string) => void) | null;
  readonly #hash = createHash('sha256');

  constructor(clock: Clock, print: ((line: string) => void) | null) {
    this.#clock = clock;
    this.#print = print;
  }

  note(what: string) {
    const line = `${this.#clock.now().toISOString()} ${what}`;
    this.#hash.update(line).update('\n');
    this.#print?.(line);
    if (this.lines.push(line) > LINES_KEPT) this.lines.shift();
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
