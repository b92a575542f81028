import { createHash } from 'node:crypto';
import type { Clock } from '../server/src/values/clock.ts';

/** Number of lines kept of a long run. */
const LINES_KEPT = 60;

/** All steps in order. Its digest distinguishes runs; its last lines show what led to a failure. */
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
