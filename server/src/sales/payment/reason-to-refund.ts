import { type Checkout, isHolding, placesOf, totalCentavos } from '../../checkouts/checkout.ts';
import { releaseOverdueHolds } from '../../checkouts/release-holds.ts';
import {
  admissionsOf,
  type Places,
  placesForAll,
  placesForAllOfEvent,
  savePlaces,
  tierOf,
} from '../../events/places.ts';
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
 * Why a payment must be refunded; undefined when it buys the places. In that case the seats are taken in memory: the
 * same ones if they are all free, otherwise the best ones of that price in the section of each line. The event is
 * locked.
 */
export async function reasonToRefund(
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
  // On a seated event, an overdue hold may have the buyer's own seats.
  if (!places.seated && (await missingStock({ tx, places, seats }, checkout)) === undefined) return undefined;
  // Overdue holds of other checkouts end first.
  await releaseOverdueHolds(tx, places, now);
  savePlaces(tx, places, now);
  return missingStock({ tx, places, seats }, checkout);
}

/** What is missing because other buyers took it after the hold ended, or because it is owed to the waiting list. */
async function missingStock({ tx, places, seats }: Stock, checkout: Checkout): Promise<RefundReason | undefined> {
  const admissions = admissionsOf(places, checkout.lines);
  if (placesForAllOfEvent(places) < admissions) return 'sold_to_others';
  for (const { tierId, quantity } of checkout.lines)
    if (placesForAll(places, tierOf(places, tierId)) < quantity) return 'sold_to_others';
  if (checkout.promoCodeId && !(await hasPromoUseLeft(tx, checkout.organizationId, checkout.promoCodeId)))
    return 'promo_code_used_up';
  // The last check, because it takes the seats in memory. They are written once the payment counts.
  if (places.seated && admissions > 0 && !(await holdSeatsAgain(places, seats, checkout))) return 'sold_to_others';
  return undefined;
}

/** Finds seats for a party whose hold ended, in memory: a payment that already counted must change nothing. */
async function holdSeatsAgain(places: Places, seats: SeatHolds, { id, lines }: Checkout): Promise<boolean> {
  const parties = lines.flatMap(({ sectionId, ...line }) => (sectionId === null ? [] : { ...line, sectionId }));
  // The section of a line left the plan.
  if (placesOf(parties) < admissionsOf(places, lines)) return false;
  await seats.load(parties.map(({ sectionId }) => sectionId));
  return seats.holdAgain(id, parties);
}
