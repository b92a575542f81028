import type { Places } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type BuyerPlaces, readBuyerPlaces } from './buyer-places-queries.ts';
import type { Channel } from './checkout.ts';
import { limitsOf } from './order-limits.ts';
import { holdRefusals } from './refusals.ts';

/** A request for places, of one buyer. */
interface Asking {
  customer: { email: string; phone: string | null };
  buyerReference: string | null;
  channel: Channel;
  /** A checkout of the buyer that this request replaces. */
  replaces?: Uuid;
}

/**
 * `max_per_buyer` of an event, or the shop's, for a batch of requests. The event is locked. Costs nothing where there
 * is no limit.
 */
export class BuyerLimit {
  readonly #buyers = new Map<Asking, BuyerPlaces>();

  /** @param now the time at which overdue holds count no longer */
  async load(tx: Tx, event: Places, requests: Asking[], now: Date) {
    const limited = requests.filter((request) => limitsOf(event, request.channel).perBuyer !== null);
    if (limited.length === 0) return;
    const buyers = limited.map(({ customer: { email, phone }, buyerReference: reference, replaces = null }) => ({
      email,
      phone,
      reference,
      replaces,
    }));
    const limit = Math.max(...limited.map(({ channel }) => limitsOf(event, channel).perBuyer ?? 0));
    const taken = await readBuyerPlaces(tx, event, { buyers, limit, now });
    for (const [index, request] of limited.entries()) {
      const places = taken[index];
      if (places) this.#buyers.set(request, places);
    }
  }

  /** The organizer's own box office may exceed it. @throws Refusal 409 when the buyer would have more than the limit */
  check(event: Places, request: Asking, admissions: number) {
    const { perBuyer: max } = limitsOf(event, request.channel);
    if (max === null || request.channel === 'box_office') return;
    const left = Math.max(0, max - (this.#buyers.get(request)?.places ?? 0));
    if (admissions > left) throw holdRefusals.max_per_buyer({ max, left });
  }

  /** Counts what `request` holds now for the same buyer's other requests of the batch. */
  take(request: Asking, admissions: number) {
    const names = new Set(this.#buyers.get(request)?.names);
    for (const buyer of this.#buyers.values())
      if (buyer.names.some((name) => names.has(name))) buyer.places += admissions;
  }
}
