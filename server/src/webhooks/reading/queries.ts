import sql from 'sql-template-tag';
import { planAnew, type Queryable, type Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { NotificationBody } from '../notification.ts';

/** Locks the counter of an organization until the end of the transaction. @returns the last position that was given */
export async function lockCounter(tx: Tx, organizationId: Uuid): Promise<number> {
  await tx.query(sql`
    insert into notification_counters (organization_id) values (${organizationId}) on conflict do nothing`);
  const [row] = await tx.query<{ lastPosition: number }>(sql`
    select last_position from notification_counters where organization_id = ${organizationId} for update`);
  return row?.lastPosition ?? 0;
}

/**
 * Gives positions after `last` to committed notifications without one, oldest first. The counter is locked. Rows are
 * locked in the order of their ids, as every process does.
 * @returns how many
 */
export async function givePositions(tx: Tx, organizationId: Uuid, last: number, most: number): Promise<number> {
  await planAnew(tx);
  const rows = await tx.query(sql`
    with found as (
      select id from notifications where organization_id = ${organizationId} and position is null
       order by id limit ${most} for no key update),
    numbered as (select id, ${last}::bigint + row_number() over (order by id) as position from found)
    update notifications n set position = numbered.position
      from numbered where n.organization_id = ${organizationId} and n.id = numbered.id
    returning 1`);
  return rows.length;
}

export async function saveLastPosition(tx: Tx, organizationId: Uuid, lastPosition: number) {
  await tx.query(sql`
    update notification_counters set last_position = ${lastPosition} where organization_id = ${organizationId}`);
}

export async function hasWithoutPosition(db: Queryable, organizationId: Uuid): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from notifications where organization_id = ${organizationId} and position is null order by id limit 1`);
  return rows.length > 0;
}

export interface Counter {
  lastPosition: number;
  purgedPosition: number;
}

export async function findCounter(db: Queryable, organizationId: Uuid): Promise<Counter | undefined> {
  const [row] = await db.query<Counter>(sql`
    select last_position, purged_position from notification_counters where organization_id = ${organizationId}`);
  return row;
}

/** undefined: there is none, or it was deleted. */
export async function findIdAt(db: Queryable, organizationId: Uuid, position: number): Promise<Uuid | undefined> {
  const [row] = await db.query<{ id: Uuid }>(sql`
    select id from notifications where organization_id = ${organizationId} and position = ${position}`);
  return row?.id;
}

export interface PositionedNotification {
  position: number;
  body: NotificationBody;
}

/** Notifications of these types after one position, up to and including another, in their order. */
export const listNotifications = (
  db: Queryable,
  organizationId: Uuid,
  { after, upTo, types, most }: { after: number; upTo: number; types: readonly string[]; most: number },
) =>
  db.query<PositionedNotification>(sql`
    select position, body::json as body from notifications
     where organization_id = ${organizationId} and position > ${after} and position <= ${upTo}
       and type = any(${types}::text[])
     order by position limit ${most}`);

/** The last position of each of these organizations; infinite while notifications without a position are newer. */
export async function readLastPositions(db: Queryable, organizationIds: Uuid[]): Promise<Map<Uuid, number>> {
  const rows = await db.query<{ organizationId: Uuid; lastPosition: number | null }>(sql`
    select c.organization_id, c.last_position from notification_counters c
     where c.organization_id = any(${organizationIds}::uuid[])
    union all
    select n.organization_id, null::bigint from notifications n
     where n.organization_id = any(${organizationIds}::uuid[]) and n.position is null group by n.organization_id`);
  const positions = new Map<Uuid, number>();
  for (const { organizationId, lastPosition } of rows)
    positions.set(
      organizationId,
      Math.max(positions.get(organizationId) ?? 0, lastPosition ?? Number.POSITIVE_INFINITY),
    );
  return positions;
}
