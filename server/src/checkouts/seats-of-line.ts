import type { TierPlaces } from '../events/places.ts';
import type { Refusal } from '../platform/refusals/refusal.ts';
import type { HeldSeat } from '../seating/claim-queries.ts';
import { findSeat, isPriced, takenSeat } from '../seating/open-section.ts';
import type { Piece } from '../seating/piece.ts';
import { seatsTaken } from '../seating/refusals.ts';
import type { SeatHolds } from '../seating/seat-holds.ts';
import type { Uuid } from '../values/uuid.ts';
import { holdRefusals } from './refusals.ts';

export const seatField = (index: number): string => `seat_ids[${index}]`;

/**
 * The seats that a buyer chose in a section, if choosing is allowed; they may be taken.
 * @returns undefined when the service chooses
 * @throws Refusal 400, 404 for a seat of another price, section or event; 409 when the mode does not allow it
 */
export function seatsOfLine(
  seats: SeatHolds,
  { eventId, sectionId, tier, seatIds, mayLeaveOpen, mayChoose }: LineInSection,
): Piece[] | undefined {
  const { selectionMode } = seats;
  if (!seatIds) {
    if (selectionMode === 'choose' && !mayLeaveOpen) throw holdRefusals.seats_not_chosen();
    return undefined;
  }
  if (selectionMode === 'best_available' && !mayChoose) throw holdRefusals.seats_not_choosable();
  const section = seats.section(sectionId);
  return seatIds.map((id, index) => {
    const piece = section && findSeat(eventId, section.shape, id);
    if (!piece) throw holdRefusals.seat_not_in_section({ field: seatField(index) });
    if (tier && !isPriced(section.shape, piece.row, tier.id))
      throw holdRefusals.tier_not_of_seat({ field: seatField(index) });
    return piece;
  });
}

interface LineInSection {
  eventId: Uuid;
  sectionId: Uuid;
  /** undefined: no tier of the section is active, which is refused later */
  tier: TierPlaces | undefined;
  seatIds: Uuid[] | undefined;
  /**
   * The service may choose in every mode, because no person is there to choose, or the buyer already has places in this
   * section.
   */
  mayLeaveOpen: boolean;
  /** The organizer sells, imports or keeps places, and may choose in every mode. */
  mayChoose: boolean;
}

interface Choice {
  lines: { section: { id: Uuid } | null; chosen?: Piece[] | undefined }[];
  /** Seats that a changed checkout gives back. */
  returnable: HeldSeat[];
}

/** The refusal that names every chosen seat of all lines that is taken; undefined if none is. */
export function refusalOfTaken(seats: SeatHolds, eventId: Uuid, { lines, returnable }: Choice): Refusal | undefined {
  const taken = lines.flatMap(({ section, chosen = [] }) => {
    const open = section && seats.section(section.id);
    const isReturned = ({ row, from }: Piece) =>
      returnable.some(({ rowId, place }) => rowId === open?.shape.rows[row]?.id && place === from);
    return open ? chosen.flatMap((piece) => (isReturned(piece) ? [] : (takenSeat(eventId, open, piece) ?? []))) : [];
  });
  return taken.length > 0 ? seatsTaken(taken) : undefined;
}
