import type { Places } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type BuyerPlaces, readBuyerPlaces } from './buyer-places-queries.ts';
import { placesOf } from './checkout.ts';
import { holdRefusals } from './refusals.ts';

/** A request for places, of one buyer. */
interface Asking {
  lines: { quantity: number }[];
  customer: { email: string; phone: string | null };
  buyerReference: string | null;
  /** A checkout of the buyer that this request replaces. */
  replaces?: Uuid;
}

/** `max_per_buyer` of an event for a batch of requests. The event is locked. Costs nothing where there is no limit. */
export class BuyerLimit {
  readonly #buyers = new Map<Asking, BuyerPlaces>();

  /** @param now the time at which overdue holds count no longer */
  async load(tx: Tx, { maxPerBuyer, ...event }: Places, requests: Asking[], now: Date) {
    if (maxPerBuyer === null) return;
    const buyers = requests.map(({ customer: { email, phone }, buyerReference: reference, replaces = null }) => ({
      email,
      phone,
      reference,
      replaces,
    }));
    const taken = await readBuyerPlaces(tx, event, { buyers, limit: maxPerBuyer, now });
    for (const [index, request] of requests.entries()) {
      const places = taken[index];
      if (places) this.#buyers.set(request, places);
    }
  }

  /** @throws Refusal 409 when the buyer would have more than the limit */
  check({ maxPerBuyer }: Places, request: Asking) {
    if (maxPerBuyer === null) return;
    const left = Math.max(0, maxPerBuyer - (this.#buyers.get(request)?.places ?? 0));
    if (placesOf(request.lines) > left) throw holdRefusals.max_per_buyer({ max: maxPerBuyer, left });
  }

  /** Counts what `request` holds now for the same buyer's other requests of the batch. */
  take(request: Asking) {
    const names = new Set(this.#buyers.get(request)?.names);
    const places = placesOf(request.lines);
    for (const buyer of this.#buyers.values()) if (buyer.names.some((name) => names.has(name))) buyer.places += places;
  }
}
