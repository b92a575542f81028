import { ApiError } from '../../../sdk/typescript/src/core/api-error.ts';

/** Any answer other than success, or none: what the client throws. */
export const Problem = ApiError;
export type Problem = ApiError;
export type { Refusal } from '../../../sdk/typescript/src/core/api-error.ts';

export const isProblem = (error: unknown, status: number): error is Problem =>
  error instanceof Problem && error.status === status;

export const isRefused = (error: unknown, ...codes: string[]): error is Problem =>
  error instanceof Problem && codes.includes(error.code);
