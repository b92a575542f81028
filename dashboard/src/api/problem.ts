/** An answer other than success. The message is the server's own, or ours when there was none. */
export class Problem extends Error {
  readonly status: number;
  /** What a program can tell it by, where the message is not enough. */
  readonly reason: string | undefined;

  constructor(status: number, message: string, reason?: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

interface Envelope {
  error?: { message?: string; reason?: string; errors?: { reason?: string } };
}

/** @returns what went wrong in the words of the envelope; without one (a proxy answered, the line is down), in ours */
export function problemOf(status: number, body: unknown): Problem {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as Envelope;
  const reason = error?.reason ?? error?.errors?.reason;
  return new Problem(status, error?.message ?? `The server answered ${status} without saying why`, reason);
}

export const isProblem = (error: unknown, status: number): error is Problem =>
  error instanceof Problem && error.status === status;
