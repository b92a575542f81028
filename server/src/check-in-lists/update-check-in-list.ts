import type { Actor } from '../audit-log/actor.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import { lockPlacesToSell } from '../events/places.ts';
import { requireTiers } from '../events/require-tiers.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { CheckInList } from './check-in-list.ts';
import { getCheckInList, saveCheckInList } from './queries.ts';
import { type ListFields, loggedCheckInList } from './schemas.ts';

/**
 * Changes the fields that were sent. Passages stay, and the next scan is decided by the new rule.
 * @throws Refusal 404 for an unknown or deleted list, or an unknown tier
 */
export async function updateCheckInList(
  db: Database,
  request: { organizationId: Uuid; actor: Actor; listId: Uuid; fields: ListFields; now: Date },
): Promise<CheckInList> {
  const { organizationId, actor, listId, fields, now } = request;
  const { eventId } = await getCheckInList(db, organizationId, listId);
  return db.transaction(async (tx) => {
    await lockPlacesToSell(tx, organizationId, eventId);
    const before = await getCheckInList(tx, organizationId, listId);
    const after: CheckInList = {
      ...before,
      name: fields.name ?? before.name,
      passes: fields.passes ?? before.passes,
      tierIds: fields.tierIds === undefined ? before.tierIds : fields.tierIds,
    };
    await requireTiers(tx, organizationId, after);
    await saveCheckInList(tx, organizationId, after);
    const change = {
      action: 'check_in_list.updated',
      before: loggedCheckInList(before),
      after: loggedCheckInList(after),
    } as const;
    recordDifference(tx, { organizationId, actor, subjectId: listId, ...change, now });
    return after;
  });
}
