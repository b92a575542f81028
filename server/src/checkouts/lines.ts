import type { TierPlaces } from '../events/places.ts';
import type { HeldSeat } from '../seating/claim-queries.ts';
import type { Piece } from '../seating/piece.ts';
import type { Uuid } from '../values/uuid.ts';
import type { CheckoutLine } from './checkout.ts';

/* The forms of a line of an order: asked for (`RequestedLine`), with its tier and section (`NamedLine`), on sale
 * at a price (`LineOnSale`), held with its seats (`HeldLine`). `CheckoutLine` is its row. */

export interface Section {
  id: Uuid;
  tierIds: ReadonlySet<Uuid>;
}

/** A line with the section and the tier that it names. */
export interface NamedLine {
  /** null for general admission, and for an add-on */
  section: Section | null;
  /** undefined: no tier is on sale */
  tier: TierPlaces | undefined;
  quantity: number;
  /** The seats that the buyer chose; undefined: the service chooses. */
  chosen: Piece[] | undefined;
  /** The line of this tier and section that a changed checkout has. */
  own: HeldLine | undefined;
  /** A changed checkout has as many places of this tier and section. */
  isOwn: boolean;
  /** All of its places are the first ones of `own`, on the same seats. */
  isKept: boolean;
}

/** A line at the price of `priceOf`. Chosen seats are free. */
export interface LineOnSale
  extends Pick<NamedLine, 'quantity' | 'chosen' | 'own' | 'isKept'>,
    Pick<CheckoutLine, 'sectionId' | 'unitPriceCentavos' | 'priceChosen'> {
  tier: TierPlaces;
}

/** A line of a checkout, with its seats in order. */
export interface HeldLine extends CheckoutLine {
  seats: HeldSeat[];
}

/** The row of a line. */
export const lineOf = ({ tier, sectionId, quantity, unitPriceCentavos, priceChosen }: LineOnSale): CheckoutLine => ({
  tierId: tier.id,
  sectionId,
  quantity,
  unitPriceCentavos,
  priceChosen,
});

/** The seats of all of these lines. */
export const seatsOf = (lines: HeldLine[]): HeldSeat[] => lines.flatMap((line) => line.seats);
