import { defaultTier } from '../events/event.ts';
import { SELLABLE_STATUSES } from '../events/event-status.ts';
import { freePlaces, type Places, placesForAll, placesForAllOfEvent, type TierPlaces } from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import type { Piece } from '../seating/piece.ts';
import { seatingRefusals } from '../seating/refusals.ts';
import type { SeatHolds } from '../seating/seat-holds.ts';
import { owedSeats } from '../seating/section-counts.ts';
import type { Uuid } from '../values/uuid.ts';
import { placesOf } from './checkout.ts';
import { type CheckoutRequest, factsOfLine, itemField, type RequestedLine, soldOut } from './checkout-request.ts';
import { holdRefusals } from './refusals.ts';
import { refusalOfTaken, seatsOfLine } from './seats-of-line.ts';

/** A line of a request, with the tier and the section that it names. */
export interface LineOnSale {
  tier: TierPlaces;
  /** null for general admission, and for an add-on */
  sectionId: Uuid | null;
  quantity: number;
  /** The seats that the buyer chose, all of them free; undefined: the service chooses. */
  chosen: Piece[] | undefined;
}

/**
 * The tiers, sections and chosen seats of the lines, if all are on sale now.
 * @throws Refusal 400, 404, 409 with the reason, of the first line that cannot be sold; of all lines together if chosen
 * seats are taken
 */
export function linesOnSale(places: Places, seats: SeatHolds, request: CheckoutRequest): LineOnSale[] {
  const { lines, now } = request;
  const named = lines.map((line, index) => ofLine(request, index, () => namedBy(places, seats, request, line)));
  const taken = refusalOfTaken(seats, places.eventId, named);
  // Of a sold out event the buyer learns which seats are gone, too.
  if (!isOnSale(places, request)) throw (places.status === 'sold_out' ? taken : undefined) ?? notOnSale(places);
  if (places.salesEnd <= now) throw holdRefusals.sales_ended();
  const onSale = named.map(({ section, tier, chosen }, index) =>
    ofLine(request, index, () => ({
      tier: sellableTier(tier, section, now),
      sectionId: section?.id ?? null,
      quantity: lines[index]?.quantity ?? 0,
      chosen,
    })),
  );
  if (onSale.length > 1) requireDifferent(onSale);
  if (taken) throw taken;
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

/** @throws Refusal 400, 404, and 409 where seats may not or must be chosen */
function namedBy(places: Places, seats: SeatHolds, request: CheckoutRequest, line: RequestedLine) {
  const { tierId, sectionId, seatIds } = line;
  const asked = places.tiers.find(({ id }) => id === tierId?.toLowerCase());
  if (places.seated && asked?.admission === false) {
    if (sectionId !== null) throw holdRefusals.section_of_add_on();
    if (seatIds) throw holdRefusals.seats_of_add_on();
    return { section: null, tier: asked, chosen: undefined };
  }
  const section = sectionOf(places, seats, sectionId);
  const priced = section ? places.tiers.filter(({ id }) => section.tierIds.has(id)) : places.tiers;
  if (!asked && tierId !== null) throw eventRefusals.tier_not_found();
  const tier = asked ?? defaultTier(priced);
  if (tier && !priced.includes(tier)) throw holdRefusals.tier_not_in_section();
  if (!section && seatIds) throw holdRefusals.seats_not_choosable();
  const { isOffer = false } = request;
  const chosen = section
    ? seatsOfLine(seats, { eventId: places.eventId, sectionId: section.id, tier, seatIds, isOffer })
    : undefined;
  return { section, tier, chosen };
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

export const owedInSection = ({ tiers }: Places, seats: SeatHolds, sectionId: Uuid): number =>
  owedSeats(tiers, seats.tierIdsOf(sectionId) ?? new Set());

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
