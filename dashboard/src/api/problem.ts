import { ApiError } from '../../../sdk/typescript/src/core/api-error.ts';

/** Any answer other than success, or none: what the client throws. */
export const Problem = ApiError;
export type Problem = ApiError;
export type { Refusal } from '../../../sdk/typescript/src/core/api-error.ts';

export const isProblem = (error: unknown, status: number): error is Problem =>
  error instanceof Problem && error.status === status;

export const isRefused = (error: unknown, ...codes: string[]): error is Problem =>
  error instanceof Problem && codes.includes(error.code);

/**
 * The server refused: the request changed nothing. Over the rate limit, or while its first try is running, a request is
 * not judged yet. What a proxy answers says nothing.
 */
export const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.code !== 'unexplained' &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429 &&
  error.code !== 'idempotency_key_in_use';
