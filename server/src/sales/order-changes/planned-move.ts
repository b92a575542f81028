import type { TierPlaces } from '../../events/places.ts';
import type { TicketPlace } from '../../orders/order-change.ts';
import type { HeldSeat } from '../../seating/claim-queries.ts';
import type { Place } from '../../seating/open-sections.ts';
import type { Seat } from '../../seating/seat.ts';
import type { TicketStatus } from '../../tickets/ticket.ts';
import type { Uuid } from '../../values/uuid.ts';

/** Where the organizer wants a ticket to be. At least one of tier and seat is named. */
export interface WantedPlace {
  ticketId: Uuid;
  /** null: the ticket stays in its tier. */
  tierId: Uuid | null;
  /** null: the service chooses the seat, where the tier has seats. */
  seatId: Uuid | null;
}

export interface TicketToMove {
  id: Uuid;
  ticketNumber: string;
  status: TicketStatus;
  /** In its order. */
  position: number;
  tierId: Uuid;
  tierName: string;
  priceCentavos: number;
  amountCentavos: number;
  /** That the ticket was bought with. Its present one can be smaller: a cheaper tier cannot cost less than nothing. */
  discountCentavos: number;
  seat: Seat | null;
  /** The place of the seat; null: general admission, or an add-on. */
  held: HeldSeat | null;
}

/** A ticket with the tier that it moves to. */
export interface MoveToTier {
  ticket: TicketToMove;
  tier: TierPlaces;
  seatId: Uuid | null;
}

export interface PlannedMove {
  ticket: TicketToMove;
  to: TicketPlace;
  /** The seat that it takes; null: the ticket has no seat, or keeps its own. */
  taken: { former: HeldSeat; to: Place } | null;
  /** The section of its seat from now on. */
  sectionId: Uuid | null;
}
