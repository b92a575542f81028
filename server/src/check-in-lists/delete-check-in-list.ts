import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockPlacesToSell } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import { trustedKeys } from '../platform/http/callers/trusted-keys.ts';
import type { Uuid } from '../values/uuid.ts';
import { getCheckInList, markCheckInListDeleted } from './queries.ts';
import { loggedCheckInList } from './schemas.ts';

/**
 * Ends a list: no door scans for it any more, and its door links end. Its passages stay readable.
 * @throws Refusal 404, also when it was deleted before
 */
export async function deleteCheckInList(
  db: Database,
  { organizationId, actor, listId, now }: { organizationId: Uuid; actor: Actor; listId: Uuid; now: Date },
): Promise<void> {
  const { eventId } = await getCheckInList(db, organizationId, listId);
  await db.transaction(async (tx) => {
    await lockPlacesToSell(tx, organizationId, eventId);
    const before = await getCheckInList(tx, organizationId, listId);
    await markCheckInListDeleted(tx, organizationId, listId, now);
    const gone = { action: 'check_in_list.deleted', subjectId: listId, before: loggedCheckInList(before) } as const;
    recordChange(tx, { organizationId, actor, ...gone, after: null, now });
  });
  // Door links of the list are no good from the next request on.
  trustedKeys(db).changed(organizationId);
}
