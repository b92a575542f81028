import type { CheckoutLine } from '../../checkouts/checkout.ts';
import { itemField, type RequestedLine } from '../../checkouts/checkout-request.ts';
import type { HeldLine } from '../../checkouts/lines.ts';
import { holdRefusals } from '../../checkouts/refusals.ts';
import { seatField } from '../../checkouts/seats-of-line.ts';
import type { HeldSeat } from '../../seating/claim-queries.ts';
import { findSeat } from '../../seating/open-section.ts';
import type { SeatHolds } from '../../seating/seat-holds.ts';
import type { Uuid } from '../../values/uuid.ts';
import { reservationRefusals } from './refusals.ts';

/** What is picked up, and what stays kept. A line may be in both, with its places shared. */
export interface Parts {
  /** In the order of the request, as the attendees. */
  picked: HeldLine[];
  rest: HeldLine[];
}

/**
 * Which of the kept places are picked up. Without `seat_ids` those of a line are taken in order.
 * @param seats with the sections of the lines
 * @throws Refusal 409 for places and seats that are not kept; 400 for two items of the same places
 */
export function chooseKept(seats: SeatHolds, eventId: Uuid, own: HeldLine[], wanted: RequestedLine[]): Parts {
  const chosen = wanted.map((item, index) => ({ item, line: keptLine(seats, { eventId, own, item, index }) }));
  const lines = chosen.map(({ line }) => line);
  for (const [index, line] of lines.entries()) {
    const other = lines.indexOf(line);
    if (other < index)
      throw holdRefusals.same_item_twice({ field: `${itemField(index)}.tier_id`, other: itemField(other) });
  }
  const picked = chosen.map(({ item, line }, index): HeldLine => {
    const wantedSeats = item.seatIds?.map((id, place) => keptSeat(seats, { eventId, line, id, index, place }));
    const taken = wantedSeats ?? line.seats.slice(0, item.quantity);
    return { ...line, quantity: item.quantity, seats: taken };
  });
  const rest = own.map((line): HeldLine => {
    const taken = picked[lines.indexOf(line)];
    if (!taken) return line;
    const left = line.seats.filter((seat) => !taken.seats.includes(seat));
    return { ...line, quantity: line.quantity - taken.quantity, seats: left };
  });
  return { picked, rest: rest.filter(({ quantity }) => quantity > 0) };
}

interface WantedLine {
  eventId: Uuid;
  own: HeldLine[];
  item: RequestedLine;
  index: number;
}

/** The first wanted seat decides between lines of one tier in several sections. */
function keptLine(seats: SeatHolds, { eventId, own, item, index }: WantedLine): HeldLine {
  const { tierId, sectionId, quantity, seatIds } = item;
  const isNamed = (line: CheckoutLine) =>
    line.tierId === tierId && (sectionId === null || line.sectionId === sectionId);
  const named = own.filter(isNamed);
  const large = named.filter((one) => quantity <= one.quantity);
  const [id] = seatIds ?? [];
  const line = large.find((one) => id === undefined || findHeld(seats, { eventId, line: one, id })) ?? large[0];
  if (line) return line;
  const left = Math.max(0, ...named.map((one) => one.quantity));
  throw reservationRefusals.fewer_places_kept({ field: itemField(index), left });
}

interface WantedSeat {
  eventId: Uuid;
  line: HeldLine;
  id: Uuid;
}

function keptSeat(seats: SeatHolds, { index, place, ...wanted }: WantedSeat & { index: number; place: number }) {
  const seat = findHeld(seats, wanted);
  if (!seat) throw reservationRefusals.seat_not_kept({ field: `${itemField(index)}.${seatField(place)}` });
  return seat;
}

/** The wanted seat, if it is one of the line. */
function findHeld(seats: SeatHolds, { eventId, line, id }: WantedSeat): HeldSeat | undefined {
  const section = line.sectionId === null ? undefined : seats.section(line.sectionId);
  const piece = section && findSeat(eventId, section.shape, id);
  const rowId = piece && section.shape.rows[piece.row]?.id;
  return line.seats.find((held) => held.rowId === rowId && held.place === piece?.from);
}
