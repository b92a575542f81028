import { movePlaces, type Places } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import { releasePromoCodes } from '../promo-codes/promo-holds.ts';
import { releaseSeats } from '../seating/change-seats.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { checkoutCode, placesOf } from './checkout.ts';
import { type EndedHold, expireOne, expireOverdue } from './hold-queries.ts';

/** How long an overdue hold waits for a provider that does not answer. A payment after that is late money. */
export const UNANSWERED_MS = 600_000;

/** Holds that were due before this time are released even with a payment under way. */
export const unansweredBefore = (now: Date): Date => new Date(now.getTime() - UNANSWERED_MS);

/**
 * Ends the overdue holds of an event: holds without a payment under way, and holds whose provider has not answered for
 * `UNANSWERED_MS`. The caller holds the event's lock and saves the places.
 */
export async function releaseOverdueHolds(tx: Tx, places: Places, now: Date): Promise<void> {
  await releasePlaces(tx, places, await endOverdueHolds(tx, places, now));
}

/** The first half of `releaseOverdueHolds`: ends the holds without releasing their places. */
export async function endOverdueHolds(
  tx: Tx,
  event: { organizationId: Uuid; eventId: Uuid },
  now: Date,
): Promise<EndedHold[]> {
  const ended = await expireOverdue(tx, event, { now, unansweredAt: unansweredBefore(now) });
  return recordExpired(tx, event, ended, now);
}

/** Ends one open hold, overdue or not. The event is locked. @returns nothing when the checkout is not open any more */
export const endOpenHold = async (
  tx: Tx,
  places: { organizationId: Uuid; eventId: Uuid },
  checkoutId: Uuid,
  now: Date,
): Promise<EndedHold[]> => recordExpired(tx, places, await expireOne(tx, places.organizationId, checkoutId), now);

/** Records one `checkout.expired` for each that a buyer had. @returns all of them */
function recordExpired(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  ended: EndedHold[],
  now: Date,
): EndedHold[] {
  const ofBuyers = ended.filter(({ isReservation }) => !isReservation);
  recordNotifications(
    tx,
    organizationId,
    ofBuyers.map(({ checkoutId, lines }) => ({
      type: 'checkout.expired',
      data: {
        checkout_id: checkoutCode({ organizationId, id: checkoutId }),
        event_id: eventId,
        quantity: placesOf(lines),
      },
    })),
    now,
  );
  return ended;
}

/** Releases the places, seats and promo codes of ended holds. */
export async function releasePlaces(tx: Tx, places: Places, holds: EndedHold[]): Promise<void> {
  for (const { lines, isOffer } of holds)
    for (const { tierId, quantity } of lines)
      movePlaces(places, tierId, { held: -quantity, offered: isOffer ? -quantity : 0 });
  await releaseSeats(tx, places, holds);
  const promoCodeIds = holds.flatMap(({ promoCodeId }) => promoCodeId ?? []);
  releasePromoCodes(tx, places.organizationId, promoCodeIds);
}
