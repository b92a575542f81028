import { perStore } from '../platform/database/per-database.ts';
import type { ApiError } from '../platform/refusals/errors.ts';

/** How long a refusal stands without asking the database again: what other instances free is seen this much later. */
const STANDS_MS = 100;
/** Bounds the memory of a flood of small events: those that are asked for are found again at once. */
const MOST_EVENTS = 10_000;

interface Refusal {
  error: ApiError;
  since: Date;
  /** When time itself frees a place. */
  nextHoldEnd: Date | null;
}

/**
 * Of which events this process was told a moment ago that nothing at all is left. After an on-sale tens of thousands ask
 * for what is gone; one of them a tenth of a second asks the database, and the others hear what it said. Whatever this
 * process frees or changes is seen at once.
 */
class SoldOutEvents {
  readonly #refusals = new Map<string, Map<string, Refusal>>();
  #changes = 0;

  /** The refusal that still stands for this price of this event. */
  refusalOf(event: string, price: string, now: Date): ApiError | undefined {
    const refusal = this.#refusals.get(event)?.get(price);
    if (!refusal) return undefined;
    const ageMs = now.getTime() - refusal.since.getTime();
    const stands = ageMs >= 0 && ageMs < STANDS_MS && (refusal.nextHoldEnd === null || now < refusal.nextHoldEnd);
    return stands ? refusal.error : undefined;
  }

  /** To be taken before the database is asked, and given to `remember`. */
  get changes(): number {
    return this.#changes;
  }

  /** Not when something changed since `changes` was taken: the answer may be older than the change. */
  remember(event: string, price: string, refusal: Refusal, changes: number) {
    if (changes !== this.#changes) return;
    if (this.#refusals.size >= MOST_EVENTS) this.#refusals.clear();
    const prices = this.#refusals.get(event) ?? new Map<string, Refusal>();
    this.#refusals.set(event, prices.set(price, refusal));
  }

  /** Places of this event came back, or its sizes, states or times are others. Committed. */
  changed(event: string) {
    this.#changes++;
    this.#refusals.delete(event);
  }
}

/** Of a database, or of one that a transaction is of. */
export const soldOutEventsOf = perStore(() => new SoldOutEvents());

export const eventName = (organizationId: string, eventId: string) => `${organizationId} ${eventId.toLowerCase()}`;
