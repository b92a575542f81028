import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { saveChanges } from '../../checkouts/change-queries.ts';
import { changePlaces } from '../../events/change-places.ts';
import { getEvent } from '../../events/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { lockKept } from './lock-kept.ts';
import { getReservation, saveEnd, saveReservation } from './queries.ts';
import { requireUntil } from './require-until.ts';
import { NO_END, type Reservation } from './reservation.ts';

/** Fields that are undefined stay as they are. */
type Fields = Partial<Pick<Reservation, 'name' | 'note' | 'email' | 'phone' | 'keptUntil'>>;

interface Update {
  organizationId: Uuid;
  actor: Actor;
  reservationId: Uuid;
  fields: Fields;
  now: Date;
}

/**
 * Changes for whom places are kept, and until when. If the reservation ends at the moment of the change, the first
 * wins: a time that is over cannot be extended.
 * @throws Refusal 404; 409 when the places are no longer kept; 400 for a time that has passed or is after the event
 */
export async function updateReservation(db: Database, update: Update): Promise<Reservation> {
  const { organizationId, actor, reservationId, fields, now } = update;
  const { id, event } = await getReservation(db, organizationId, reservationId, now);
  return changePlaces(db, { organizationId, eventId: event.id }, async (tx) => {
    const checkout = await lockKept(tx, organizationId, id, now);
    const before = await getReservation(tx, organizationId, id, now);
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
    const after = { ...before, ...sent };
    if (sent.keptUntil) requireUntil(await getEvent(tx, organizationId, event.id), sent.keptUntil, now);
    saveReservation(tx, organizationId, after);
    saveChanges(tx, { ...checkout, customer: { name: after.name, email: after.email ?? '', phone: after.phone } });
    saveEnd(tx, organizationId, id, after.keptUntil ?? NO_END);
    const changed = (['name', 'note', 'email', 'phone'] as const).filter((name) => after[name] !== before[name]);
    const isMoved = after.keptUntil?.getTime() !== before.keptUntil?.getTime();
    if (changed.length === 0 && !isMoved) return before;
    // The log has no data of buyers: of their fields it has the names.
    const change = {
      before: isMoved ? { until: before.keptUntil?.toISOString() ?? null } : {},
      after: {
        ...(isMoved ? { until: after.keptUntil?.toISOString() ?? null } : {}),
        ...(changed.length > 0 ? { changed } : {}),
      },
    };
    recordChange(tx, { organizationId, actor, action: 'reservation.updated', subjectId: id, ...change, now });
    return after;
  });
}
