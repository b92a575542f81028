import { admissionsOf, type Places, placesForAll, type TierPlaces } from '../events/places.ts';
import { tierBefore } from '../events/tier-order.ts';
import { saleHasEnded, saleStartsLater } from '../events/tier-sale.ts';
import type { SeatHolds } from '../seating/seat-holds.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { sumOf } from '../values/sum-of.ts';
import { type CheckoutLine, placesOf } from './checkout.ts';
import type { LinesRequest, RequestedLine } from './checkout-request.ts';
import { type HeldLine, type NamedLine, seatsOf } from './lines.ts';
import { holdRefusals } from './refusals.ts';

/** The tier, if it is on sale now. @throws Refusal 409 with the reason */
export function sellableTier(
  tier: TierPlaces | undefined,
  section: object | null,
  { channel, now }: LinesRequest,
): TierPlaces {
  if (!tier) throw holdRefusals.no_tier_on_sale({ of: section ? 'section' : 'event' });
  if (!tier.isActive) throw holdRefusals.tier_not_on_sale();
  // The box office sells at the door, after the sale online.
  if (channel === 'box_office') return tier;
  if (saleStartsLater(tier, now))
    throw holdRefusals.tier_sales_not_started({ starts_at: tier.salesStartDatetime.toISOString() });
  if (saleHasEnded(tier, now)) throw holdRefusals.tier_sales_ended();
  return tier;
}

/** The places that the lines give back, in all and to this tier: other tiers may price the same seats. */
export const givenTo = (places: Places, seats: SeatHolds, given: HeldLine[], { id, admission }: TierPlaces) => ({
  ofEvent: admissionsOf(places, given),
  ofTier:
    places.seated && admission
      ? seats.countPriced(seatsOf(given), [id])
      : placesOf(given.filter(({ tierId }) => tierId === id)),
});

/** How many places of this tier the line takes for certain, at whatever price. */
function takenFrom(seats: SeatHolds, { id }: TierPlaces, { tier, section, quantity, chosen }: NamedLine): number {
  if (!section) return tier?.id === id ? quantity : 0;
  const rows = seats.pricedRowsOf(section.id);
  if (chosen) return sumOf(chosen, ({ row, count }) => (rows[row]?.tierIds.includes(id) ? count : 0));
  const mayTake = rows.filter(({ tierIds }) => tier && tierIds.includes(tier.id));
  return mayTake.every(({ tierIds }) => tierIds.includes(id)) ? quantity : 0;
}

/**
 * The tier, unless it waits for the one before it. Places of an offer are owed to the waiting list: they wait for no
 * tier.
 * @param order what it takes, and what it gives back if it changes: these places are free for it
 * @throws Refusal 409
 */
export function inTurn(
  places: Places,
  seats: SeatHolds,
  tier: TierPlaces,
  { taken, given }: { taken: NamedLine[]; given: HeldLine[] },
  { isOffer, now }: LinesRequest,
): TierPlaces {
  const free = (earlier: TierPlaces) => placesForAll(places, earlier, givenTo(places, seats, given, earlier));
  const left = (earlier: TierPlaces) => free(earlier) - sumOf(taken, (line) => takenFrom(seats, earlier, line));
  const before = isOffer ? undefined : tierBefore(places, tier, now, left);
  if (before) throw holdRefusals.tier_waits({ tier_id: before.id, left: free(before) });
  return tier;
}

/**
 * What each ticket of a line costs: as the buyer chooses now, or as the tier does. The price of `own`, the line of a
 * changed checkout, stays if there are no more tickets, or if the buyer chose it, even below a minimum that was raised
 * since.
 * @throws Refusal 400 for a price that the buyer cannot choose
 */
export function priceOf(
  { priceCentavos, minimumPriceCentavos: least }: TierPlaces,
  { quantity, unitPriceCentavos: chosen }: Pick<RequestedLine, 'quantity' | 'unitPriceCentavos'>,
  own: CheckoutLine | undefined,
): Pick<CheckoutLine, 'unitPriceCentavos' | 'priceChosen'> {
  const kept = own && (quantity <= own.quantity || (own.priceChosen && least !== null)) ? own : undefined;
  if (chosen === undefined) return kept ?? { unitPriceCentavos: priceCentavos, priceChosen: false };
  if (least === null) throw holdRefusals.unit_price_fixed();
  if (chosen >= least) return { unitPriceCentavos: chosen, priceChosen: true };
  if (chosen === kept?.unitPriceCentavos) return kept;
  throw holdRefusals.unit_price_too_low({ minimum: pesosFromCentavos(least) });
}
