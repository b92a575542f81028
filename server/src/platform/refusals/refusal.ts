import type { Language } from '../../values/language.ts';
import type { AnyDeclaration, Sentence } from './declaration.ts';

/**
 * An answer other than success, thrown where the fact is known and written by the error handler alone. What it says is
 * data: a stable code, a status and the facts. Its sentences stand with the declaration, one for each language.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** The part of the request that is at fault. */
  readonly field: string | undefined;
  /** What a program needs to know, as it is written on the wire. */
  readonly details: Record<string, unknown> | undefined;
  /** The same request may well succeed later: an Idempotency-Key does not remember the refusal. */
  readonly passing: boolean;
  readonly #declaration: AnyDeclaration;
  readonly #facts: Record<string, unknown>;

  constructor(code: string, declaration: AnyDeclaration, facts: Record<string, unknown> = {}) {
    super(sentence(declaration.en, facts));
    const { field = declaration.field, ...details } = facts;
    this.code = code;
    this.status = declaration.status;
    this.field = field as string | undefined;
    this.details = Object.keys(details).length > 0 ? details : undefined;
    this.passing = declaration.passing ?? false;
    this.#declaration = declaration;
    this.#facts = facts;
  }

  get headers(): Record<string, string> {
    const retryAfterSeconds = this.details?.retry_after_seconds;
    return {
      ...(this.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    };
  }

  /** @returns its words for a page; undefined where none are declared in this language */
  in(language: Language): string | undefined {
    const words = this.#declaration[language];
    return words === undefined ? undefined : sentence(words, this.#facts);
  }
}

const sentence = (words: Sentence<never>, facts: object): string =>
  typeof words === 'string' ? words : words(facts as never);
