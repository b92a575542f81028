import type { Seat } from '../seating/seat.ts';
import type { Uuid } from '../values/uuid.ts';
import type { OrderChangeRow } from './tables.ts';

/** Where a ticket admits, and what it costs there. */
export interface TicketPlace {
  tierId: Uuid;
  /** The name that the tier had at the time of the change. */
  tierName: string;
  priceCentavos: number;
  amountCentavos: number;
  /** null: general admission, or an add-on. */
  seat: Seat | null;
}

export interface TicketMove {
  ticketId: Uuid;
  ticketNumber: string;
  from: TicketPlace;
  to: TicketPlace;
}

/** Tickets of an order that moved together. */
export interface OrderChange extends Pick<OrderChangeRow, 'differenceCentavos' | 'createdAt'> {
  /** null: a preview, which changed nothing. */
  id: Uuid | null;
  moves: TicketMove[];
}
