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

/** @returns the error of the envelope, or `unexplained` when there is none (a proxy answered) */
export function errorOf({ status, headers }: Response, text: string): ApiError {
  const requestId = headers.get('x-request-id') ?? undefined;
  const origin = { requestId, retryAfterSeconds: retryAfterOf(headers) };
  const { code, message, field, details } = refusalIn(text);
  return code !== undefined && message !== undefined
    ? new ApiError({ status, code, message, field, details }, origin)
    : new ApiError(
        { status, code: 'unexplained', message: `The server answered ${status}`, details: { status } },
        origin,
      );
}

function refusalIn(text: string): Partial<Refusal> {
  try {
    const { error } = JSON.parse(text);
    return typeof error === 'object' && error !== null ? error : {};
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

/** @returns the error of a request that got no answer; whoever aborted it gets their own reason back */
export function unansweredOf(error: unknown, signal: AbortSignal): unknown {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout)
    return new ApiError(
      { status: 0, code: 'timed_out', message: 'The server did not answer in time' },
      { cause: error },
    );
  if (signal.aborted || error instanceof ApiError) return error;
  return new ApiError({ status: 0, code: 'unreachable', message: 'The server cannot be reached' }, { cause: error });
}
