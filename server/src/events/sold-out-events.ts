import { perStore } from '../platform/database/per-database.ts';
import type { Uuid } from '../values/uuid.ts';

/** How long the answer is reused without a query. Places freed by other instances are seen this much later. */
const VALID_MS = 100;
/** Bounds the memory. After clearing, the next request for each event queries the database and fills it again. */
const MAX_EVENTS = 10_000;

export interface SoldOut {
  /** null: the refusal named none. */
  tierId: Uuid | null;
  /** Places that were asked for. */
  quantity: number;
  since: Date;
  /** When the next hold expires, which frees a place. */
  nextHoldEnd: Date | null;
}

/**
 * Remembers what was sold out a moment ago, by event and by what was asked for. After an on-sale tens of thousands of
 * requests ask for a sold-out event; one request each 100 ms queries the database, and the others reuse its answer.
 * Changes made by this process are seen at once.
 */
class SoldOutEvents {
  readonly #events = new Map<string, Map<string, SoldOut>>();
  #changes = 0;

  /** The last answer, if it is still known to be sold out. */
  find(event: string, asked: string, now: Date): SoldOut | undefined {
    const known = this.#events.get(event)?.get(asked);
    if (!known) return undefined;
    const ageMs = now.getTime() - known.since.getTime();
    const isValid = ageMs >= 0 && ageMs < VALID_MS && (known.nextHoldEnd === null || now < known.nextHoldEnd);
    return isValid ? known : undefined;
  }

  /** Number of changes so far. Read it before the query and pass it to `remember`. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * Ignored when anything changed since `changes` was read, because the result may be older than the change, and where
   * more places were asked for a moment ago.
   */
  remember(event: string, asked: string, soldOut: SoldOut, changes: number) {
    if (changes !== this.#changes) return;
    if ((this.find(event, asked, soldOut.since)?.quantity ?? 0) > soldOut.quantity) return;
    if (this.#events.size >= MAX_EVENTS) this.#events.clear();
    const answers = this.#events.get(event) ?? new Map<string, SoldOut>();
    this.#events.set(event, answers.set(asked, soldOut));
  }

  /** Call it after committing a change that freed places of the event or changed its sizes, status or times. */
  changed(event: string) {
    this.#changes++;
    this.#events.delete(event);
  }
}

/** The instance of a database, or of the database of a transaction. */
export const soldOutEventsOf = perStore(() => new SoldOutEvents());

export const eventName = (organizationId: string, eventId: string) => `${organizationId} ${eventId}`;
