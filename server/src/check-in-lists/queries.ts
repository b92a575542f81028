import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { assignments, insertAllInto, insertInto } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { CheckInList } from './check-in-list.ts';
import { checkInListRefusals } from './refusals.ts';
import { checkInListsTable, checkInListTiersTable } from './tables.ts';

const readLists = (db: Queryable, organizationId: Uuid, condition: Sql): Promise<CheckInList[]> =>
  db.query<CheckInList>(sql`
    select l.id, l.event_id, l.name, l.passes,
           case when not l.of_all_tiers then array(
             select t.tier_id from check_in_list_tiers t
              where t.organization_id = ${organizationId} and t.list_id = l.id order by t.tier_id) end as tier_ids
      from check_in_lists l
     where l.organization_id = ${organizationId} and ${condition} and l.deleted_at is null
     order by l.id`);

/** The lists of an event, oldest first. */
export const listCheckInLists = (db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<CheckInList[]> =>
  readLists(db, organizationId, sql`l.event_id = ${eventId}`);

/** The existing lists among these ids, by id. */
export async function findCheckInLists(
  db: Queryable,
  organizationId: Uuid,
  ids: Uuid[],
): Promise<Map<Uuid, CheckInList>> {
  if (ids.length === 0) return new Map();
  const lists = await readLists(db, organizationId, sql`l.id = any(${ids}::uuid[])`);
  return new Map(lists.map((list) => [list.id, list]));
}

/** @throws Refusal 404, also for a deleted list */
export async function getCheckInList(db: Queryable, organizationId: Uuid, id: Uuid): Promise<CheckInList> {
  const [list] = await readLists(db, organizationId, sql`l.id = ${id}`);
  if (!list) throw checkInListRefusals.check_in_list_not_found();
  return list;
}

/** Call it with the event locked. */
export async function insertCheckInList(
  tx: Tx,
  organizationId: Uuid,
  { tierIds, ...row }: CheckInList,
  createdAt: Date,
) {
  await tx.query(insertInto(checkInListsTable, { organizationId, ...row, ofAllTiers: tierIds === null, createdAt }));
  await insertTiers(tx, organizationId, { ...row, tierIds });
}

/** Writes everything that an organizer can change. Call it with the event locked. */
export async function saveCheckInList(tx: Tx, organizationId: Uuid, changed: CheckInList) {
  const { id, name, passes, tierIds } = changed;
  await tx.query(sql`
    update check_in_lists set ${assignments(checkInListsTable, { name, passes, ofAllTiers: tierIds === null })}
     where organization_id = ${organizationId} and id = ${id}`);
  await tx.query(sql`
    delete from check_in_list_tiers where organization_id = ${organizationId} and list_id = ${id}`);
  await insertTiers(tx, organizationId, changed);
}

async function insertTiers(
  tx: Tx,
  organizationId: Uuid,
  { id: listId, eventId, tierIds }: Pick<CheckInList, 'id' | 'eventId' | 'tierIds'>,
) {
  const rows = (tierIds ?? []).map((tierId) => ({ tierId }));
  if (rows.length > 0) await tx.query(insertAllInto(checkInListTiersTable, { organizationId, eventId, listId }, rows));
}

/** Call it with the event locked. */
export async function markCheckInListDeleted(tx: Tx, organizationId: Uuid, id: Uuid, now: Date) {
  await tx.query(sql`
    update check_in_lists set deleted_at = ${now} where organization_id = ${organizationId} and id = ${id}`);
}
