import { SELLABLE_STATUSES } from '../events/event-status.ts';
import { saleHasEnded, saleStartsLater } from '../events/tier-sale.ts';
import type { Offer, ShopEvent } from './shop-event.ts';

export type OfferState = 'on_sale' | 'not_yet' | 'next' | 'over' | 'held' | 'gone';

export function offerState(offer: Offer, now: Date): OfferState {
  if (offer.isGone) return 'gone';
  if (saleStartsLater(offer, now)) return 'not_yet';
  if (saleHasEnded(offer, now)) return 'over';
  if (offer.after) return 'next';
  return offer.free > 0 ? 'on_sale' : 'held';
}

/** Why nothing can be bought; `on_sale` when something can. */
export type SaleState =
  | 'on_sale'
  | 'not_yet'
  | 'over'
  | 'held'
  | 'gone'
  | 'paused'
  | 'cancelled'
  | 'completed'
  | 'none';

/** What the page of the event says first. */
export function saleState(
  { status, salesEnd, offers }: Pick<ShopEvent, 'status' | 'salesEnd' | 'offers'>,
  now: Date,
): SaleState {
  if (status === 'cancelled' || status === 'completed' || status === 'paused') return status;
  if (salesEnd <= now) return 'over';
  if (status === 'sold_out') return 'gone';
  if (!SELLABLE_STATUSES.includes(status)) return 'over';
  const states = new Set(offers.map((offer) => offerState(offer, now)));
  // What it waits for is hidden.
  if (states.delete('next')) states.add('not_yet');
  return (['on_sale', 'held', 'not_yet', 'gone', 'over'] as const).find((state) => states.has(state)) ?? 'none';
}

/** When the first tickets that are not on sale yet can be bought. */
export function salesStart({ offers }: ShopEvent, now: Date): Date | undefined {
  const starts = offers
    .filter((offer) => saleStartsLater(offer, now))
    .map((offer) => offer.salesStartDatetime.getTime());
  return starts.length > 0 ? new Date(Math.min(...starts)) : undefined;
}
