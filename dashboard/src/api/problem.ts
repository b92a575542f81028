/** An error as the server answers it. Stored with a scan it is JSON. */
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

/** Any answer other than success. */
export class Problem extends Error implements Refusal {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor({ status, code, message, field, details }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.details = details;
  }

  toJSON(): Refusal {
    const { status, code, message, field, details } = this;
    return { status, code, message, field, details };
  }
}

/** @returns the error of the envelope, or `unexplained` when there is none (a proxy answered) */
export function problemOf(status: number, body: unknown): Problem {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: Partial<Refusal> };
  const { code, message, field, details } = error ?? {};
  return code !== undefined && message !== undefined
    ? new Problem({ status, code, message, field, details })
    : new Problem({ status, code: 'unexplained', message: `The server answered ${status}`, details: { status } });
}

export const isProblem = (error: unknown, status: number): error is Problem =>
  error instanceof Problem && error.status === status;

export const isRefused = (error: unknown, ...codes: string[]): error is Problem =>
  error instanceof Problem && codes.includes(error.code);
