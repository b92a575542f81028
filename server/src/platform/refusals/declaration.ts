import type { Static, TObject, TProperties } from 'typebox';

export type Facts<Properties extends TProperties> = Static<TObject<Properties>>;
/** A single sentence is without its full stop. */
export type Sentence<Known> = string | ((facts: Known) => string);

/** What a domain says of one of its refusals. Its code, the name that it is declared under, never changes. */
export interface Words<Properties extends TProperties> {
  /**
   * What the sentences are made of, in the words of the wire. A program gets the same as `error.details`, so that it
   * need not read the sentence; `field` becomes `error.field`, `retry_after_seconds` the header Retry-After too.
   */
  facts?: Properties;
  /** The part of the request that is at fault, where it is always the same one. */
  field?: string;
  /** The same request may well succeed later (places come back): an Idempotency-Key does not remember the refusal. */
  passing?: true;
  /** The message of the API. */
  en: Sentence<Facts<Properties>>;
  /** Declared where a page of buyers can show it. */
  fil?: Sentence<Facts<Properties>>;
  /** For docs/errors.md: what leads to it. */
  cause: string;
  /** For docs/errors.md: what its reader can do. */
  remedy: string;
}

export type Status = 400 | 401 | 403 | 404 | 408 | 409 | 429 | 431 | 500 | 503;

export interface Declaration<Properties extends TProperties> extends Words<Properties> {
  status: Status;
}

/** One of any facts. */
export interface AnyDeclaration extends Omit<Declaration<TProperties>, 'en' | 'fil'> {
  en: Sentence<never>;
  fil?: Sentence<never>;
}
