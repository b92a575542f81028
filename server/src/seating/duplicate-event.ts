import type { Actor } from '../audit-log/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { MAX_NAME_LENGTH } from '../platform/http/contract/fields.ts';
import type { Uuid } from '../values/uuid.ts';
import { copyWholeEvent, lockOriginal } from './copy-whole-event.ts';

const COPY = ' (copy)';

/**
 * Creates a draft copy of an event, as `copyWholeEvent` says. The copy is no date of the original's series.
 * @returns the id of the draft @throws Refusal 404
 */
export async function duplicateEvent(
  db: Database,
  { organizationId, actor, eventId, now }: { organizationId: Uuid; actor: Actor; eventId: Uuid; now: Date },
): Promise<Uuid> {
  return db.transaction(async (tx) => {
    const original = await lockOriginal(tx, organizationId, eventId);
    const { title } = original.event;
    const changes = { address: title, event: { title: titleOfCopy(title), seriesId: null }, tier: () => ({}) };
    return copyWholeEvent(tx, { organizationId, actor, original, changes, now });
  });
}

/** Cut between code points, because half a surrogate pair cannot be stored. */
const titleOfCopy = (title: string) => [...title].slice(0, MAX_NAME_LENGTH - COPY.length).join('') + COPY;
