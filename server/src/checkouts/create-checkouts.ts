import { admissionsOf, lockPlacesToSell, movePlaces, type Places, savePlaces } from '../events/places.ts';
import { soldOutEventsOf } from '../events/sold-out-events.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { latestNow } from '../platform/lanes/latest-now.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import { PromoHolds } from '../promo-codes/promo-holds.ts';
import type { Seat } from '../seating/seat.ts';
import { SeatHolds } from '../seating/seat-holds.ts';
import { newId } from '../values/uuid.ts';
import { type Attendee, MAX_ATTENDEES } from './attendee.ts';
import { BuyerLimit } from './buyer-limit.ts';
import { type Checkout, type CheckoutWithSeats, MOST_PER_ORDER, placesOf, subtotalOf } from './checkout.ts';
import type { CheckoutRequest } from './checkout-request.ts';
import { GivenAnswers } from './given-answers.ts';
import { requireOpened } from './hidden-tiers.ts';
import { findNextHoldEnd } from './hold-queries.ts';
import { type LineOnSale, lineOf } from './lines.ts';
import { linesOnSale, notEnoughTogether, requireFree } from './lines-on-sale.ts';
import { limitsOf } from './order-limits.ts';
import { insertCheckouts } from './queries.ts';
import { holdRefusals } from './refusals.ts';
import { endOverdueHolds, releaseOverdueHolds, releasePlaces, UNANSWERED_MS } from './release-holds.ts';
import { rememberRefusal } from './remember-refusal.ts';

export type Outcome = PromiseSettledResult<CheckoutWithSeats>;

/**
 * Holds places for a batch of buyers of one event, in their order, in one transaction: the event's row is locked once,
 * each request is decided in memory, and everything is written together. Either all lines of a request get places or
 * none does. A party that does not fit does not block smaller ones behind it. When places are short, overdue holds are
 * released first. The CHECK constraints, and on a seated event the unique index on live seats, are the final guarantee.
 * For general admission, `late` returns requests that arrived while the row was being locked; they follow the others.
 * @returns one outcome for each: the checkout, or a Refusal: 404 for an unknown event, tier or section; 400 for a
 * section of a general admission event, a missing section of a seated one, a tier that prices no seat of the section or
 * not the chosen seat, two lines of one tier and section, more attendees than tickets that admit, or an answer that
 * fits no question; 409 when the event is not on sale, the order is too large, not enough is left, chosen seats are
 * taken, the promo code cannot be used, or the buyer has as many tickets as the event allows
 */
export async function createCheckouts(
  db: Database,
  requests: CheckoutRequest[],
  late: () => CheckoutRequest[] = () => [],
): Promise<Outcome[]> {
  const [first, ...others] = requests;
  if (!first) return [];
  const batch: Batch = [first, ...others];
  const { changes } = soldOutEventsOf(db);
  const { outcomes, nextHoldEnd } = await db
    .transaction((tx) => holdTogether(tx, batch, late))
    .catch((error) => refuseAll(batch, error));
  for (const [index, request] of batch.entries()) {
    const reason = soldOutReason(outcomes[index]);
    if (reason) rememberRefusal(db, request, { tierId: reason.facts.tier_id ?? null, nextHoldEnd, changes });
  }
  return outcomes;
}

/** If the event is unknown, every request of the batch gets the same refusal. */
function refuseAll(requests: CheckoutRequest[], reason: unknown) {
  if (!(reason instanceof Refusal)) throw reason;
  return { outcomes: requests.map((): Outcome => ({ status: 'rejected', reason })), nextHoldEnd: null };
}

/** Requests for places of one event. */
type Batch = [CheckoutRequest, ...CheckoutRequest[]];

/**
 * Holds places as `createCheckouts` does, in a transaction of the caller, which sees the outcomes before it commits.
 * What `late` returns is appended to `requests`.
 */
export async function holdTogether(tx: Tx, requests: Batch, late: () => CheckoutRequest[] = () => []) {
  const [first] = requests;
  const { organizationId, eventId } = first;
  const sectionIds = requests.flatMap(({ lines }) => lines.flatMap(({ sectionId }) => sectionId ?? []));
  const seats = new SeatHolds(tx, organizationId, eventId);
  // The first statement locks the event. The others share its round trip, and read what is true after the lock.
  const [places, ended] = await Promise.all([
    lockPlacesToSell(tx, organizationId, eventId),
    // Released even when enough seats are free: an overdue hold could split a party or give it worse seats.
    sectionIds.length > 0 ? endOverdueHolds(tx, first, latestNow(requests)) : [],
    seats.load(sectionIds),
  ]);
  seats.countIn(places);
  // General admission only: for late requests of a seated event, sections would have to be loaded first.
  if (!places.seated) requests.push(...late());
  if (ended.length > 0) {
    await releasePlaces(tx, places, ended);
    await seats.load(sectionIds);
  } else if (sectionIds.length > 0) await seats.loadFree();
  // An overdue hold must not keep the next tier on sale. Where sections were asked for, these ended before.
  if (sectionIds.length === 0 && requests.some((request) => asksAfterHolds(places, request)))
    await releaseOverdueHolds(tx, places, latestNow(requests));
  const promos = new PromoHolds(tx, organizationId, eventId);
  await promos.load(promoCodesOf(requests));
  const buyers = new BuyerLimit();
  await buyers.load(tx, places, requests, latestNow(requests));
  const answers = new GivenAnswers();
  await answers.load(tx, requests);
  const stock = { places, seats, promos, buyers, answers };
  const outcomes = requests.map((request) => hold(stock, request));
  const isShort = outcomes.some(isShortage) && places.tiers.some(({ held }) => held > 0);
  // Where sections were asked for, overdue holds ended before.
  if (isShort && sectionIds.length === 0) await holdAgain(tx, stock, requests, outcomes);
  const checkouts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  promos.save();
  insertCheckouts(tx, checkouts);
  answers.save(tx, { organizationId, eventId: places.eventId });
  seats.save();
  savePlaces(tx, places, first.now);
  const nextHoldEnd = outcomes.some(soldOutReason)
    ? await findNextHoldEnd(tx, { organizationId, eventId, unansweredMs: UNANSWERED_MS })
    : null;
  return { outcomes, nextHoldEnd };
}

/** Holds the places of one request, in a transaction of the caller. @throws Refusal as `createCheckouts` */
export async function holdOne(tx: Tx, request: CheckoutRequest): Promise<CheckoutWithSeats> {
  const [held] = (await holdTogether(tx, [request])).outcomes;
  if (held?.status !== 'fulfilled') throw held?.reason;
  return held.value;
}

/** A tier is sold out, which stays true until a place is freed, whatever the size of the party. */
const soldOutReason = (outcome: Outcome | undefined) =>
  outcome?.status === 'rejected' && holdRefusals.sold_out.is(outcome.reason) ? outcome.reason : undefined;

const promoCodesOf = (requests: CheckoutRequest[]) => requests.flatMap(({ promoCode }) => promoCode ?? []);

/** Whether a line may be of a tier that follows another, and a tier that is followed has held places. */
function asksAfterHolds({ tiers }: Places, { lines }: CheckoutRequest): boolean {
  const followed = new Set(tiers.map(({ followsTierId }) => followsTierId));
  return (
    tiers.some(({ id, held }) => held > 0 && followed.has(id)) &&
    lines.some(({ tierId }) => tiers.some((tier) => tier.followsTierId && (tierId ?? tier.id) === tier.id))
  );
}

/** The places that a batch takes from, in memory. */
interface Stock {
  places: Places;
  /** Empty for general admission. */
  seats: SeatHolds;
  promos: PromoHolds;
  buyers: BuyerLimit;
  answers: GivenAnswers;
}

async function holdAgain(tx: Tx, stock: Stock, requests: CheckoutRequest[], outcomes: Outcome[]) {
  const { places, promos } = stock;
  promos.save();
  await releaseOverdueHolds(tx, places, latestNow(requests));
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
  !holdRefusals.max_per_buyer.is(outcome.reason) &&
  !holdRefusals.tier_waits.is(outcome.reason);

function hold({ places, seats, promos, buyers, answers }: Stock, request: CheckoutRequest): Outcome {
  try {
    requireOpened(places, promos, request);
    const lines = linesOnSale(places, seats, request);
    const checkout = checkoutOf(places, request, lines);
    const admissions = admissionsOf(places, checkout.lines);
    checkAttendees(checkout.attendees, admissions);
    checkQuantity(places, checkout);
    const answered = answers.check(request, checkout, admissions);
    buyers.check(places, request, admissions);
    requireFree(places, seats, request, lines);
    if (request.promoCode !== null) promos.requireNoGuessing(request.now);
    const promo = request.promoCode === null ? null : promos.usable(request.promoCode, request.now);
    if (places.seated) checkout.seats = holdSeats(seats, request, checkout, lines);
    // Nothing can refuse the checkout any more.
    if (promo) Object.assign(checkout, promos.hold(promo, checkout.subtotalCentavos));
    if (request.isComplimentary) checkout.discountCentavos = checkout.subtotalCentavos;
    for (const { tierId, quantity } of checkout.lines)
      movePlaces(places, tierId, {
        held: quantity,
        ...(checkout.isOffer ? { waiting: -quantity, offered: quantity } : {}),
      });
    buyers.take(request, admissions);
    answers.take(answered);
    return { status: 'fulfilled', value: checkout };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}

/** @throws Refusal 409 when lines that want the same seats find too few, or chosen ones are owed */
function holdSeats(seats: SeatHolds, request: CheckoutRequest, { id, isOffer }: Checkout, lines: LineOnSale[]): Seat[] {
  const parties = lines.flatMap(({ tier, sectionId, ...line }) =>
    sectionId === null ? [] : { ...line, sectionId, tierId: tier.id },
  );
  const held = seats.hold(id, parties, isOffer);
  if ('left' in held) throw notEnoughTogether(request, held.left, lines);
  return held;
}

/** @throws Refusal 400 when there are more attendees than tickets that admit */
export function checkAttendees(attendees: Attendee[], admissions: number) {
  if (attendees.length > admissions) throw holdRefusals.too_many_attendees({ quantity: admissions });
}

interface Asked extends Pick<Checkout, 'lines' | 'channel'> {
  /** Most tickets that a buyer may have after changing an order that a program made; null: no such limit. */
  mostByBuyer?: number | null;
}

/** @throws Refusal 409 when the order is too large */
export function checkQuantity(places: Places, { lines, channel, mostByBuyer = null }: Asked) {
  const { maxPerOrder, attendeeDetails } = places;
  const perOrder = limitsOf(places, channel).perOrder ?? mostByBuyer;
  const [quantity, admissions] = [placesOf(lines), admissionsOf(places, lines)];
  if (attendeeDetails === 'required' && admissions > MAX_ATTENDEES)
    throw holdRefusals.max_per_order({ max: MAX_ATTENDEES, set_by: 'attendee_details' });
  if (maxPerOrder !== null && admissions > maxPerOrder)
    throw holdRefusals.max_per_order({ max: maxPerOrder, set_by: 'event' });
  if (maxPerOrder === null && perOrder !== null && quantity > perOrder)
    throw holdRefusals.max_per_order({ max: perOrder, set_by: 'shop' });
  if (quantity > MOST_PER_ORDER) throw holdRefusals.max_per_order({ max: MOST_PER_ORDER, set_by: 'service' });
}

/** The first tickets of an order are those with a seat and an attendee. */
export const addOnsLast = <Line extends { tier: { admission: boolean } }>(lines: Line[]): Line[] =>
  lines.toSorted((a, b) => Number(b.tier.admission) - Number(a.tier.admission));

function checkoutOf(places: Places, request: CheckoutRequest, onSale: LineOnSale[]): CheckoutWithSeats {
  const quantity = placesOf(onSale);
  const lines = addOnsLast(onSale);
  const admissions = placesOf(lines.filter(({ tier }) => tier.admission));
  return {
    organizationId: request.organizationId,
    id: request.reservation?.id ?? newId(request.now),
    eventId: request.eventId,
    lines: lines.map(lineOf),
    seats: null,
    quantity,
    subtotalCentavos: subtotalOf(lines),
    discountCentavos: 0,
    promoCodeId: null,
    customer: request.customer,
    language: request.language,
    buyerReference: request.buyerReference,
    buyerPlaces: limitsOf(places, request.channel).perBuyer === null ? null : admissions,
    attendees: request.attendees,
    successUrl: request.successUrl,
    cancelUrl: request.cancelUrl,
    channel: request.channel,
    ...request.attribution,
    isOffer: request.isOffer ?? false,
    reservationId: request.reservation?.id ?? null,
    status: 'open',
    paymentStarted: false,
    failureReason: null,
    expiresAt: request.reservation?.expiresAt ?? new Date(request.now.getTime() + request.holdSeconds * 1_000),
    createdAt: request.now,
  };
}
