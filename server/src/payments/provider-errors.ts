/** The provider refused, or its outcome is unknown. Its message names no buyer and no secret: it may be logged. */
export class ProviderError extends Error {
  /**
   * Of its answer; null when none came in time, or none that makes sense: it may or may not have done what was asked.
   */
  readonly status: number | null;
  /** What it said about it, in its own words, for the organizer of a refund. It may repeat what was sent. */
  readonly detail: string | null;

  constructor(message: string, { status, detail = null }: { status: number | null; detail?: string | null }) {
    super(message);
    this.status = status;
    this.detail = detail;
  }

  /** A definite no: nothing was done, and the same question gets the same answer. */
  get refused(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500 && !PASSING.has(this.status);
  }
}

/** Too slow, too many: asked again it may say yes. */
const PASSING = new Set([408, 409, 425, 429]);

/** What the provider shows is not what we asked for (another currency, mode or reference): a person has to look. */
export class ProviderMismatch extends Error {}

/** A notice without a proof that the provider sent it. */
export class UnprovenNotice extends Error {}
