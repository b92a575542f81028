import type { Static, TObject, TProperties } from 'typebox';
import type { SecurityEvent } from './security-event.ts';

export type Facts<Properties extends TProperties> = Static<TObject<Properties>>;
/** An error message. A single sentence has no full stop. */
export type Message<Known> = string | ((facts: Known) => string);

/** The declaration of a refusal. Its code is the name it is declared under, and never changes. */
export interface DeclarationInput<Properties extends TProperties> {
  /**
   * The values in the messages, under their wire names. A program gets them as `error.details`, so that it need not
   * parse the message. `field` becomes `error.field`; `retry_after_seconds` also becomes the Retry-After header.
   */
  facts?: Properties;
  /** The wrong part of the request, if it is always the same one. */
  field?: string;
  /**
   * The same request may succeed later, for example when held tickets are released. An Idempotency-Key does not store
   * the refusal.
   */
  temporary?: true;
  /**
   * Its kind in the security log; null: people meet it every day. By default a 401 is `credential_refused`, a 403
   * `access_refused`, a 429 `rate_limited`, and nothing else is logged.
   */
  securityEvent?: SecurityEvent | null;
  /** The message in the API. */
  en: Message<Facts<Properties>>;
  /** The message in Filipino, if a buyer's page may show it. */
  fil?: Message<Facts<Properties>>;
  /** The cause, as docs/errors.md says it. */
  cause: string;
  /** What the caller can do, as docs/errors.md says it. */
  remedy: string;
}

export type Status = 400 | 401 | 403 | 404 | 408 | 409 | 410 | 429 | 431 | 500 | 503;

export interface Declaration<Properties extends TProperties> extends DeclarationInput<Properties> {
  status: Status;
}

/** A declaration with any facts. */
export interface AnyDeclaration extends Omit<Declaration<TProperties>, 'en' | 'fil'> {
  en: Message<never>;
  fil?: Message<never>;
}
