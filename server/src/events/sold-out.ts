import { sumOf } from '../values/sum-of.ts';
import type { EventRow, TicketTierRow } from './tables.ts';

type TierStock = Pick<
  TicketTierRow,
  'isActive' | 'admission' | 'quantityTotal' | 'sold' | 'held' | 'blocked' | 'takenByOthers' | 'waiting' | 'offered'
>;

/** What decides whether an event and its tiers are sold out. Held places do not count, because holds can end. */
interface Stock extends Pick<EventRow, 'seated' | 'capacity' | 'sold' | 'blocked'> {
  tiers: TierStock[];
}

/** Whether some seats have several prices: only then the tiers have more seats than the event. */
export const sharesSeats = (
  event: Pick<Stock, 'seated' | 'capacity'> & { tiers: Pick<TierStock, 'admission' | 'quantityTotal'>[] },
): boolean =>
  event.seated &&
  sumOf(event.tiers, ({ admission, quantityTotal }) => (admission ? quantityTotal : 0)) > event.capacity;

/**
 * How many places of the event these places of its tiers are. Tiers that share seats may mean the same places, so then
 * the result is the least that is possible: the most of any tier.
 */
export const togetherOf = (event: Parameters<typeof sharesSeats>[0], ofTiers: number[]): number =>
  sharesSeats(event) ? Math.max(0, ...ofTiers) : sumOf(ofTiers, (count) => count);

/** How many places of a tier can be sold at all. A section of a seated event may have fewer. */
export const sizeOfTier = (
  event: Pick<Stock, 'capacity' | 'blocked'>,
  { admission, quantityTotal, blocked }: Pick<TierStock, 'admission' | 'quantityTotal' | 'blocked'>,
): number => Math.min(admission ? event.capacity - event.blocked : Infinity, quantityTotal - blocked);

/**
 * How many seats of a tier other tiers have sold or offer to the waiting list, at least. Nothing counts which of their
 * other holds are on shared seats, so all of these might be.
 */
function goneToOthers({ tiers }: Stock, tier: TierStock): number {
  if (tier.takenByOthers === 0) return 0;
  const others = tiers.filter((other) => other.admission && other !== tier);
  return Math.max(0, tier.takenByOthers - sumOf(others, ({ held, offered }) => held - offered));
}

const placesLeft = (stock: Stock, tier: TierStock) =>
  tier.quantityTotal - tier.sold - tier.blocked - goneToOthers(stock, tier);

/** Places that are offered to the waiting list, or owed to it as soon as they are free. */
const promised = ({ waiting, offered }: TierStock) => waiting + offered;

/** A tier that prices no seat of the plan has nothing to sell and does not count. */
const admitting = (tiers: TierStock[]) =>
  tiers.filter((tier) => tier.isActive && tier.admission && tier.quantityTotal > 0);

const isTierTaken = (stock: Stock, tier: TierStock) => promised(tier) >= placesLeft(stock, tier);

function areAllPlacesTaken(stock: Stock) {
  const promises = admitting(stock.tiers).map((tier) => Math.min(promised(tier), placesLeft(stock, tier)));
  return stock.sold + stock.blocked + togetherOf(stock, promises) >= stock.capacity;
}

/**
 * Whether every place of a tier is sold, blocked, or promised to the waiting list, in the tier or in the whole event.
 */
export const isTierSoldOut = (stock: Stock, tier: TierStock): boolean =>
  isTierTaken(stock, tier) || (tier.admission && areAllPlacesTaken(stock));

/** Whether the event has an active tier that admits. */
const hasActiveTier = (stock: Stock): boolean => admitting(stock.tiers).length > 0;

/**
 * Whether every place of the event is sold, blocked, or promised to the waiting list. An event without an active tier
 * is not sold out. Add-ons do not count: parking is of no use without a ticket.
 */
function isSoldOut(stock: Stock): boolean {
  const tiers = admitting(stock.tiers);
  return areAllPlacesTaken(stock) || (tiers.length > 0 && tiers.every((tier) => isTierTaken(stock, tier)));
}

type Availability = Stock & Pick<EventRow, 'status' | 'soldOutByService'>;

/**
 * Whether places came back to an event that the service made sold out: not when the last tier is taken off sale, which
 * brings no place back.
 */
export const isBackOnSale = (places: Availability): boolean =>
  places.status === 'sold_out' && places.soldOutByService && hasActiveTier(places) && !isSoldOut(places);

/**
 * Adjusts the status to the places, in memory. The service makes only `active` events sold out, and makes only those
 * active again that it made sold out. @returns whether the status changed
 */
export function followAvailability(places: Availability): boolean {
  if (places.status === 'active' && isSoldOut(places)) {
    places.status = 'sold_out';
    places.soldOutByService = true;
    return true;
  }
  if (isBackOnSale(places)) {
    places.status = 'active';
    places.soldOutByService = false;
    return true;
  }
  return false;
}
