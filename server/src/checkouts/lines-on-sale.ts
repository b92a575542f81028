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
import { isBackOnSale } from '../events/sold-out.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import { seatingRefusals } from '../seating/refusals.ts';
import type { SeatHolds } from '../seating/seat-holds.ts';
import type { Uuid } from '../values/uuid.ts';
import { placesOf } from './checkout.ts';
import { factsOfLine, itemField, type LinesRequest, type RequestedLine, soldOut } from './checkout-request.ts';
import { type HeldLine, type LineOnSale, type NamedLine, type Section, seatsOf } from './lines.ts';
import { holdRefusals } from './refusals.ts';
import { refusalOfTaken, seatsOfLine } from './seats-of-line.ts';
import { givenTo, inTurn, priceOf, sellableTier } from './sellable-tier.ts';

/**
 * The tiers, sections and chosen seats of the lines, if all are on sale now. A changed checkout may keep or give back
 * what it has, on sale or not, and choose among the seats that it gives back.
 * @param changed null for a new checkout
 * @throws Refusal 400, 404, 409 with the reason, of the first line that cannot be sold; of all lines together if chosen
 * seats are taken
 */
export function linesOnSale(
  places: Places,
  seats: SeatHolds,
  request: LinesRequest,
  changed: ChangedCheckout | null = null,
): LineOnSale[] {
  const { lines, now } = request;
  const named = lines.map((line, index) =>
    ofLine(request, index, () => namedBy(places, seats, { request, line, changed })),
  );
  const given = givenBack(changed?.own ?? [], named);
  const returnable = changed?.otherSeats ? [] : seatsOf(given);
  const taken = refusalOfTaken(seats, places.eventId, { lines: named, returnable });
  if (!named.every(({ isOwn }) => isOwn)) {
    const isOwed = request.isOffer === true || changed !== null;
    // Even when the event is sold out, the refusal names the seats that are gone.
    if (!isOnSale(places, { isOwed, isReserved: request.reservation !== undefined }))
      throw (places.status === 'sold_out' ? taken : undefined) ?? notOnSale(places);
    if (request.channel !== 'box_office' && places.salesEnd <= now) throw holdRefusals.sales_ended();
  }
  const order = { taken: named.filter(({ isKept }) => !isKept), given };
  const onSale = named.map(({ section, tier: asked, quantity, chosen, own, isOwn, isKept }, index) =>
    ofLine(request, index, () => {
      const tier =
        asked && isOwn ? asked : inTurn(places, seats, sellableTier(asked, section, request), order, request);
      const { unitPriceCentavos, priceChosen } = priceOf(tier, { ...lines[index], quantity }, own);
      return {
        tier,
        sectionId: section?.id ?? null,
        quantity,
        chosen,
        unitPriceCentavos,
        priceChosen,
        own,
        isKept,
      };
    }),
  );
  if (onSale.length > 1) requireDifferent(onSale);
  if (taken) throw taken;
  return onSale;
}

/** The places that a changed checkout gives back for these lines: all that it does not keep. */
export const givenBack = (own: HeldLine[], lines: Pick<LineOnSale, 'own' | 'isKept' | 'quantity'>[]) =>
  own.map((line) => {
    const kept = lines.find((other) => other.own === line && other.isKept)?.quantity ?? 0;
    return { ...line, quantity: line.quantity - kept, seats: line.seats.slice(kept) };
  });

/**
 * `sold_out` by the service also means that every free place is owed to the waiting list. The sale goes on for a
 * checkout that takes owed places or gives back places of its own (`isOwed`). It also goes on once a hold that was
 * released under this lock brought places back: the status follows when they are saved. Places of a draft can be kept
 * for a name before the sale begins (`isReserved`).
 */
const isOnSale = (places: Places, { isOwed, isReserved }: { isOwed: boolean; isReserved: boolean }): boolean =>
  SELLABLE_STATUSES.includes(places.status) ||
  isBackOnSale(places) ||
  (isOwed && places.status === 'sold_out' && places.soldOutByService) ||
  (isReserved && places.status === 'draft');

/** Names the line in a refusal of a request with items. */
function ofLine<Found>({ isItemized }: LinesRequest, index: number, find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    throw isItemized && error instanceof Refusal ? error.within(itemField(index)) : error;
  }
}

interface Naming {
  request: LinesRequest;
  line: RequestedLine;
  changed: ChangedCheckout | null;
}

/** The line of this tier and section that a changed checkout has. */
const ownLine = (changed: ChangedCheckout | null, tier: TierPlaces | undefined, section: Section | null) =>
  changed?.own.find(({ tierId, sectionId }) => tierId === tier?.id && sectionId === (section?.id ?? null));

const isWithin = (quantity: number, own: HeldLine | undefined): boolean =>
  own !== undefined && quantity <= own.quantity;

/** @throws Refusal 400, 404, and 409 where seats may not or must be chosen */
function namedBy(places: Places, seats: SeatHolds, { request, line, changed }: Naming): NamedLine {
  const { tierId, sectionId, seatIds, quantity } = line;
  const asked = places.tiers.find(({ id }) => id === tierId);
  const otherSeats = changed?.otherSeats === true;
  if (places.seated && asked?.admission === false) {
    if (sectionId !== null) throw holdRefusals.section_of_add_on();
    if (seatIds) throw holdRefusals.seats_of_add_on();
    const own = ownLine(changed, asked, null);
    const isOwn = isWithin(quantity, own);
    return { section: null, tier: asked, quantity, chosen: undefined, own, isOwn, isKept: isOwn && !otherSeats };
  }
  const section = sectionOf(places, seats, sectionId);
  const priced = section ? places.tiers.filter(({ id }) => section.tierIds.has(id)) : places.tiers;
  if (!asked && tierId !== null) throw eventRefusals.tier_not_found();
  const tier = asked ?? defaultTier(priced);
  if (tier && !priced.includes(tier)) throw holdRefusals.tier_not_in_section();
  if (!section && seatIds) throw holdRefusals.seats_not_choosable();
  const own = ownLine(changed, tier, section);
  const isOwn = isWithin(quantity, own);
  const mayChoose = request.channel === 'box_office';
  const mayLeaveOpen = request.isOffer === true || isOwn || mayChoose;
  const chosen = section
    ? seatsOfLine(seats, { eventId: places.eventId, sectionId: section.id, tier, seatIds, mayLeaveOpen, mayChoose })
    : undefined;
  return { section, tier, quantity, chosen, own, isOwn, isKept: isOwn && !chosen && !otherSeats };
}

/** The requested section; null for general admission. @throws Refusal 400, 404 */
function sectionOf({ seated }: Places, seats: SeatHolds, sectionId: Uuid | null): Section | null {
  if (!seated && sectionId !== null) throw holdRefusals.section_not_expected();
  if (!seated) return null;
  if (sectionId === null) throw holdRefusals.section_required();
  const tierIds = seats.tierIdsOf(sectionId);
  if (!tierIds) throw seatingRefusals.section_not_found();
  return { id: sectionId, tierIds };
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

/** A live checkout whose lines change. */
interface ChangedCheckout {
  own: HeldLine[];
  /** Every line gets seats that the checkout does not hold. */
  otherSeats: boolean;
}

/** What a changed checkout already has: its buyer keeps these places even if the waiting list is not empty. */
interface Exchange {
  /** All of its lines. */
  own: HeldLine[];
  /** What it gives back of them. */
  given: HeldLine[];
}

const NOTHING_HELD: Exchange = { own: [], given: [] };

/**
 * Checks every line, then all together, which share the places of the event. Whether the lines find seats together,
 * beside seats owed to the waiting list, is checked when they are taken. The places that a changed checkout gives back
 * are still held.
 * @throws Refusal 409 when places are short
 */
export function requireFree(
  places: Places,
  seats: SeatHolds,
  request: LinesRequest,
  lines: LineOnSale[],
  { own, given }: Exchange = NOTHING_HELD,
) {
  const free = lines.map((line) => (line.isKept ? Infinity : freeFor(places, seats, request, line, given)));
  const idOf = (index: number) => lines[index]?.tier.id ?? null;
  const gone = free.findIndex((left) => left <= 0);
  if (gone >= 0) throw soldOut(request, gone, idOf(gone));
  const short = lines.findIndex(({ quantity }, index) => quantity > (free[index] ?? 0));
  if (short >= 0)
    throw holdRefusals.not_enough_left({ left: free[short] ?? 0, ...factsOfLine(request, short, idOf(short)) });
  const admissions = lines.filter(({ tier }) => tier.admission);
  if (admissions.length <= 1) return;
  const left = placesForAllOfEvent(places, admissionsOf(places, own));
  if (placesOf(admissions) > left) throw notEnoughTogether(request, left, lines);
}

function freeFor(
  places: Places,
  seats: SeatHolds,
  { isOffer }: LinesRequest,
  { tier, sectionId }: LineOnSale,
  given: HeldLine[],
) {
  const free = isOffer ? freePlaces(places, tier) : placesForAll(places, tier, givenTo(places, seats, given, tier));
  if (sectionId === null) return free;
  const inSection = isOffer ? seats.countFree({ sectionId, tierId: tier.id }) : seats.countForAll(sectionId, [tier.id]);
  return Math.min(free, seats.countPriced(seatsOf(given), [tier.id], sectionId) + inSection);
}

/** Each line fits, but they want the same places; or the chosen seats are owed to the waiting list. */
export function notEnoughTogether(request: LinesRequest, left: number, lines: LineOnSale[]): Refusal {
  if (left > 0) return holdRefusals.not_enough_left(lines.length > 1 ? { left, field: 'items' } : { left });
  const index = Math.max(
    0,
    lines.findIndex(({ chosen }) => chosen),
  );
  return soldOut(request, index, lines[index]?.tier.id ?? null);
}
