import type { HeldSeat } from '../seating/claim-queries.ts';
import { AISLE_NUMBER, FREE } from '../seating/seat.ts';
import { rowKey, seatId } from '../seating/seat-id.ts';
import type { PlanRow, PlanSection } from '../seating/seating-plan.ts';
import type { Uuid } from '../values/uuid.ts';
import { offerState } from './offer.ts';
import type { Offer, ShopEvent } from './shop-event.ts';

/** A section from which a buyer chooses seats. */
export interface SectionSeats {
  id: Uuid;
  label: string;
  /** The prices that are on sale now. */
  offers: Offer[];
  /** Best first. */
  rows: RowSeats[];
}

export interface RowSeats {
  label: string;
  /** The section's offers that price the row. */
  offers: Offer[];
  /** In physical order; null is an aisle. */
  places: (ShopSeat | null)[];
}

export interface ShopSeat {
  id: Uuid;
  number: number;
  isFree: boolean;
}

/** @param ownSeats seats that the buyer holds, and may choose again */
export function sectionSeats(
  event: ShopEvent,
  { id, label, tierIds, rows }: PlanSection,
  { ownSeats, now }: { ownSeats: HeldSeat[]; now: Date },
): SectionSeats {
  const offers = event.offers.filter((offer) => offer.sectionId === id && offerState(offer, now) === 'on_sale');
  return {
    id,
    label,
    offers,
    rows: rows.map((row) => {
      const priced = row.tierIds ?? tierIds;
      const own = ownSeats.filter(({ rowId }) => rowId === row.id).map(({ place }) => place);
      return {
        label: row.label,
        offers: offers.filter(({ tierId }) => priced.includes(tierId)),
        places: placesOf(row, rowKey(event.id, label, row.label), own),
      };
    }),
  };
}

const placesOf = ({ seats, states }: PlanRow, key: string, own: number[]): (ShopSeat | null)[] =>
  seats.map((number, place) =>
    number === AISLE_NUMBER
      ? null
      : { id: seatId(key, number), number, isFree: states[place] === FREE || own.includes(place) },
  );
