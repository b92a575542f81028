import type { Places } from '../events/places.ts';
import type { Channel } from './checkout.ts';

/**
 * Tickets of one order from the shop, where the event sets no `max_per_order`: a family and its friends. In the shop
 * strangers ask, and one of them must not hold a hall.
 */
export const MOST_PER_SHOP_ORDER = 10;
/** Tickets of one buyer from the shop, by e-mail address and phone number, where the event sets no `max_per_buyer`. */
export const MOST_PER_SHOP_BUYER = 10;

type EventLimits = Pick<Places, 'maxPerOrder' | 'maxPerBuyer'>;

/** Most tickets of one order and of one buyer; null: no limit. */
interface OrderLimits {
  perOrder: number | null;
  perBuyer: number | null;
}

/** The limits of the event; where it sets none, those of the channel. Only the shop has limits of its own. */
export const limitsOf = (event: EventLimits, channel: Channel): OrderLimits =>
  channel === 'shop' ? shopLimitsOf(event) : { perOrder: event.maxPerOrder, perBuyer: event.maxPerBuyer };

/**
 * Most tickets of a program's order after its buyer changed it on the page, where the event sets no limit: as many as
 * the program asked for, or as a stranger may have in the shop.
 */
export const mostAfterChange = (asked: number): number => Math.max(MOST_PER_SHOP_ORDER, asked);

export function shopLimitsOf({ maxPerOrder, maxPerBuyer }: EventLimits) {
  const perOrder = maxPerOrder ?? MOST_PER_SHOP_ORDER;
  return { perOrder, perBuyer: maxPerBuyer ?? Math.max(MOST_PER_SHOP_BUYER, perOrder) };
}
