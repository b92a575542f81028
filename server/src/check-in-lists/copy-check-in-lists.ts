import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { CheckInList } from './check-in-list.ts';
import { insertCheckInList } from './queries.ts';

/** Copies the lists of an event to its copy, whose tiers have the ids in `tierIds`. */
export async function copyCheckInLists(
  tx: Tx,
  copy: { organizationId: Uuid; lists: CheckInList[]; to: Uuid; tierIds: Map<Uuid, Uuid>; now: Date },
) {
  const { organizationId, lists, to, tierIds, now } = copy;
  // Ids decide their order.
  const ids = lists.map(() => newId(now)).toSorted();
  for (const [index, list] of lists.entries()) {
    const copied = list.tierIds?.map((id) => tierIds.get(id) ?? id) ?? null;
    await insertCheckInList(tx, organizationId, { ...list, id: ids[index] as Uuid, eventId: to, tierIds: copied }, now);
  }
}
