interface ProviderErrorDetails {
  status: number | null;
  detail?: string | null;
  isRead?: boolean;
}

/** The provider refused, or its outcome is unknown. Its message names no buyer and no secret: it may be logged. */
export class ProviderError extends Error {
  /**
   * Status of the answer. null: no answer in time, or an unreadable one; the request may or may not have been carried
   * out.
   */
  readonly status: number | null;
  /** The provider's explanation, shown to the organizer of a refund. It may repeat what was sent. */
  readonly detail: string | null;

  /** It was only asked what it knows. Its refusal says nothing of what an earlier request did. */
  readonly isRead: boolean;

  constructor(message: string, { status, detail = null, isRead = false }: ProviderErrorDetails) {
    super(message);
    this.status = status;
    this.detail = detail;
    this.isRead = isRead;
  }

  /** The provider definitely did nothing for this request, and would refuse it again. */
  get refused(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500 && !PASSING.has(this.status);
  }
}

/** Temporary refusals: a retry may succeed. */
const PASSING = new Set([408, 409, 425, 429]);

/** The provider reports another currency, mode or reference than we asked for: a person has to look. */
export class ProviderMismatch extends Error {}

/** A webhook without proof that the provider sent it. */
export class UnverifiedWebhook extends Error {}
