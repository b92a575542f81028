/** An answer other than success, thrown where the fact is known and written by the error handler alone. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The same request may well succeed later (places come back): an Idempotency-Key does not remember the refusal. */
  passing = false;
  /** For programs, where one status has several meanings. */
  reason: string | undefined;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const badRequest = (message: string) => new ApiError(400, message);
export const notFound = (what: string) => new ApiError(404, `${what} not found`);
export const conflict = (message: string) => new ApiError(409, message);

/** 409 because nothing is left at the moment. */
export function soldOut(message: string): ApiError {
  return Object.assign(conflict(message), { passing: true });
}

/** 503 with the seconds after which another try is worth it. */
export const unavailable = (message: string, retryAfterSeconds: number) =>
  new ApiError(503, message, { 'retry-after': String(retryAfterSeconds) });
