import { ApiError, type Refusal } from './core/api-error.ts';
import type { ApiErrors } from './generated/errors.ts';

/** Errors that do not come from the API. */
interface OwnErrors {
  /**
   * No answer came: no connection, or it broke. The request may have been done; a POST can be repeated with its key.
   */
  unreachable: { status: 0; details: undefined };
  /** No answer came within `timeoutMs`. */
  timed_out: { status: 0; details: undefined };
  /** The operation is not available, and will not be in a moment: the message says why. */
  not_available: { status: number; details: undefined };
  /** The answer is not one of Takilya: a proxy or another server answered. */
  unexplained: { status: number; details: { status: number } | undefined };
}

type Errors = ApiErrors & OwnErrors;

type ErrorOf<Code extends keyof Errors> = ApiError & {
  readonly code: Code;
  readonly status: Errors[Code]['status'];
  readonly details: Errors[Code]['details'];
};

/**
 * Any failure of a request. `code` says which, and narrows `details`: after `error.code === 'not_enough_left'`,
 * `error.details.left` is a number. A newer server may have codes that are not in these types: treat them by `status`.
 */
export type TakilyaError = { [Code in keyof Errors]: ErrorOf<Code> }[keyof Errors];

interface TakilyaErrorClass {
  new (refusal: Refusal): TakilyaError;
  readonly prototype: TakilyaError;
}

/** The class of the errors of failed requests. Use it as `error instanceof TakilyaError`. */
export const TakilyaError = ApiError as unknown as TakilyaErrorClass;
