import type { Database } from '../database/database.ts';
import { lockPlaces, savePlaces } from '../events/places.ts';
import { expireUnanswered, listEventsWithOverdueHolds } from './queries.ts';
import { giveBack, releaseOverdueHolds } from './sales.ts';

const EVENTS_PER_ROUND = 100;
/** How long places wait for a provider that does not answer; after that the money, if it comes, is late money. */
const UNANSWERED_MS = 600_000;

/**
 * Tidies up: holds whose time is over give their places back to the counters. Nothing depends on when this runs, since a
 * buyer who finds places short releases overdue holds first. Safe in several instances at once. @returns how many events
 */
export async function releaseAllOverdueHolds(db: Database, now: Date): Promise<number> {
  const unansweredAt = new Date(now.getTime() - UNANSWERED_MS);
  const events = await listEventsWithOverdueHolds(db, { now, unansweredAt, most: EVENTS_PER_ROUND });
  for (const { organization_id: organizationId, event_id: eventId } of events) {
    await db.transaction(async (tx) => {
      const places = await lockPlaces(tx, organizationId, eventId);
      await releaseOverdueHolds(tx, places, now);
      giveBack(places, await expireUnanswered(tx, organizationId, eventId, unansweredAt));
      await savePlaces(tx, places, now);
    });
  }
  return events.length;
}
