import { perStore } from '../platform/database/per-database.ts';
import type { Refusal } from '../platform/refusals/refusal.ts';

/** How long a refusal stands without asking the database again: what other instances free is seen this much later. */
const STANDS_MS = 100;
/** Bounds the memory of a flood of small events: those that are asked for are found again at once. */
const MOST_EVENTS = 10_000;

interface Known {
  refusal: Refusal;
  since: Date;
  /** When time itself frees a place. */
  nextHoldEnd: Date | null;
}

/**
 * Of which events this process was told a moment ago that nothing at all is left. After an on-sale tens of thousands
 * ask
 * for what is gone; one of them a tenth of a second asks the database, and the others hear what it said. Whatever this
 * process frees or changes is seen at once.
 */
class SoldOutEvents {
  readonly #known = new Map<string, Map<string, Known>>();
  #changes = 0;

  /** The refusal that still stands for this price of this event. */
  refusalOf(event: string, price: string, now: Date): Refusal | undefined {
    const known = this.#known.get(event)?.get(price);
    if (!known) return undefined;
    const ageMs = now.getTime() - known.since.getTime();
    const stands = ageMs >= 0 && ageMs < STANDS_MS && (known.nextHoldEnd === null || now < known.nextHoldEnd);
    return stands ? known.refusal : undefined;
  }

  /** To be taken before the database is asked, and given to `remember`. */
  get changes(): number {
    return this.#changes;
  }

  /** Not when something changed since `changes` was taken: the answer may be older than the change. */
  remember(event: string, price: string, known: Known, changes: number) {
    if (changes !== this.#changes) return;
    if (this.#known.size >= MOST_EVENTS) this.#known.clear();
    const prices = this.#known.get(event) ?? new Map<string, Known>();
    this.#known.set(event, prices.set(price, known));
  }

  /** Places of this event came back, or its sizes, states or times are others. Committed. */
  changed(event: string) {
    this.#changes++;
    this.#known.delete(event);
  }
}

/** Belongs to the database, also when called with a transaction of it. */
export const soldOutEventsOf = perStore(() => new SoldOutEvents());

export const eventName = (organizationId: string, eventId: string) => `${organizationId} ${eventId.toLowerCase()}`;
