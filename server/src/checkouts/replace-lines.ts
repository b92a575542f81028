import { movePlaces, type Places } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import { type HeldSeat, listHeldSeats } from '../seating/claim-queries.ts';
import { SeatHolds } from '../seating/seat-holds.ts';
import { type Attendee, attendeesFrom, UNNAMED_ATTENDEE } from './attendee.ts';
import { saveLines } from './change-queries.ts';
import { type Checkout, type CheckoutLine, placesOf } from './checkout.ts';
import type { LinesRequest, RequestedLine } from './checkout-request.ts';
import { checkQuantity } from './create-checkouts.ts';
import { type LineOnSale, linesOnSale, notEnoughTogether, requireFree } from './lines-on-sale.ts';
import { holdRefusals } from './refusals.ts';

interface WantedLines {
  /** null: the lines stay. */
  lines: RequestedLine[] | null;
  /** The buyer wants seats that the checkout does not hold now. */
  otherSeats: boolean;
  now: Date;
}

/** A line of the checkout with what belongs to its tickets. */
interface HeldLine extends CheckoutLine {
  seats: HeldSeat[];
  attendees: Attendee[];
}

/**
 * Replaces the lines of a live checkout, by the rules of a new one. A line that stays as it is keeps its places, seats
 * and price. Every other line takes its places at today's price, from those that are free and those that the checkout
 * gives back. With `otherSeats` every line gets seats that the checkout did not hold: they are taken before the former
 * ones become free. The event and the checkout are locked; the caller saves the places and the checkout.
 * @throws Refusal as `createCheckouts`, after which the transaction must end; 400 when other seats are wanted where
 * there are none; 409 when there are no other seats
 */
export async function replaceLines(tx: Tx, places: Places, checkout: Checkout, wanted: WantedLines): Promise<Checkout> {
  const { organizationId, id, eventId } = checkout;
  const { otherSeats, now } = wanted;
  if (otherSeats && !places.seated) throw holdRefusals.other_seats_not_expected();
  const request: LinesRequest = { lines: wanted.lines ?? checkout.lines, isItemized: true, now };
  const seats = new SeatHolds(tx, organizationId, eventId);
  const [heldSeats] = await Promise.all([
    places.seated ? listHeldSeats(tx, organizationId, id) : [],
    seats.load([...checkout.lines, ...request.lines].flatMap(({ sectionId }) => sectionId ?? [])),
  ]);
  const held = heldLines(checkout, heldSeats);
  const lines = linesOnSale(places, seats, request);
  checkQuantity(places, placesOf(lines));
  const sameAs = lines.map((line) => held.find((other) => isSame(line, other)));
  const kept = otherSeats ? [] : sameAs.filter((line) => line !== undefined);
  const given = held.filter((line) => !kept.includes(line));
  const isKept = (index: number) => !otherSeats && sameAs[index] !== undefined;

  for (const { tierId, quantity } of given) movePlaces(places, tierId, { held: -quantity });
  const givenSeats = given.flatMap((line) => line.seats);
  if (!otherSeats) seats.giveBack(givenSeats);
  else if (!hasOtherSeats(seats, lines)) throw holdRefusals.no_other_seats();
  requireFree(places, seats, request, lines, isKept);
  if (places.seated) {
    const parties = lines.flatMap(({ tier, sectionId, quantity }, index) =>
      sectionId === null
        ? []
        : { tierId: tier.id, sectionId, quantity, kept: isKept(index) ? (sameAs[index]?.seats ?? null) : null },
    );
    const taken = seats.holdInstead(id, parties);
    if ('left' in taken) throw otherSeats ? holdRefusals.no_other_seats() : notEnoughTogether(taken.left);
    if (otherSeats) seats.giveBack(givenSeats);
  }
  for (const [index, { tier, quantity }] of lines.entries())
    if (!isKept(index)) movePlaces(places, tier.id, { held: quantity });

  const after = lines.map(
    ({ tier, sectionId, quantity }, index): CheckoutLine => ({
      tierId: tier.id,
      sectionId,
      quantity,
      unitPriceCentavos: sameAs[index]?.unitPriceCentavos ?? tier.priceCentavos,
    }),
  );
  saveLines(tx, checkout, after);
  seats.save();
  return {
    ...checkout,
    lines: after,
    quantity: placesOf(after),
    subtotalCentavos: after.reduce((sum, line) => sum + line.quantity * line.unitPriceCentavos, 0),
    attendees: attendeesOf(after, held),
  };
}

const isSame = ({ tier, sectionId, quantity }: LineOnSale, other: CheckoutLine) =>
  tier.id === other.tierId && sectionId === other.sectionId && quantity === other.quantity;

/** Whether each line alone finds enough seats beside those that the checkout holds. */
const hasOtherSeats = (seats: SeatHolds, lines: LineOnSale[]) =>
  lines.every(
    ({ tier, sectionId, quantity }) => sectionId && seats.countFree({ sectionId, tierId: tier.id }) >= quantity,
  );

function heldLines({ lines, attendees }: Checkout, heldSeats: HeldSeat[]): HeldLine[] {
  let from = 0;
  return lines.map((line) => {
    const to = from + line.quantity;
    const ofLine = { ...line, seats: heldSeats.slice(from, to), attendees: attendees.slice(from, to) };
    from = to;
    return ofLine;
  });
}

/** Attendees stay with the tickets of their tier and section, the first ones if there are fewer tickets now. */
const attendeesOf = (lines: CheckoutLine[], held: HeldLine[]): Attendee[] =>
  attendeesFrom(
    lines.flatMap(({ tierId, sectionId, quantity }) => {
      const before = held.find((line) => line.tierId === tierId && line.sectionId === sectionId)?.attendees ?? [];
      return Array.from({ length: quantity }, (_, index) => before[index] ?? UNNAMED_ATTENDEE);
    }),
  );
