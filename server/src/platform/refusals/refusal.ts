import type { Language } from '../../values/language.ts';
import type { AnyDeclaration, Message } from './declaration.ts';
import type { SecurityEvent } from './security-event.ts';

const EVENT_OF_STATUS: Readonly<Record<number, SecurityEvent>> = {
  401: 'credential_refused',
  403: 'access_refused',
  429: 'rate_limited',
};

/**
 * An error response. It is thrown where the cause is known, and only the error handler writes it. Its content is data:
 * a stable code, a status and facts. The messages are in the declaration, one per language.
 */
export class Refusal<Known extends object = Record<string, unknown>> extends Error {
  readonly code: string;
  readonly status: number;
  /** The wrong part of the request. */
  readonly field: string | undefined;
  /** The values that a program needs, under their wire names. */
  readonly details: Record<string, unknown> | undefined;
  /** The same request may succeed later, so an Idempotency-Key does not store the refusal. */
  readonly temporary: boolean;
  /** Its kind in the security log; null: it is not logged there. */
  readonly securityEvent: SecurityEvent | null;
  readonly #declaration: AnyDeclaration;
  readonly #facts: Known;

  constructor(code: string, declaration: AnyDeclaration, facts: Known) {
    super(messageOf(declaration.en, facts));
    const { field = declaration.field, ...details } = facts as Known & { field?: string };
    this.code = code;
    this.status = declaration.status;
    this.field = field;
    this.details = Object.keys(details).length > 0 ? details : undefined;
    this.temporary = declaration.temporary ?? false;
    const { securityEvent = EVENT_OF_STATUS[declaration.status] ?? null } = declaration;
    this.securityEvent = securityEvent;
    this.#declaration = declaration;
    this.#facts = facts;
  }

  /** The values in its messages. Their type is known once `is` has named the refusal. */
  get facts(): Known {
    return this.#facts;
  }

  get headers(): Record<string, string> {
    const retryAfterSeconds = this.details?.retry_after_seconds;
    return {
      ...(this.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    };
  }

  /** This refusal for a part of the request, such as `items[1]`: its field is within that part. */
  within(part: string): Refusal<Known> {
    const field = this.field === undefined ? part : `${part}.${this.field}`;
    return new Refusal(this.code, this.#declaration, { ...this.#facts, field });
  }

  /** @returns the message for a page; undefined if it has none in this language */
  in(language: Language): string | undefined {
    const words = this.#declaration[language];
    return words === undefined ? undefined : messageOf(words, this.#facts);
  }
}

const messageOf = (words: Message<never>, facts: object): string =>
  typeof words === 'string' ? words : words(facts as never);
