import { inspect } from 'node:util';

/** Something that must be true and is not. */
export class Violation extends Error {
  readonly details: unknown;

  constructor(sentence: string, details: unknown) {
    super(sentence);
    this.name = 'Violation';
    this.details = details;
  }

  /** For a person. */
  override toString(): string {
    return `${this.message}\n${inspect(this.details, { depth: 6, breakLength: 120, maxArrayLength: 10 })}`;
  }
}
