import type { CheckoutLine } from '../checkouts/checkout.ts';
import type { Customer, CustomerColumns } from '../checkouts/customer.ts';
import type { Uuid } from '../values/uuid.ts';
import type { OrderRow } from './tables.ts';

export type OrderStatus = OrderRow['status'];

/** An order exists from the moment it is paid. */
export const ORDER_STATUSES = ['paid', 'partially_refunded', 'refunded'] as const satisfies readonly OrderStatus[];

/** The name of a buyer at the box office who gave none: tickets, lists and e-mails show it. */
export const UNNAMED_BUYER = 'Guest';

/** Longer than any number of a receipt. */
export const MAX_REFERENCE_LENGTH = 200;
/** A few sentences for the books. */
export const MAX_NOTE_LENGTH = 1_000;

/** Columns that the API does not show. */
type Internal = 'organizationId' | 'checkoutId' | 'promoCodeId' | 'returned' | 'ticketsMailed' | 'attendeesMailed';
type Nested = 'eventId' | keyof CustomerColumns;

/** The tickets of one tier, in one section if the event has seats, as they were bought. */
export interface OrderLine extends Omit<CheckoutLine, 'priceChosen'> {
  tierName: string;
}

export interface Order extends Omit<OrderRow, Internal | Nested> {
  event: { id: Uuid; title: string };
  customer: Customer;
  /** At least one, in the order of the tickets. */
  lines: OrderLine[];
  /** With which it was bought. */
  promoCode: string | null;
}
