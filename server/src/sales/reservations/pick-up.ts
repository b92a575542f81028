import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import type { Attendee } from '../../checkouts/attendee.ts';
import { saveChanges, saveLines } from '../../checkouts/change-queries.ts';
import { type Checkout, placesOf, subtotalOf } from '../../checkouts/checkout.ts';
import type { CheckoutRequest, RequestedLine } from '../../checkouts/checkout-request.ts';
import { addOnsLast, checkAttendees } from '../../checkouts/create-checkouts.ts';
import { saveSentAnswers } from '../../checkouts/given-answers.ts';
import { type HeldLine, seatsOf } from '../../checkouts/lines.ts';
import { insertCheckouts, saveLanguage } from '../../checkouts/queries.ts';
import { holdRefusals } from '../../checkouts/refusals.ts';
import { ownLines } from '../../checkouts/replace-lines.ts';
import { changePlaces } from '../../events/change-places.ts';
import { admissionsOf, type Places, tierOf } from '../../events/places.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { listHeldSeats } from '../../seating/claim-queries.ts';
import { SeatHolds } from '../../seating/seat-holds.ts';
import { retryOnNumberCollision } from '../../tickets/retry-on-number-collision.ts';
import type { Language } from '../../values/language.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import type { ByHand } from '../payment/complete-checkouts.ts';
import { type Agreed, sellOneByHand } from '../sell-by-hand.ts';
import { chooseKept, type Parts } from './choose-kept.ts';
import { lockKept } from './lock-kept.ts';
import { getReservation, saveEnd } from './queries.ts';
import { reservationRefusals } from './refusals.ts';

interface PickUp extends ByHand, Agreed, Pick<CheckoutRequest, 'organizationId' | 'answers' | 'now'> {
  actor: Actor;
  reservationId: Uuid;
  /** null: everything that is kept */
  lines: RequestedLine[] | null;
  /** What is undefined is that of the reservation. */
  customer: { name?: string | undefined; email?: string | undefined; phone?: string | undefined };
  attendees: Attendee[];
  language: Language | null;
}

/**
 * Sells kept places to the person who picks them up: the order takes exactly the places that were held, in one
 * transaction under the event's lock, so that no other buyer ever gets them in between. The price is that of the day on
 * which they were kept. If only a part is picked up, the rest stays kept. Two pick-ups of the same places make one
 * order. If the reservation ends or is let go at the moment of a pick-up, the first wins.
 * @returns the order's id
 * @throws Refusal 404; 409 when the places are no longer kept, are others or cost something else than agreed, or the
 * event is a draft; 400 without an address, or as `createCheckouts` for attendees and answers
 */
export async function pickUp(db: Database, request: PickUp): Promise<Uuid> {
  const { organizationId, reservationId, now } = request;
  const { event } = await getReservation(db, organizationId, reservationId, now);
  const { orderId, batch } = await retryOnNumberCollision(() =>
    changePlaces(db, { organizationId, eventId: event.id }, (tx, places) => pickUpUnderLock(tx, places, request)),
  );
  batch?.count();
  return orderId;
}

async function pickUpUnderLock(tx: Tx, places: Places, request: PickUp) {
  const { organizationId, actor, reservationId, method, language, now } = request;
  const kept = await lockKept(tx, organizationId, reservationId, now);
  if (places.status === 'draft') throw holdRefusals.event_not_on_sale({ status: places.status });
  const customer = customerOf(kept, request);
  const checkout = await pickedPart(tx, places, kept, request);
  saveEnd(tx, organizationId, checkout.id, now);
  const bought = {
    ...checkout,
    customer,
    attendees: request.attendees,
    language: language ?? checkout.language,
    discountCentavos: method === 'COMP' ? checkout.subtotalCentavos : 0,
  };
  saveChanges(tx, bought);
  if (language) await saveLanguage(tx, bought, language);
  checkAttendees(bought.attendees, admissionsOf(places, bought.lines));
  await saveSentAnswers(tx, places, bought, request.answers ?? []);
  const sold = await sellOneByHand(tx, request, { checkout: bought, byHand: request });
  const after = { order_id: sold.orderId, quantity: bought.quantity };
  const change = { action: 'reservation.picked_up', subjectId: kept.id, before: {}, after } as const;
  recordChange(tx, { organizationId, actor, ...change, now });
  return sold;
}

/** @throws Refusal 400 without an address */
function customerOf({ customer }: Checkout, { customer: sent }: PickUp): Checkout['customer'] {
  const email = sent.email ?? customer.email;
  if (email === '') throw reservationRefusals.buyer_email_required();
  return { name: sent.name ?? customer.name, email, phone: sent.phone ?? customer.phone };
}

/** @returns the checkout that has what is picked up, and nothing else */
async function pickedPart(tx: Tx, places: Places, kept: Checkout, { lines, now }: PickUp): Promise<Checkout> {
  if (!lines) return kept;
  const parts = await partsOf(tx, places, kept, lines);
  if (parts.rest.length === 0) return putInOrder(tx, places, kept, parts);
  return splitOff(tx, places, kept, { ...parts, now });
}

interface PartsWithSeats extends Parts {
  /** With the sections of all lines. */
  seats: SeatHolds;
}

async function partsOf(tx: Tx, places: Places, kept: Checkout, wanted: RequestedLine[]): Promise<PartsWithSeats> {
  const { organizationId, eventId, id, lines } = kept;
  const seats = new SeatHolds(tx, organizationId, eventId);
  const [held] = await Promise.all([
    places.seated ? listHeldSeats(tx, organizationId, id) : [],
    seats.load(lines.flatMap(({ sectionId }) => sectionId ?? [])),
  ]);
  const { picked, rest } = chooseKept(seats, eventId, ownLines(kept, held), wanted);
  const inOrder = addOnsLast(picked.map((line) => ({ line, tier: tierOf(places, line.tierId) })));
  return { seats, picked: inOrder.map(({ line }) => line), rest };
}

/** Moves a part to a checkout of its own, which holds it from now on. The counters stay. @returns that checkout */
function splitOff(tx: Tx, places: Places, kept: Checkout, parts: PartsWithSeats & { now: Date }): Checkout {
  const { seats, picked, rest, now } = parts;
  const part = { ...kept, ...shareOf(places, kept, picked), id: newId(now), createdAt: now };
  const left = { ...kept, ...shareOf(places, kept, rest) };
  saveLines(tx, kept, left.lines);
  saveChanges(tx, left);
  insertCheckouts(tx, [part]);
  if (places.seated) {
    seats.reseat(kept.id, seatsOf(rest));
    seats.reseat(part.id, seatsOf(picked));
    seats.save();
  }
  return part;
}

/** Everything is picked up, in the order of the request. @returns the checkout with its lines in that order */
function putInOrder(tx: Tx, places: Places, kept: Checkout, { seats, picked }: PartsWithSeats): Checkout {
  const checkout = { ...kept, ...shareOf(places, kept, picked) };
  saveLines(tx, kept, checkout.lines);
  if (places.seated) {
    seats.reseat(kept.id, seatsOf(picked));
    seats.save();
  }
  return checkout;
}

const shareOf = (places: Places, { buyerPlaces }: Checkout, lines: HeldLine[]) => ({
  lines: lines.map(({ seats: _seats, ...line }) => line),
  quantity: placesOf(lines),
  subtotalCentavos: subtotalOf(lines),
  buyerPlaces: buyerPlaces === null ? null : admissionsOf(places, lines),
});
