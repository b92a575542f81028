import { lockPlaces, savePlaces } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import { throwErrors } from '../platform/work/throw-errors.ts';
import type { Uuid } from '../values/uuid.ts';
import { listEventsWithOverdueHolds } from './hold-queries.ts';
import { releaseOverdueHolds, unansweredBefore } from './release-holds.ts';

const EVENTS_PER_PAGE = 100;
/** The next run continues. An event that another transaction has locked takes seconds. */
const EVENTS_PER_RUN = 1_000;

/**
 * Releases the places of overdue holds. Nothing depends on when this runs, since a buyer who finds too few places
 * releases overdue holds first. Safe in several instances at once.
 * @returns the number of events
 * @throws all errors, after all other events were handled: a locked event does not delay the others
 */
export async function releaseAllOverdueHolds(db: Database, now: Date): Promise<number> {
  const unansweredAt = unansweredBefore(now);
  const errors: unknown[] = [];
  const failed: Uuid[] = [];
  let handled = 0;
  for (;;) {
    const due = { now, unansweredAt, except: failed, most: EVENTS_PER_PAGE };
    const events = await listEventsWithOverdueHolds(db, due);
    for (const { organizationId, eventId } of events) {
      const released = db.transaction(async (tx) => {
        const places = await lockPlaces(tx, organizationId, eventId);
        await releaseOverdueHolds(tx, places, now);
        savePlaces(tx, places, now);
      });
      await released.catch((error) => {
        errors.push(error);
        failed.push(eventId);
      });
    }
    handled += events.length;
    if (events.length < EVENTS_PER_PAGE || handled >= EVENTS_PER_RUN) break;
  }
  throwErrors(errors);
  return handled;
}
