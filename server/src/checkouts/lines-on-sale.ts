import { defaultTier } from '../events/event.ts';
import { SELLABLE_STATUSES } from '../events/event-status.ts';
import { freePlaces, freePlacesOfEvent, type Places, type TierPlaces } from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import { seatingRefusals } from '../seating/refusals.ts';
import type { SeatHolds } from '../seating/seat-holds.ts';
import type { Uuid } from '../values/uuid.ts';
import { placesOf } from './checkout.ts';
import { factsOfLine, itemField, type LinesRequest, type RequestedLine, soldOut } from './checkout-request.ts';
import { holdRefusals } from './refusals.ts';

/** A line of a request, with the tier and the section that it names. */
export interface LineOnSale {
  tier: TierPlaces;
  /** null for general admission */
  sectionId: Uuid | null;
  quantity: number;
}

/**
 * The tiers and sections of the lines, if all are on sale now.
 * @throws Refusal 400, 404, 409 with the reason, of the first line that cannot be sold
 */
export function linesOnSale(places: Places, seats: SeatHolds, request: LinesRequest): LineOnSale[] {
  const { lines, now } = request;
  const named = lines.map((line, index) => ofLine(request, index, () => namedBy(places, seats, line)));
  if (!SELLABLE_STATUSES.includes(places.status)) throw notOnSale(places);
  if (places.salesEnd <= now) throw holdRefusals.sales_ended();
  const onSale = named.map(({ section, tier }, index) =>
    ofLine(request, index, () => ({
      tier: sellableTier(tier, section, now),
      sectionId: section?.id ?? null,
      quantity: lines[index]?.quantity ?? 0,
    })),
  );
  if (onSale.length > 1) requireDifferent(onSale);
  return onSale;
}

/** Names the line in a refusal of a request with items. */
function ofLine<Found>({ isItemized }: LinesRequest, index: number, find: () => Found): Found {
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
  const section = sectionOf(places, seats, sectionId);
  const priced = section ? places.tiers.filter(({ id }) => section.tierIds.has(id)) : places.tiers;
  const tier = tierId === null ? defaultTier(priced) : places.tiers.find(({ id }) => id === tierId.toLowerCase());
  if (!tier && tierId !== null) throw eventRefusals.tier_not_found();
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
 * @param isHeld whether the places of a line, by its index, are held already
 * @throws Refusal 409 when places are short
 */
export function requireFree(
  places: Places,
  seats: SeatHolds,
  request: LinesRequest,
  lines: LineOnSale[],
  isHeld: (index: number) => boolean = () => false,
) {
  const free = lines.map(({ tier, sectionId }, index) =>
    isHeld(index)
      ? Infinity
      : Math.min(freePlaces(places, tier), sectionId ? seats.countFree({ sectionId, tierId: tier.id }) : Infinity),
  );
  const idOf = (index: number) => lines[index]?.tier.id ?? null;
  const gone = free.findIndex((left) => left <= 0);
  if (gone >= 0) throw soldOut(request, gone, idOf(gone));
  const short = lines.findIndex(({ quantity }, index) => quantity > (free[index] ?? 0));
  if (short >= 0)
    throw holdRefusals.not_enough_left({ left: free[short] ?? 0, ...factsOfLine(request, short, idOf(short)) });
  const wanted = placesOf(lines.filter((_, index) => !isHeld(index)));
  if (lines.length > 1 && wanted > freePlacesOfEvent(places)) throw notEnoughTogether(freePlacesOfEvent(places));
}

/** Each line fits, but they want the same places. */
export const notEnoughTogether = (left: number): Refusal => holdRefusals.not_enough_left({ left, field: 'items' });
