import { admissionsOf, movePlaces, type Places } from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import type { Tx } from '../platform/database/database.ts';
import { type HeldSeat, listHeldSeats } from '../seating/claim-queries.ts';
import { SeatHolds } from '../seating/seat-holds.ts';
import { type GivenAnswer, listTicketAnswers, saveTicketAnswers } from './answer-queries.ts';
import { type Attendee, attendeesFrom, UNNAMED_ATTENDEE } from './attendee.ts';
import { saveLines } from './change-queries.ts';
import { type Checkout, type CheckoutLine, placesOf, subtotalOf } from './checkout.ts';
import { itemField, type LinesRequest, type RequestedLine } from './checkout-request.ts';
import { addOnsLast, checkQuantity } from './create-checkouts.ts';
import { formerTickets } from './former-tickets.ts';
import { type HeldLine, type LineOnSale, lineOf, seatsOf } from './lines.ts';
import { givenBack, linesOnSale, notEnoughTogether, requireFree } from './lines-on-sale.ts';
import { mostAfterChange } from './order-limits.ts';
import { checkoutChangeRefusals, holdRefusals } from './refusals.ts';

interface WantedLines {
  /** null: the lines stay. */
  lines: RequestedLine[] | null;
  /** The buyer wants seats that the checkout does not hold now. */
  otherSeats: boolean;
  /** On the page, where the link alone allows it. Otherwise a program asks. */
  byBuyer: boolean;
  now: Date;
}

/**
 * Replaces the lines of a live checkout, by the rules of a new one. A line with as many tickets or fewer keeps its
 * price and its first places, with their seats unless the buyer chooses some, and need not be on sale. Every other line
 * takes its places at today's price, from the places that the checkout gives back and the places on free sale: a place
 * that is owed to the waiting list is not taken. An offer to the waiting list can only become smaller. A buyer gets no
 * hidden tier that the order does not have, and no whole hall: where the event has no limit, an order can have ten
 * tickets or as many as it has already; where it has one, the limit also holds for each add-on.
 *
 * With `otherSeats` every line gets seats that the checkout did not hold: they are taken before the former ones become
 * free. The event and the checkout are locked; the caller saves the places and the checkout.
 * @throws Refusal as `createCheckouts`, after which the transaction must end; 400 when other seats are wanted where
 * there are none; 409 when there are no other seats, or an offer would not become smaller
 */
export async function replaceLines(tx: Tx, places: Places, checkout: Checkout, wanted: WantedLines): Promise<Checkout> {
  const { organizationId, id, eventId } = checkout;
  const { otherSeats, byBuyer, now } = wanted;
  if (otherSeats && !places.seated) throw checkoutChangeRefusals.other_seats_not_expected();
  const request: LinesRequest = {
    lines: wanted.lines ?? checkout.lines.map(placesOfLine),
    isItemized: true,
    channel: checkout.channel,
    now,
  };
  const seats = new SeatHolds(tx, organizationId, eventId);
  seats.countIn(places);
  const [heldSeats, answers] = await Promise.all([
    places.seated ? listHeldSeats(tx, organizationId, id) : [],
    listTicketAnswers(tx, organizationId, id),
    seats.load([...checkout.lines, ...request.lines].flatMap(({ sectionId }) => sectionId ?? [])),
  ]);
  const own = ownLines(checkout, heldSeats);
  const lines = linesOnSale(places, seats, request, { own, otherSeats });
  if (checkout.isOffer) requireSmallerOffer(own, lines);
  if (byBuyer || checkout.channel === 'shop') requireOffered(places, lines);
  const after = addOnsLast(lines).map(lineOf);
  if (isMore(places, after, checkout.lines))
    checkQuantity(places, {
      lines: after,
      channel: checkout.channel,
      mostByBuyer: byBuyer ? mostAfterChange(checkout.quantity) : null,
    });
  const given = givenBack(own, lines);
  if (otherSeats && !hasOtherSeats(seats, lines)) throw checkoutChangeRefusals.no_other_seats();
  requireFree(places, seats, request, lines, { own, given });

  if (places.seated) changeSeats(seats, request, checkout, { lines, given, otherSeats });
  const move = (tierId: string, quantity: number) =>
    movePlaces(places, tierId, { held: quantity, offered: checkout.isOffer ? quantity : 0 });
  for (const { tierId, quantity } of given) move(tierId, -quantity);
  for (const { tier, quantity, isKept } of lines) if (!isKept) move(tier.id, quantity);

  const former = formerTickets(checkout.lines, after);
  saveLines(tx, checkout, after);
  saveTicketAnswers(tx, checkout, { before: answers, after: answersOf(former, answers) });
  seats.save();
  return {
    ...checkout,
    lines: after,
    quantity: placesOf(after),
    subtotalCentavos: subtotalOf(after),
    attendees: attendeesOf(former, checkout.attendees),
  };
}

/**
 * A code opens hidden tiers on the page of the event, not here: the order may only keep them. An event with a limit
 * sells a buyer as many of each add-on, or as many as the order has.
 * @throws Refusal 404, 409
 */
function requireOffered({ maxPerOrder }: Places, lines: LineOnSale[]) {
  const closed = lines.findIndex(({ tier, own }) => tier.hidden && !own);
  if (closed >= 0) throw eventRefusals.tier_not_found().within(itemField(closed));
  if (maxPerOrder === null) return;
  const isTooMuch = ({ tier, quantity, own }: LineOnSale) =>
    !tier.admission && quantity > Math.max(maxPerOrder, own?.quantity ?? 0);
  const tooMuch = lines.findIndex(isTooMuch);
  if (tooMuch >= 0) throw holdRefusals.max_per_order({ max: maxPerOrder, set_by: 'event' }).within(itemField(tooMuch));
}

/** An order that does not grow may be larger than orders may be since. */
const isMore = (places: Places, lines: CheckoutLine[], own: CheckoutLine[]): boolean =>
  placesOf(lines) > placesOf(own) || admissionsOf(places, lines) > admissionsOf(places, own);

/** @throws Refusal 409 unless there is one line of the same tier and section, with at most as many places */
function requireSmallerOffer(own: HeldLine[], lines: LineOnSale[]) {
  const [offered] = own;
  const [line, ...others] = lines;
  const isSmaller =
    others.length === 0 &&
    line?.tier.id === offered?.tierId &&
    line?.sectionId === offered?.sectionId &&
    (line?.quantity ?? 0) <= (offered?.quantity ?? 0);
  if (!isSmaller) throw checkoutChangeRefusals.offer_only_smaller({ max: offered?.quantity ?? 0 });
}

/** Whether each line alone finds enough seats beside those that the checkout holds. */
const hasOtherSeats = (seats: SeatHolds, lines: LineOnSale[]) =>
  lines.every(
    ({ tier, sectionId, quantity }) =>
      sectionId === null || seats.countFree({ sectionId, tierId: tier.id }) >= quantity,
  );

/** @throws Refusal 409 when lines that want the same seats find too few, or chosen ones are owed */
function changeSeats(
  seats: SeatHolds,
  request: LinesRequest,
  { id }: Checkout,
  { lines, given, otherSeats }: { lines: LineOnSale[]; given: HeldLine[]; otherSeats: boolean },
) {
  const parties = lines.flatMap(({ tier, sectionId, quantity, chosen, own, isKept }) =>
    sectionId === null
      ? []
      : { tierId: tier.id, sectionId, quantity, chosen, kept: isKept ? (own?.seats.slice(0, quantity) ?? null) : null },
  );
  const taken = seats.holdInstead(id, parties, { given: seatsOf(given), otherSeats });
  if ('left' in taken)
    throw otherSeats ? checkoutChangeRefusals.no_other_seats() : notEnoughTogether(request, taken.left, lines);
}

/** Its price stays, whatever the tier's is now. */
const placesOfLine = ({ tierId, sectionId, quantity }: CheckoutLine) => ({ tierId, sectionId, quantity });

/** @param heldSeats in the order of the tickets */
export function ownLines({ lines }: Checkout, heldSeats: HeldSeat[]): HeldLine[] {
  let from = 0;
  return lines.map((line) => {
    const to = from + line.quantity;
    const seats = heldSeats.slice(from, to);
    from = to;
    return { ...line, seats };
  });
}

/** Attendees stay with their tickets. */
const attendeesOf = (former: number[], attendees: Attendee[]): Attendee[] =>
  attendeesFrom(former.map((number) => attendees[number - 1] ?? UNNAMED_ATTENDEE));

/** Answers stay with their tickets. Answers about tickets that are gone are dropped. */
const answersOf = (former: number[], answers: GivenAnswer[]): GivenAnswer[] =>
  answers.flatMap((answer) => {
    const ticket = former.indexOf(answer.ticket) + 1;
    return ticket === 0 ? [] : { ...answer, ticket };
  });
