import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { statusAt } from '../../checkouts/checkout.ts';
import { cancelOne } from '../../checkouts/hold-queries.ts';
import { lockCheckout } from '../../checkouts/queries.ts';
import { releasePlaces } from '../../checkouts/release-holds.ts';
import { changePlaces } from '../../events/change-places.ts';
import { savePlaces } from '../../events/places.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { getReservation } from './queries.ts';
import { reservationRefusals } from './refusals.ts';
import type { Reservation } from './reservation.ts';

interface LetGo {
  organizationId: Uuid;
  actor: Actor;
  reservationId: Uuid;
  now: Date;
}

/**
 * Frees what a reservation still keeps, at once. A reservation that was let go or has ended stays as it is. If it is
 * picked up and let go at once, the first wins.
 * @throws Refusal 404; 409 when everything was picked up
 */
export async function letGo(db: Database, { organizationId, actor, reservationId, now }: LetGo): Promise<Reservation> {
  const { id, event } = await getReservation(db, organizationId, reservationId, now);
  return changePlaces(db, { organizationId, eventId: event.id }, async (tx, places) => {
    const checkout = await lockCheckout(tx, organizationId, id);
    if (checkout.status === 'completed') throw reservationRefusals.reservation_not_kept({ state: 'picked_up' });
    const ended = statusAt(checkout, now) === 'open' ? await cancelOne(tx, organizationId, id) : [];
    if (ended.length > 0) {
      await releasePlaces(tx, places, ended);
      savePlaces(tx, places, now);
      const change = { before: { state: 'kept' }, after: { state: 'let_go', quantity: checkout.quantity } };
      recordChange(tx, { organizationId, actor, action: 'reservation.let_go', subjectId: id, ...change, now });
    }
    return getReservation(tx, organizationId, id, now);
  });
}
