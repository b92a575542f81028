import type { Checkout, CheckoutLine } from '../../checkouts/checkout.ts';
import type { Uuid } from '../../values/uuid.ts';

/**
 * - kept: its places can be picked up
 * - picked_up: the last of them became an order
 * - let_go: staff let them go, or the event was cancelled
 * - ended: its time was over, or the event was completed
 */
export const RESERVATION_STATES = ['kept', 'picked_up', 'let_go', 'ended'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** The state by the status of the checkout that keeps the places. */
export const STATE_OF_STATUS: Record<Checkout['status'], ReservationState> = {
  open: 'kept',
  // No payment of a reservation is ever on its way.
  processing: 'kept',
  completed: 'picked_up',
  cancelled: 'let_go',
  expired: 'ended',
};

/** A seat, as printed. */
export interface KeptSeat {
  section: string;
  row: string;
  seat: number;
}

export interface KeptLine extends Omit<CheckoutLine, 'priceChosen'> {
  tierName: string;
  /** false: an add-on, which has no seat */
  admission: boolean;
}

/** Places kept for a name. */
export interface Reservation {
  id: Uuid;
  event: { id: Uuid; title: string };
  state: ReservationState;
  name: string;
  note: string | null;
  /** The contact of the person for whom the places are kept; once all are picked up, that of the buyer. */
  email: string | null;
  phone: string | null;
  /** null: until they are let go, or the event is completed */
  keptUntil: Date | null;
  /** What is kept now. Afterwards: what was kept last. */
  quantity: number;
  subtotalCentavos: number;
  lines: KeptLine[];
  /** In the order of the lines; empty for general admission. */
  seats: KeptSeat[];
  /** What was picked up, the oldest first. */
  orders: { id: Uuid; quantity: number }[];
  createdAt: Date;
}

/** The end of a hold without a time. Completing, cancelling and letting go end it before. */
export const NO_END = new Date('9999-12-31T00:00:00Z');

/** Reservations of one event that are kept at the same time: staff search them, and read them at the window. */
export const MOST_KEPT = 1_000;

/** Places of one reservation: a whole school or company. A larger group is better served by a part of the house. */
export const MOST_PLACES = 1_000;
