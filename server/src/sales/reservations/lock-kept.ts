import { type Checkout, statusAt } from '../../checkouts/checkout.ts';
import { lockCheckouts } from '../../checkouts/queries.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { reservationRefusals } from './refusals.ts';
import { STATE_OF_STATUS } from './reservation.ts';

/**
 * The checkout that keeps the places, locked. The event is locked before it, so that a pick-up, an end by time and a
 * letting go are one after the other.
 * @throws Refusal 409 when the places are no longer kept
 */
export async function lockKept(tx: Tx, organizationId: Uuid, reservationId: Uuid, now: Date): Promise<Checkout> {
  const checkout = (await lockCheckouts(tx, organizationId, [reservationId])).get(reservationId);
  if (!checkout) throw reservationRefusals.reservation_not_found();
  const status = statusAt(checkout, now);
  if (status !== 'open') throw reservationRefusals.reservation_not_kept({ state: STATE_OF_STATUS[status] });
  return checkout;
}
