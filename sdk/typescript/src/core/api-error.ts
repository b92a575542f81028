/** The error of an answer. It is JSON and can be stored. */
export interface Refusal {
  /** 0 when no answer came. */
  status: number;
  /** Stable. The message is an English sentence that may change. */
  code: string;
  message: string;
  /** The field at fault, by its name in the API. */
  field?: string | undefined;
  details?: Record<string, unknown> | undefined;
}

/** Where an error came from. */
interface Origin {
  /** Names the request in the log of the server. */
  requestId?: string | undefined;
  /** When the server asks to wait. */
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Any answer other than success, or none. */
export class ApiError extends Error implements Refusal {
  override readonly name = 'TakilyaError';
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    { status, code, message, field, details }: Refusal,
    { requestId, retryAfterSeconds, cause }: Origin = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.field = field;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  toJSON(): Refusal {
    const { status, code, message, field, details } = this;
    return { status, code, message, field, details };
  }
}

/**
 * @returns the error of the envelope, `not_available` when it is a plain sentence with 503, or `unexplained` when there
 * is none (a proxy answered)
 */
export function errorOf(response: Response, text: string): ApiError {
  const { status } = response;
  const error = errorIn(text);
  if (typeof error === 'string' && status === 503)
    return new ApiError({ status, code: 'not_available', message: error }, originOf(response));
  const { status: said, code, message, field, details } = typeof error === 'string' ? {} : error;
  // Others put a code under `error`, too; ours say the status.
  return said === status && code !== undefined && message !== undefined
    ? new ApiError({ status, code, message, field, details }, originOf(response))
    : unexplained(response, `The server answered ${status}`);
}

/** The error of an answer that is not one of Takilya. */
export const unexplained = (response: Response, message: string, cause?: unknown): ApiError => {
  const { status } = response;
  return new ApiError({ status, code: 'unexplained', message, details: { status } }, { ...originOf(response), cause });
};

const originOf = ({ headers }: Response): Origin => ({
  requestId: headers.get('x-request-id') ?? undefined,
  retryAfterSeconds: retryAfterOf(headers),
});

/** What is under `error`. With 503, a plain sentence says that the operation is not available, now and in a moment. */
function errorIn(text: string): Partial<Refusal> | string {
  try {
    const { error } = JSON.parse(text);
    return (typeof error === 'object' && error !== null) || typeof error === 'string' ? error : {};
  } catch {
    return {};
  }
}

/** `Retry-After` is a number of seconds or a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** @returns the error of a request that got no answer; for an aborted request, the reason that the caller gave */
export function unansweredOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof ApiError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ApiError(
      { status: 0, code: 'timed_out', message: 'The server did not answer in time' },
      { cause: error },
    );
  return new ApiError({ status: 0, code: 'unreachable', message: 'The server cannot be reached' }, { cause: error });
}
