import type { Places } from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import type { PromoHolds } from '../promo-codes/promo-holds.ts';
import { type CheckoutRequest, itemField } from './checkout-request.ts';

/**
 * In the shop a hidden tier exists only for buyers with a code that opens it. A program sells it like any other.
 * @throws Refusal 404
 */
export function requireOpened({ tiers }: Places, promos: PromoHolds, request: CheckoutRequest) {
  const { lines, channel, promoCode, isOffer } = request;
  // A person who gets an offer had the code when they joined the waiting list.
  if (channel !== 'shop' || isOffer) return;
  const closed = lines.findIndex(({ tierId }) =>
    tiers.some(({ id, hidden }) => id === tierId && hidden && !promos.opens(promoCode, id)),
  );
  if (closed >= 0) throw eventRefusals.tier_not_found().within(itemField(closed));
}
