import { lockPlaces, savePlaces } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import { throwErrors } from '../platform/work/throw-errors.ts';
import { listEventsWithOverdueHolds } from './hold-queries.ts';
import { releaseOverdueHolds, unansweredBefore } from './release-holds.ts';

const EVENTS_PER_ROUND = 100;

/**
 * Releases the places of overdue holds. Nothing depends on when this runs, since a buyer who finds too few places
 * releases overdue holds first. Safe in several instances at once.
 * @returns the number of events
 * @throws all errors, after all other events were handled: a locked event does not delay the others
 */
export async function releaseAllOverdueHolds(db: Database, now: Date): Promise<number> {
  const due = { now, unansweredAt: unansweredBefore(now), most: EVENTS_PER_ROUND };
  const events = await listEventsWithOverdueHolds(db, due);
  const errors: unknown[] = [];
  for (const { organizationId, eventId } of events) {
    const released = db.transaction(async (tx) => {
      const places = await lockPlaces(tx, organizationId, eventId);
      await releaseOverdueHolds(tx, places, now);
      savePlaces(tx, places, now);
    });
    await released.catch((error) => errors.push(error));
  }
  throwErrors(errors);
  return events.length;
}
