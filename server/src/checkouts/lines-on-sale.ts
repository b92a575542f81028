import { defaultTier } from '../events/event.ts';
import { SELLABLE_STATUSES } from '../events/event-status.ts';
import {
  admissionsOf,
  freePlaces,
  type Places,
  placesForAll,
  placesForAllOfEvent,
  type TierPlaces,
} from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import type { HeldSeat } from '../seating/claim-queries.ts';
import { seatingRefusals } from '../seating/refusals.ts';
import type { SeatHolds } from '../seating/seat-holds.ts';
import type { Uuid } from '../values/uuid.ts';
import { type CheckoutLine, placesOf } from './checkout.ts';
import { factsOfLine, itemField, type LinesRequest, type RequestedLine, soldOut } from './checkout-request.ts';
import { holdRefusals } from './refusals.ts';

/** A line of a request, with the tier and the section that it names. */
export interface LineOnSale {
  tier: TierPlaces;
  /** null for general admission, and for an add-on */
  sectionId: Uuid | null;
  quantity: number;
}

/**
 * The tiers and sections of the lines, if all are on sale now. A changed checkout may keep or give back what it has,
 * on sale or not.
 * @param own the lines of the changed checkout; null for a new one
 * @throws Refusal 400, 404, 409 with the reason, of the first line that cannot be sold
 */
export function linesOnSale(
  places: Places,
  seats: SeatHolds,
  request: LinesRequest,
  own: CheckoutLine[] | null = null,
): LineOnSale[] {
  const { lines, now } = request;
  const named = lines.map((line, index) => ofLine(request, index, () => namedBy(places, seats, line)));
  const isOwn = (index: number) => isWithin(named[index], lines[index]?.quantity ?? 0, own ?? []);
  if (!lines.every((_, index) => isOwn(index))) {
    if (!isOnSale(places, { isOwed: request.isOffer === true || own !== null })) throw notOnSale(places);
    if (places.salesEnd <= now) throw holdRefusals.sales_ended();
  }
  const onSale = named.map(({ section, tier }, index) =>
    ofLine(request, index, () => ({
      tier: tier && isOwn(index) ? tier : sellableTier(tier, section, now),
      sectionId: section?.id ?? null,
      quantity: lines[index]?.quantity ?? 0,
    })),
  );
  if (onSale.length > 1) requireDifferent(onSale);
  return onSale;
}

/** Whether a line asks for no more than one of `own` has. */
const isWithin = (line: NamedLine | undefined, quantity: number, own: CheckoutLine[]): boolean =>
  own.some(
    ({ tierId, sectionId, ...held }) =>
      tierId === line?.tier?.id && sectionId === (line.section?.id ?? null) && quantity <= held.quantity,
  );

/**
 * `sold_out` by the service also means that every free place is owed to the waiting list. It does not end the sale for
 * those who take owed places, or give back places of their own (`isOwed`).
 */
const isOnSale = ({ status, soldOutByService }: Places, { isOwed }: { isOwed: boolean }): boolean =>
  SELLABLE_STATUSES.includes(status) || (isOwed && status === 'sold_out' && soldOutByService);

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

interface NamedLine {
  section: Section | null;
  /** undefined: no tier is on sale */
  tier: TierPlaces | undefined;
}

/** @throws Refusal 400, 404 */
function namedBy(places: Places, seats: SeatHolds, { tierId, sectionId }: RequestedLine): NamedLine {
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

/** A line of a checkout, with its seats in order. */
export interface HeldLine extends Pick<CheckoutLine, 'tierId' | 'sectionId' | 'quantity'> {
  seats: HeldSeat[];
}

/** What a changed checkout has already: these places are its buyer's, whoever waits. */
interface Exchange {
  /** All of its lines. */
  own: HeldLine[];
  /** Those that it gives back for others. */
  given: HeldLine[];
  /** Whether a wanted line, by its index, stays as it is. */
  isKept: (index: number) => boolean;
}

const NOTHING_HELD: Exchange = { own: [], given: [], isKept: () => false };

/**
 * Checks every line, then all together, which share the places of the event. Seats that several lines want are checked
 * when they are taken. The places that a changed checkout gives back are still held.
 * @throws Refusal 409 when places are short
 */
export function requireFree(
  places: Places,
  seats: SeatHolds,
  request: LinesRequest,
  lines: LineOnSale[],
  exchange: Exchange = NOTHING_HELD,
) {
  const { given, isKept } = exchange;
  const free = lines.map((line, index) => (isKept(index) ? Infinity : freeFor(places, seats, request, line, given)));
  const idOf = (index: number) => lines[index]?.tier.id ?? null;
  const gone = free.findIndex((left) => left <= 0);
  if (gone >= 0) throw soldOut(request, gone, idOf(gone));
  const short = lines.findIndex(({ quantity }, index) => quantity > (free[index] ?? 0));
  if (short >= 0)
    throw holdRefusals.not_enough_left({ left: free[short] ?? 0, ...factsOfLine(request, short, idOf(short)) });
  const admissions = lines.filter(({ tier }) => tier.admission);
  if (admissions.length > 1) requireFreeTogether(places, seats, admissions, exchange.own);
}

function freeFor(
  places: Places,
  seats: SeatHolds,
  { isOffer }: LinesRequest,
  { tier, sectionId }: LineOnSale,
  given: HeldLine[],
) {
  const own = {
    ofEvent: admissionsOf(places, given),
    ofTier: placesOf(given.filter(({ tierId }) => tierId === tier.id)),
  };
  const free = isOffer ? freePlaces(places, tier) : placesForAll(places, tier, own);
  if (sectionId === null) return free;
  const owed = isOffer ? 0 : owedInSection(places, seats, sectionId);
  const ownSeats = seats.countPriced(seatsOf(given), sectionId, [tier.id]);
  return Math.min(free, ownSeats + Math.max(0, seats.countFree({ sectionId, tierId: tier.id }) - owed));
}

const seatsOf = (lines: HeldLine[]) => lines.flatMap(({ seats }) => seats);

/**
 * Seats of a section that may be owed to the waiting list: an entry of a tier takes seats in any of its sections, and
 * tiers may price the same seats.
 */
export const owedInSection = ({ tiers }: Places, seats: SeatHolds, sectionId: Uuid): number => {
  const priced = seats.tierIdsOf(sectionId);
  return tiers.reduce((sum, { id, waiting }) => sum + (priced?.has(id) ? waiting : 0), 0);
};

/** Lines of any buyer that take places of the event: an offer has one. */
function requireFreeTogether(places: Places, seats: SeatHolds, lines: LineOnSale[], own: HeldLine[]) {
  const left = placesForAllOfEvent(places, admissionsOf(places, own));
  if (placesOf(lines) > left) throw notEnoughTogether(left);
  for (const [sectionId, inSection] of Map.groupBy(lines, (line) => line.sectionId)) {
    if (sectionId === null || inSection.length === 1) continue;
    const owed = owedInSection(places, seats, sectionId);
    const tierIds = inSection.map(({ tier }) => tier.id);
    const free = Math.max(...tierIds.map((tierId) => seats.countFree({ sectionId, tierId }))) - owed;
    const most = seats.countPriced(seatsOf(own), sectionId, tierIds) + Math.max(0, free);
    if (owed > 0 && placesOf(inSection) > most) throw notEnoughTogether(most);
  }
}

/** Each line fits, but they want the same places. */
export const notEnoughTogether = (left: number): Refusal => holdRefusals.not_enough_left({ left, field: 'items' });
