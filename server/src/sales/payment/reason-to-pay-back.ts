import { type Checkout, isHolding, totalCentavos } from '../../checkouts/checkout.ts';
import { releaseOverdueHolds } from '../../checkouts/release-holds.ts';
import { freePlaces, type Places, savePlaces } from '../../events/places.ts';
import type { RefundReason } from '../../payments/refund-reason.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hasPromoUseLeft } from '../../promo-codes/promo-holds.ts';
import type { SeatHolds } from '../../seating/seat-holds.ts';

interface Stock {
  tx: Tx;
  places: Places;
  seats: SeatHolds;
}

/**
 * Why the money cannot buy the places; undefined when it can. Then the seats are taken in memory: the same ones if they
 * are free, otherwise the best ones of that price in the section. The event is locked.
 */
export async function reasonToPayBack(
  { tx, places, seats }: Stock,
  checkout: Checkout,
  { amountCentavos, now }: { amountCentavos: number; now: Date },
): Promise<RefundReason | undefined> {
  if (checkout.status === 'completed') return 'already_paid';
  if (amountCentavos !== totalCentavos(checkout)) return 'wrong_amount';
  if (places.status === 'cancelled') return 'event_cancelled';
  if (checkout.status === 'cancelled') return 'released';
  if (isHolding(checkout)) return undefined;
  if (places.status === 'completed') return 'event_over';
  // A seated event's overdue holds may be on the buyer's own seats.
  if (!places.seated && (await shortage({ tx, places, seats }, checkout)) === undefined) return undefined;
  // Holds of others that nothing swept yet are over too.
  await releaseOverdueHolds(tx, places, now);
  savePlaces(tx, places, now);
  return shortage({ tx, places, seats }, checkout);
}

/** What others took after the hold ended. */
async function shortage({ tx, places, seats }: Stock, checkout: Checkout): Promise<RefundReason | undefined> {
  const tier = places.tiers.find(({ id }) => id === checkout.tierId);
  if (!tier || freePlaces(places, tier) < checkout.quantity) return 'sold_to_others';
  if (checkout.promoCodeId && !(await hasPromoUseLeft(tx, checkout.organizationId, checkout.promoCodeId)))
    return 'promo_code_used_up';
  // Last, since it takes them: in memory, to be written once the payment counts.
  if (places.seated && !(await reseat(seats, checkout))) return 'sold_to_others';
  return undefined;
}

/** Finds seats for a party whose hold ended. In memory: a payment that was counted before must change nothing. */
async function reseat(seats: SeatHolds, { id, sectionId, tierId, quantity }: Checkout): Promise<boolean> {
  if (sectionId === null) return false;
  await seats.load([sectionId]);
  return (await seats.holdAgain(id, { sectionId, tierId, quantity })) !== undefined;
}
