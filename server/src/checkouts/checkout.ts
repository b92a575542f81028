import { isDeepStrictEqual } from 'node:util';
import type { Seat } from '../seating/seat.ts';
import { parsePublicId, publicId } from '../values/public-id.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Attendee } from './attendee.ts';
import type { Customer, CustomerColumns } from './customer.ts';
import type { CheckoutLineRow, CheckoutRow } from './tables.ts';

/**
 * The size of the largest hall. All tickets of an order are created at once: a million blocked the embedded database
 * for 80 s and the process for 19 s, and took 3 GB.
 */
export const MOST_PER_ORDER = 100_000;

export type CheckoutStatus = CheckoutRow['status'];

export type Channel = CheckoutRow['channel'];

export const CHANNELS = ['api', 'shop', 'box_office'] as const satisfies readonly Channel[];

/** Which link brought the buyer, as campaigns name it. Nothing of it is personal: it stays when a buyer is erased. */
export type Attribution = Pick<CheckoutRow, 'source' | 'medium' | 'campaign' | 'ref'>;

export const NO_ATTRIBUTION: Attribution = { source: null, medium: null, campaign: null, ref: null };

/** A checkout holds its places while it is open or processing (money is on its way). */
export const CHECKOUT_STATUSES = [
  'open',
  'processing',
  'completed',
  'expired',
  'cancelled',
] as const satisfies readonly CheckoutStatus[];

/** Places of one tier, in one section if the event has seats. */
export type CheckoutLine = Pick<CheckoutLineRow, (typeof LINE_FIELDS)[number]>;

export const LINE_FIELDS = ['tierId', 'sectionId', 'quantity', 'unitPriceCentavos', 'priceChosen'] as const;

export interface Checkout
  extends Omit<CheckoutRow, 'promoTries' | 'openUntil' | 'erasedAt' | 'attendees' | keyof CustomerColumns> {
  customer: Customer;
  /** At least one. Tickets, seats and attendees are in the order of the lines. */
  lines: CheckoutLine[];
  /** In the order of the tickets; the remaining tickets have the buyer's name. */
  attendees: Attendee[];
}

export interface CheckoutWithSeats extends Checkout {
  /** The seats held or bought, in the order of the tickets; null: general admission. */
  seats: Seat[] | null;
}

export const totalCentavos = ({ subtotalCentavos, discountCentavos }: Checkout): number =>
  subtotalCentavos - discountCentavos;

/**
 * Whether a checkout is what its buyer saw: the same lines, total and buyer. Other seats of a line count as the same.
 */
export const isAsSeen = (checkout: Checkout, seen: Checkout): boolean =>
  totalCentavos(checkout) === totalCentavos(seen) &&
  isDeepStrictEqual([checkout.lines, checkout.customer], [seen.lines, seen.customer]);

/** Number of places of all lines. */
export const placesOf = (lines: { quantity: number }[]): number => sumOf(lines, ({ quantity }) => quantity);

/** Before any discount. */
export const subtotalOf = (lines: Pick<CheckoutLine, 'quantity' | 'unitPriceCentavos'>[]): number =>
  sumOf(lines, ({ quantity, unitPriceCentavos }) => quantity * unitPriceCentavos);

/** Whether the checkout holds places. */
export const isHolding = ({ status }: Checkout): boolean => status === 'open' || status === 'processing';

/**
 * The status at `now`. Without a payment attempt a checkout expires when its time is over, even before its hold is
 * released.
 */
export const statusAt = ({ status, paymentStarted, expiresAt }: Checkout, now: Date): CheckoutStatus =>
  status === 'open' && !paymentStarted && expiresAt <= now ? 'expired' : status;

/** The seats of the checkout; none once the hold has ended. */
export function seatsAt(checkout: CheckoutWithSeats, now: Date): Seat[] {
  const status = statusAt(checkout, now);
  return status === 'expired' || status === 'cancelled' ? [] : (checkout.seats ?? []);
}

const PREFIX = 'cs_';

/** The `checkout_id` of the API, also part of the hosted page's URL. */
export const checkoutCode = ({ organizationId, id }: Pick<Checkout, 'organizationId' | 'id'>): string =>
  PREFIX + publicId(organizationId, id);

const CODE = /^cs_[\w-]{43}$/;

/** Whether the text has the form of a checkout code; the checkout may not exist. */
export const isCheckoutCode = (text: string): boolean => CODE.test(text);

/** @returns undefined when the text is not a checkout code */
export const parseCheckoutCode = (code: string): { organizationId: Uuid; id: Uuid } | undefined =>
  code.startsWith(PREFIX) ? parsePublicId(code.slice(PREFIX.length)) : undefined;
