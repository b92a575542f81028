import type { Seat } from '../seating/seat.ts';
import { parsePublicId, publicId } from '../values/public-id.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Attendee } from './attendee.ts';
import type { CheckoutRow } from './tables.ts';

export type CheckoutStatus = CheckoutRow['status'];

/** Places are held while a checkout is open or processing (money is on its way). */
export const CHECKOUT_STATUSES = [
  'open',
  'processing',
  'completed',
  'expired',
  'cancelled',
] as const satisfies readonly CheckoutStatus[];

export interface Checkout
  extends Omit<CheckoutRow, 'promoTries' | 'customerName' | 'customerEmail' | 'customerPhone' | 'attendees'> {
  customer: { name: string; email: string; phone: string | null };
  /** In the tickets' order; further tickets are the buyer's. */
  attendees: Attendee[];
}

export interface CheckoutWithSeats extends Checkout {
  /** Those it holds, held or bought, in the tickets' order; null: general admission. */
  seats: Seat[] | null;
}

export const subtotalCentavos = ({ unitPriceCentavos, quantity }: Checkout): number => unitPriceCentavos * quantity;
export const totalCentavos = (checkout: Checkout): number => subtotalCentavos(checkout) - checkout.discountCentavos;

/** Whether it holds its places. */
export const isHolding = ({ status }: Checkout): boolean => status === 'open' || status === 'processing';

/** Without a payment attempt a checkout ends the moment its time is over, whether or not anything swept it. */
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

/** Whether it has the form of a checkout code, whether or not such a checkout exists. */
export const isCheckoutCode = (text: string): boolean => CODE.test(text);

/** @returns undefined when the text is no checkout code */
export const parseCheckoutCode = (code: string): { organizationId: Uuid; id: Uuid } | undefined =>
  code.startsWith(PREFIX) ? parsePublicId(code.slice(PREFIX.length)) : undefined;
