import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockPlacesToSell } from '../events/places.ts';
import { requireTiers } from '../events/require-tiers.ts';
import type { Database } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { type CheckInList, MAX_CHECK_IN_LISTS } from './check-in-list.ts';
import { insertCheckInList, listCheckInLists } from './queries.ts';
import { checkInListRefusals } from './refusals.ts';
import { loggedCheckInList, type NewListFields } from './schemas.ts';

/**
 * Adds a check-in list to an event. Open doors offer it with their next update.
 * @throws Refusal 404 for an unknown event or tier; 409 when the event has as many lists as it can have
 */
export async function createCheckInList(
  db: Database,
  request: { organizationId: Uuid; actor: Actor; eventId: Uuid; fields: NewListFields; now: Date },
): Promise<CheckInList> {
  const { organizationId, actor, eventId, fields, now } = request;
  const { name, passes, tierIds = null } = fields;
  return db.transaction(async (tx) => {
    // The lock puts concurrent calls in order, so each one sees the lists of the calls before it.
    await lockPlacesToSell(tx, organizationId, eventId);
    const list: CheckInList = { id: newId(now), eventId, name, passes, tierIds };
    await requireTiers(tx, organizationId, list);
    const others = await listCheckInLists(tx, organizationId, eventId);
    if (others.length >= MAX_CHECK_IN_LISTS)
      throw checkInListRefusals.too_many_check_in_lists({ max: MAX_CHECK_IN_LISTS });
    await insertCheckInList(tx, organizationId, list, now);
    const made = { action: 'check_in_list.created', subjectId: list.id, before: null } as const;
    recordChange(tx, { organizationId, actor, ...made, after: loggedCheckInList(list), now });
    return list;
  });
}
