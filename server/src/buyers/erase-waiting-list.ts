import type { Actor } from '../audit-log/actor.ts';
import { changePlaces } from '../events/change-places.ts';
import { savePlaces } from '../events/places.ts';
import { forgetEntryMails, listEntryMails } from '../mail/entry-queries.ts';
import { deleteMailFiles } from '../mail/sending/mail-files.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { takeOffList } from '../waiting-list/take-off-list.ts';
import { eraseEntries, listEntryIds, listEventsWaitedFor } from './erase-queries.ts';
import type { Person } from './person.ts';
import { recordErasures } from './record-erasures.ts';

/** Bounds one request; the erasure is then not complete. Each event is a transaction of its own. */
export const MOST_EVENTS = 50;

/**
 * Takes the person off the waiting lists and replaces them in all entries, also in entries that are over. An offer
 * locks the event before it copies an entry: one that is made first is among the checkouts that are erased afterwards.
 */
export async function eraseWaitingListEntries(
  db: Database,
  person: Person,
  { actor, mailDirectory, now }: { actor: Actor; mailDirectory: string; now: Date },
): Promise<{ entries: number; events: number }> {
  const eventIds = await listEventsWaitedFor(db, person, MOST_EVENTS);
  let entries = 0;
  for (const eventId of eventIds) {
    // While the entries still have the address: an interrupted erasure finds them again.
    const entryIds = await listEntryIds(db, person, eventId);
    await deleteMailFiles(mailDirectory, await listEntryMails(db, person.organizationId, entryIds));
    const erased = await eraseEntriesOf(db, person, eventId, { actor, now });
    // Mails that were sent meanwhile.
    await deleteMailFiles(mailDirectory, erased.mailIds);
    entries += erased.entryIds.length;
  }
  return { entries, events: eventIds.length };
}

/** @returns the ids of the entries and of the mails to them */
const eraseEntriesOf = (
  db: Database,
  person: Person,
  eventId: Uuid,
  { actor, now }: { actor: Actor; now: Date },
): Promise<{ entryIds: Uuid[]; mailIds: Uuid[] }> => {
  const { organizationId } = person;
  return changePlaces(db, { organizationId, eventId }, async (tx, places) => {
    const erased = await eraseEntries(tx, person, eventId);
    const entryIds = erased.map(({ id }) => id);
    const mailIds = await forgetEntryMails(tx, organizationId, entryIds);
    takeOffList(
      tx,
      places,
      erased.filter(({ wasWaiting }) => wasWaiting),
      now,
    );
    savePlaces(tx, places, now);
    recordErasures(tx, organizationId, { subjectIds: entryIds, erased: 'waiting', actor, now });
    return { entryIds, mailIds };
  });
};
