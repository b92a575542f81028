import { defaultTier } from '../events/event.ts';
import { SELLABLE_STATUSES } from '../events/event-status.ts';
import { freePlaces, type Places, placesForAll, placesForAllOfEvent, type TierPlaces } from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import { tierBefore } from '../events/tier-order.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import { seatingRefusals } from '../seating/refusals.ts';
import type { SeatHolds } from '../seating/seat-holds.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Uuid } from '../values/uuid.ts';
import { placesOf } from './checkout.ts';
import { type CheckoutRequest, factsOfLine, itemField, type RequestedLine, soldOut } from './checkout-request.ts';
import { holdRefusals } from './refusals.ts';

/** A line of a request, with the tier and the section that it names. */
export interface LineOnSale {
  tier: TierPlaces;
  /** null for general admission, and for an add-on */
  sectionId: Uuid | null;
  quantity: number;
  /** The tier's, or as the buyer chose. */
  unitPriceCentavos: number;
}

/**
 * The tiers and sections of the lines, if all are on sale now.
 * @throws Refusal 400, 404, 409 with the reason, of the first line that cannot be sold
 */
export function linesOnSale(places: Places, seats: SeatHolds, request: CheckoutRequest): LineOnSale[] {
  const { lines, now } = request;
  const named = lines.map((line, index) => ofLine(request, index, () => namedBy(places, seats, line)));
  if (!isOnSale(places, request)) throw notOnSale(places);
  if (places.salesEnd <= now) throw holdRefusals.sales_ended();
  const onSale = named.map(({ section, tier }, index) =>
    ofLine(request, index, () => {
      const sold = inTurn(places, named, request, sellableTier(tier, section, now));
      const { quantity = 0, unitPriceCentavos: chosen } = lines[index] ?? {};
      return { tier: sold, sectionId: section?.id ?? null, quantity, unitPriceCentavos: priceOf(sold, chosen) };
    }),
  );
  if (onSale.length > 1) requireDifferent(onSale);
  return onSale;
}

/** The service set `sold_out`, which also means that every free place is owed to the waiting list. */
const isOnSale = ({ status, soldOutByService }: Places, { isOffer }: CheckoutRequest): boolean =>
  SELLABLE_STATUSES.includes(status) || (isOffer === true && status === 'sold_out' && soldOutByService);

/** Names the line in a refusal of a request with items. */
function ofLine<Found>({ isItemized }: CheckoutRequest, index: number, find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    throw isItemized && error instanceof Refusal ? error.within(itemField(index)) : error;
  }
}

interface Section {
  id: Uuid;
  tierIds: ReadonlySet<Uuid>;
}

/** @throws Refusal 400, 404 */
function namedBy(places: Places, seats: SeatHolds, { tierId, sectionId }: RequestedLine) {
  const asked = places.tiers.find(({ id }) => id === tierId?.toLowerCase());
  if (places.seated && asked?.admission === false) {
    if (sectionId !== null) throw holdRefusals.section_of_add_on();
    return { section: null, tier: asked };
  }
  const section = sectionOf(places, seats, sectionId);
  const priced = section ? places.tiers.filter(({ id }) => section.tierIds.has(id)) : places.tiers;
  if (!asked && tierId !== null) throw eventRefusals.tier_not_found();
  const tier = asked ?? defaultTier(priced);
  if (tier && !priced.includes(tier)) throw holdRefusals.tier_not_in_section();
  return { section, tier };
}

/** The requested section; null for general admission. @throws Refusal 400, 404 */
function sectionOf({ seated }: Places, seats: SeatHolds, sectionId: Uuid | null): Section | null {
  if (!seated && sectionId !== null) throw holdRefusals.section_not_expected();
  if (!seated) return null;
  if (sectionId === null) throw holdRefusals.section_required();
  const id = sectionId.toLowerCase();
  const tierIds = seats.tierIdsOf(id);
  if (!tierIds) throw seatingRefusals.section_not_found();
  return { id, tierIds };
}

/** The tier, if it is on sale now. @throws Refusal 409 with the reason */
function sellableTier(tier: TierPlaces | undefined, section: Section | null, now: Date): TierPlaces {
  if (!tier) throw holdRefusals.no_tier_on_sale({ of: section ? 'section' : 'event' });
  if (!tier.isActive) throw holdRefusals.tier_not_on_sale();
  if (tier.salesStart && tier.salesStart > now)
    throw holdRefusals.tier_sales_not_started({ starts_at: tier.salesStart.toISOString() });
  if (tier.salesEnd && tier.salesEnd <= now) throw holdRefusals.tier_sales_ended();
  return tier;
}

/**
 * The tier, unless it waits for the one before it. Places of an offer are owed to the waiting list: they wait for no tier.
 * @throws Refusal 409
 */
function inTurn(
  places: Places,
  named: { tier: TierPlaces | undefined }[],
  { lines, isOffer, now }: CheckoutRequest,
  tier: TierPlaces,
): TierPlaces {
  const taken = (tierId: Uuid) =>
    lines.reduce((sum, { quantity }, index) => sum + (named[index]?.tier?.id === tierId ? quantity : 0), 0);
  const before = isOffer ? undefined : tierBefore(places, tier, now, taken);
  if (before) throw holdRefusals.tier_waits({ tier_id: before.id, left: placesForAll(places, before) });
  return tier;
}

/** @throws Refusal 400 for a price that the buyer cannot choose */
function priceOf({ priceCentavos, minimumPriceCentavos: least }: TierPlaces, chosen: number | undefined): number {
  if (chosen === undefined) return priceCentavos;
  if (least === null) throw holdRefusals.unit_price_fixed();
  if (chosen < least) throw holdRefusals.unit_price_too_low({ minimum: pesosFromCentavos(least) });
  return chosen;
}

const notOnSale = ({ status }: Places) =>
  status === 'sold_out' ? holdRefusals.sold_out({}) : holdRefusals.event_not_on_sale({ status });

/** @throws Refusal 400 when two lines are of the same tier in the same section: the answer has a line for each */
function requireDifferent(lines: LineOnSale[]) {
  const seen = new Map<string, number>();
  for (const [index, { tier, sectionId }] of lines.entries()) {
    const key = `${tier.id} ${sectionId}`;
    const other = seen.get(key);
    if (other !== undefined)
      throw holdRefusals.same_item_twice({ field: `${itemField(index)}.tier_id`, other: itemField(other) });
    seen.set(key, index);
  }
}

/**
 * Checks every line, then all together, which share the places of the event. Seats that several lines want are checked
 * when they are taken.
 * @throws Refusal 409 when places are short
 */
export function requireFree(places: Places, seats: SeatHolds, request: CheckoutRequest, lines: LineOnSale[]) {
  const free = lines.map((line) => freeFor(places, seats, request, line));
  const idOf = (index: number) => lines[index]?.tier.id ?? null;
  const gone = free.findIndex((left) => left <= 0);
  if (gone >= 0) throw soldOut(request, gone, idOf(gone));
  const short = lines.findIndex(({ quantity }, index) => quantity > (free[index] ?? 0));
  if (short >= 0)
    throw holdRefusals.not_enough_left({ left: free[short] ?? 0, ...factsOfLine(request, short, idOf(short)) });
  const admissions = lines.filter(({ tier }) => tier.admission);
  if (admissions.length > 1) requireFreeTogether(places, seats, admissions);
}

function freeFor(places: Places, seats: SeatHolds, { isOffer }: CheckoutRequest, { tier, sectionId }: LineOnSale) {
  const free = isOffer ? freePlaces(places, tier) : placesForAll(places, tier);
  if (sectionId === null) return free;
  const owed = isOffer ? 0 : owedInSection(places, seats, sectionId);
  return Math.min(free, seats.countFree({ sectionId, tierId: tier.id }) - owed);
}

/**
 * Seats of a section that may be owed to the waiting list: an entry of a tier takes seats in any of its sections, and
 * tiers may price the same seats.
 */
export const owedInSection = ({ tiers }: Places, seats: SeatHolds, sectionId: Uuid): number => {
  const priced = seats.tierIdsOf(sectionId);
  return tiers.reduce((sum, { id, waiting }) => sum + (priced?.has(id) ? waiting : 0), 0);
};

/** Lines of any buyer that take places of the event: an offer has one. */
function requireFreeTogether(places: Places, seats: SeatHolds, lines: LineOnSale[]) {
  const left = placesForAllOfEvent(places);
  if (placesOf(lines) > left) throw notEnoughTogether(left);
  for (const [sectionId, inSection] of Map.groupBy(lines, (line) => line.sectionId)) {
    if (sectionId === null || inSection.length === 1) continue;
    const owed = owedInSection(places, seats, sectionId);
    const free = Math.max(...inSection.map(({ tier }) => seats.countFree({ sectionId, tierId: tier.id }))) - owed;
    if (owed > 0 && placesOf(inSection) > free) throw notEnoughTogether(Math.max(0, free));
  }
}

/** Each line fits, but they want the same places. */
export const notEnoughTogether = (left: number): Refusal => holdRefusals.not_enough_left({ left, field: 'items' });
