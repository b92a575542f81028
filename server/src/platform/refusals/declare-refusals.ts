import { type TProperties, Type } from 'typebox';
import type { AnyDeclaration, Declaration, DeclarationInput, Facts, Status } from './declaration.ts';
import { Refusal } from './refusal.ts';

/** A declared refusal, as listed in a route's `config.refusals`. */
export interface Declared<Known extends object = Record<string, unknown>> {
  readonly code: string;
  readonly declaration: AnyDeclaration;
  /** Whether `error` is this refusal, with these facts. */
  is(error: unknown): error is Refusal<Known>;
}

/** Creates the refusal to throw, from its facts. */
type Refuse<Properties extends TProperties> = keyof Properties extends never
  ? Declared & (() => Refusal)
  : Declared<Facts<Properties>> & ((facts: Facts<Properties>) => Refusal);

/**
 * Declares the refusals of a domain by their codes. To throw one: `throw holdRefusals.not_enough_left({ left: 3 })`.
 */
export function declareRefusals<All extends Record<string, TProperties>>(
  declarations: {
    [Code in keyof All]: Declaration<All[Code]>;
  },
): { readonly [Code in keyof All]: Refuse<All[Code]> } {
  const refusals = Object.entries<AnyDeclaration>(declarations).map(([code, declaration]) => {
    const refuse = (facts: Record<string, unknown> = {}) => new Refusal(code, declaration, facts);
    const is = (error: unknown) => error instanceof Refusal && error.code === code;
    return [code, Object.assign(refuse, { code, declaration, is })];
  });
  return Object.fromEntries(refusals);
}

const withStatus =
  (status: Status) =>
  <Properties extends TProperties = Record<never, never>>(
    words: DeclarationInput<Properties>,
  ): Declaration<Properties> => ({
    status,
    ...words,
  });

export const badRequest = withStatus(400);
export const unauthorized = withStatus(401);
export const forbidden = withStatus(403);
export const missing = withStatus(404);
export const timeout = withStatus(408);
export const conflict = withStatus(409);
export const gone = withStatus(410);
export const tooMany = withStatus(429);
export const tooLarge = withStatus(431);
export const failed = withStatus(500);
export const unavailable = withStatus(503);

/** The refusal for an unknown id. `noun` starts the message: `Event`. */
export const notFound = (noun: string) =>
  missing({
    en: `${noun} not found`,
    cause: 'The id is unknown, or belongs to another organization.',
    remedy: 'Check the id, and that the API key belongs to the right organization.',
  });

/** A fact of refusals that may not last: when to try again. It also becomes the Retry-After header. */
export const RetryAfter = { retry_after_seconds: Type.Integer({ description: 'As in the Retry-After header.' }) };
