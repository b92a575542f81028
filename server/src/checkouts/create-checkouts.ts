import { defaultTier } from '../events/event.ts';
import { SELLABLE_STATUSES } from '../events/event-status.ts';
import {
  freePlaces,
  lockPlacesToSell,
  movePlaces,
  type Places,
  savePlaces,
  type TierPlaces,
} from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import { eventName, soldOutEventsOf } from '../events/sold-out-events.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import { PromoHolds } from '../promo-codes/promo-holds.ts';
import { seatingRefusals } from '../seating/refusals.ts';
import { SeatHolds } from '../seating/seat-holds.ts';
import type { Language } from '../values/language.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { type Attendee, MAX_ATTENDEES } from './attendee.ts';
import { BuyerLimit } from './buyer-limit.ts';
import { type Checkout, type CheckoutWithSeats, subtotalCentavos } from './checkout.ts';
import { findNextHoldEnd } from './hold-queries.ts';
import { insertCheckouts } from './queries.ts';
import { holdRefusals } from './refusals.ts';
import { endOverdueHolds, releaseOverdueHolds, releasePlaces, UNANSWERED_MS } from './release-holds.ts';

export interface CheckoutRequest {
  organizationId: Uuid;
  eventId: Uuid;
  /** null: the event's default tier */
  tierId: Uuid | null;
  sectionId: Uuid | null;
  quantity: number;
  promoCode: string | null;
  customer: Checkout['customer'];
  language: Language | null;
  /** The organizer's own name of the buyer. */
  buyerReference: string | null;
  attendees: Attendee[];
  successUrl: string;
  cancelUrl: string | null;
  holdSeconds: number;
  now: Date;
}

/**
 * The size of the largest hall. All tickets of an order are created at once: a million blocked the embedded database
 * for 80 s and the process for 19 s, and took 3 GB.
 */
const MOST_PER_ORDER = 100_000;

export type Outcome = PromiseSettledResult<CheckoutWithSeats>;

/**
 * Holds places for a batch of buyers of one event, in their order, in one transaction: the event's row is locked once,
 * each request is decided in memory, and everything is written together. A party that does not fit does not block
 * smaller ones behind it. When places are short, overdue holds are released first. The CHECK constraints, and on a
 * seated event the unique index on live seats, are the final guarantee. For general admission, `late` returns requests
 * that arrived while the row was being locked; they are appended to `requests`.
 * @returns one outcome for each: the checkout, or a Refusal: 404 for an unknown event, tier or section; 400 for a
 * section of a general admission event, a missing section of a seated one, or a tier that prices no seat of the
 * section; 409 when the event is not on sale, the order is too large, not enough is left, or the promo code cannot be
 * used, or the buyer has as many tickets as the event allows
 */
export async function createCheckouts(
  db: Database,
  requests: CheckoutRequest[],
  late: () => CheckoutRequest[] = () => [],
): Promise<Outcome[]> {
  const [first] = requests;
  if (!first) return [];
  const soldOutEvents = soldOutEventsOf(db);
  const { changes } = soldOutEvents;
  const { outcomes, nextHoldEnd } = await db
    .transaction((tx) => holdTogether(tx, first, requests, late))
    .catch((error) => refuseAll(requests, error));
  for (const [index, request] of requests.entries()) {
    const refusal = soldOutRefusal(outcomes[index]);
    if (!refusal) continue;
    const event = eventName(request.organizationId, request.eventId);
    soldOutEvents.remember(event, stockKeyOf(request), { refusal, since: request.now, nextHoldEnd }, changes);
  }
  return outcomes;
}

/** If the event is unknown, every request of the batch gets the same refusal. */
function refuseAll(requests: CheckoutRequest[], reason: unknown) {
  if (!(reason instanceof Refusal)) throw reason;
  return { outcomes: requests.map((): Outcome => ({ status: 'rejected', reason })), nextHoldEnd: null };
}

async function holdTogether(
  tx: Tx,
  first: CheckoutRequest,
  requests: CheckoutRequest[],
  late: () => CheckoutRequest[],
) {
  const { organizationId, eventId } = first;
  const sectionIds = requests.flatMap(({ sectionId }) => sectionId ?? []);
  const seats = new SeatHolds(tx, organizationId, eventId);
  // The first statement locks the event. The others share its round trip, and read what is true after the lock.
  const [places, ended] = await Promise.all([
    lockPlacesToSell(tx, organizationId, eventId),
    // Released even when enough seats are free: an overdue hold could split a party or give it worse seats.
    sectionIds.length > 0 ? endOverdueHolds(tx, first, latest(requests)) : [],
    seats.load(sectionIds),
  ]);
  // General admission only: for late requests of a seated event, sections would have to be loaded first.
  if (!places.seated) requests.push(...late());
  if (ended.length > 0) {
    await releasePlaces(tx, places, ended);
    await seats.load(sectionIds);
  }
  const promos = new PromoHolds(tx, organizationId, eventId);
  await promos.load(promoCodesOf(requests));
  const buyers = new BuyerLimit();
  await buyers.load(tx, places, requests, latest(requests));
  const stock = { places, seats, promos, buyers };
  const outcomes = requests.map((request) => hold(stock, request));
  if (!places.seated && outcomes.some(isShortage) && places.held > 0) await holdAgain(tx, stock, requests, outcomes);
  const checkouts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  promos.save();
  insertCheckouts(tx, checkouts);
  seats.save();
  savePlaces(tx, places, first.now);
  const nextHoldEnd = outcomes.some(soldOutRefusal)
    ? await findNextHoldEnd(tx, { organizationId, eventId, unansweredMs: UNANSWERED_MS })
    : null;
  return { outcomes, nextHoldEnd };
}

/** The refusal that stays true until a place is freed, whatever the size of the party. */
const soldOutRefusal = (outcome: Outcome | undefined): Refusal | undefined =>
  outcome?.status === 'rejected' && holdRefusals.sold_out.is(outcome.reason) ? outcome.reason : undefined;

/** Key of what can sell out: a tier, within a section if there is one. */
export const stockKeyOf = ({ tierId, sectionId }: CheckoutRequest): string => `${tierId} ${sectionId}`.toLowerCase();

const promoCodesOf = (requests: CheckoutRequest[]) => requests.flatMap(({ promoCode }) => promoCode ?? []);

/** Latest `now` in the batch, so that the whole batch judges expiry by one instant. */
const latest = (requests: CheckoutRequest[]): Date => new Date(Math.max(...requests.map(({ now }) => now.getTime())));

/** The places that a batch takes from, in memory. */
interface Stock {
  places: Places;
  /** Empty for general admission. */
  seats: SeatHolds;
  promos: PromoHolds;
  buyers: BuyerLimit;
}

async function holdAgain(tx: Tx, stock: Stock, requests: CheckoutRequest[], outcomes: Outcome[]) {
  const { places, promos } = stock;
  promos.save();
  await releaseOverdueHolds(tx, places, latest(requests));
  await promos.load(promoCodesOf(requests));
  for (const [index, request] of requests.entries()) {
    const outcome = outcomes[index];
    if (outcome && isShortage(outcome)) outcomes[index] = hold(stock, request);
  }
}

/** Whether the release of other buyers' overdue holds can change the outcome. */
const isShortage = (outcome: Outcome) =>
  outcome.status === 'rejected' &&
  outcome.reason instanceof Refusal &&
  outcome.reason.temporary &&
  !holdRefusals.max_per_buyer.is(outcome.reason);

function hold({ places, seats, promos, buyers }: Stock, request: CheckoutRequest): Outcome {
  try {
    const section = sectionOf(places, seats, request);
    const tier = sellableTier(places, section, request);
    checkQuantity(places, request);
    buyers.check(places, request);
    const inSection = section ? seats.countFree({ sectionId: section.id, tierId: tier.id }) : Infinity;
    const free = Math.min(freePlaces(places, tier), inSection);
    if (free <= 0) throw holdRefusals.sold_out();
    if (free < request.quantity) throw holdRefusals.not_enough_left({ left: free });
    const checkout = checkoutOf(places, request, tier, section);
    // The promo code comes first because it may be refused.
    if (request.promoCode !== null) {
      promos.requireNoGuessing(request.now);
      Object.assign(checkout, promos.hold(request.promoCode, subtotalCentavos(checkout), request.now));
    }
    if (section) checkout.seats = seats.hold(checkout.id, { ...checkout, sectionId: section.id });
    movePlaces(places, tier.id, { held: request.quantity });
    buyers.take(request);
    return { status: 'fulfilled', value: checkout };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}

interface Section {
  id: Uuid;
  tierIds: ReadonlySet<Uuid>;
}

/** The requested section; null for general admission. @throws Refusal 400, 404 */
function sectionOf({ seated }: Places, seats: SeatHolds, { sectionId }: CheckoutRequest): Section | null {
  if (!seated && sectionId !== null) throw holdRefusals.section_not_expected();
  if (!seated) return null;
  if (sectionId === null) throw holdRefusals.section_required();
  const id = sectionId.toLowerCase();
  const tierIds = seats.tierIdsOf(id);
  if (!tierIds) throw seatingRefusals.section_not_found();
  return { id, tierIds };
}

/** The requested tier, if it is on sale now. @throws Refusal 400, 404, 409 with the reason */
function sellableTier(places: Places, section: Section | null, { tierId, now }: CheckoutRequest): TierPlaces {
  const priced = section ? places.tiers.filter(({ id }) => section.tierIds.has(id)) : places.tiers;
  const tier = tierId === null ? defaultTier(priced) : places.tiers.find(({ id }) => id === tierId.toLowerCase());
  if (!tier && tierId !== null) throw eventRefusals.tier_not_found();
  if (tier && !priced.includes(tier)) throw holdRefusals.tier_not_in_section();
  if (!SELLABLE_STATUSES.includes(places.status)) throw notOnSale(places);
  if (places.salesEnd <= now) throw holdRefusals.sales_ended();
  if (!tier) throw holdRefusals.no_tier_on_sale({ of: section ? 'section' : 'event' });
  if (!tier.isActive) throw holdRefusals.tier_not_on_sale();
  if (tier.salesStart && tier.salesStart > now)
    throw holdRefusals.tier_sales_not_started({ starts_at: tier.salesStart.toISOString() });
  if (tier.salesEnd && tier.salesEnd <= now) throw holdRefusals.tier_sales_ended();
  return tier;
}

/** @throws Refusal 409 when the order is too large */
function checkQuantity({ maxPerOrder, attendeeDetails }: Places, { quantity }: CheckoutRequest) {
  if (attendeeDetails === 'required' && quantity > MAX_ATTENDEES)
    throw holdRefusals.max_per_order({ max: MAX_ATTENDEES, set_by: 'attendee_details' });
  if (maxPerOrder !== null && quantity > maxPerOrder)
    throw holdRefusals.max_per_order({ max: maxPerOrder, set_by: 'event' });
  if (quantity > MOST_PER_ORDER) throw holdRefusals.max_per_order({ max: MOST_PER_ORDER, set_by: 'service' });
}

const notOnSale = ({ status }: Places) =>
  status === 'sold_out' ? holdRefusals.sold_out() : holdRefusals.event_not_on_sale({ status });

const checkoutOf = (
  places: Places,
  request: CheckoutRequest,
  tier: TierPlaces,
  section: Section | null,
): CheckoutWithSeats => ({
  organizationId: request.organizationId,
  id: newId(request.now),
  eventId: request.eventId.toLowerCase(),
  tierId: tier.id,
  sectionId: section?.id ?? null,
  seats: null,
  quantity: request.quantity,
  unitPriceCentavos: tier.priceCentavos,
  discountCentavos: 0,
  promoCodeId: null,
  customer: request.customer,
  language: request.language,
  buyerReference: request.buyerReference,
  buyerPlaces: places.maxPerBuyer === null ? null : request.quantity,
  attendees: request.attendees,
  successUrl: request.successUrl,
  cancelUrl: request.cancelUrl,
  status: 'open',
  paymentStarted: false,
  failureReason: null,
  expiresAt: new Date(request.now.getTime() + request.holdSeconds * 1_000),
  createdAt: request.now,
});
