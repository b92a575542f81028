import { inspect } from 'node:util';

/** A broken promise or invariant. */
export class Violation extends Error {
  readonly details: unknown;

  constructor(sentence: string, details: unknown) {
    super(sentence);
    this.name = 'Violation';
    this.details = details;
  }

  /** Readable text. */
  override toString(): string {
    return `${this.message}\n${inspect(this.details, { depth: 6, breakLength: 120, maxArrayLength: 10 })}`;
  }
}
