import type { Actor } from '../audit-log/actor.ts';
import { recordChanges } from '../audit-log/record-change.ts';
import { changePlaces } from '../events/change-places.ts';
import { savePlaces } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import { takeOffList } from '../waiting-list/take-off-list.ts';
import { eraseEntries, listEventsWaitedFor } from './erase-queries.ts';
import type { Person } from './person.ts';

/** Bounds one request; the erasure is then not complete. Each event is a transaction of its own. */
export const MOST_EVENTS = 50;

/**
 * Takes the person off the waiting lists and replaces them in all entries, also in entries that are over. An offer
 * locks the event before it copies an entry: one that is made first is among the checkouts that are erased afterwards.
 */
export async function eraseWaitingListEntries(
  db: Database,
  person: Person,
  { actor, now }: { actor: Actor; now: Date },
): Promise<{ entries: number; events: number }> {
  const { organizationId } = person;
  const eventIds = await listEventsWaitedFor(db, person, MOST_EVENTS);
  let entries = 0;
  for (const eventId of eventIds)
    entries += await changePlaces(db, { organizationId, eventId }, async (tx, places) => {
      const erased = await eraseEntries(tx, person, eventId);
      takeOffList(
        tx,
        places,
        erased.filter(({ wasWaiting }) => wasWaiting),
        now,
      );
      savePlaces(tx, places, now);
      const changes = erased.map(({ id: subjectId }) => ({
        actor,
        action: 'buyer.erased' as const,
        subjectId,
        before: {},
        after: { erased: 'waiting' },
      }));
      recordChanges(tx, organizationId, changes, now);
      return erased.length;
    });
  return { entries, events: eventIds.length };
}
