import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/database.ts';
import { firstIdAt } from '../values/uuid.ts';

/**
 * The oldest entries of all organizations. The trigger that keeps the log as it was written lets these deletes alone pass,
 * until the transaction ends. @returns how many
 */
export async function deleteOldChanges(tx: Tx, before: Date, most: number): Promise<number> {
  await tx.query(sql`set local takilya.purging = 'on'`);
  const rows = await tx.query(sql`
    with recursive organization as (
      (select organization_id from audit_log order by organization_id limit 1)
      union all
      select (select l.organization_id from audit_log l where l.organization_id > organization.organization_id
               order by l.organization_id limit 1)
        from organization where organization.organization_id is not null),
    old as (
      select l.organization_id, l.id from organization o cross join lateral (
        select organization_id, id from audit_log
         where organization_id = o.organization_id and id < ${firstIdAt(before)}
         order by id limit ${most} for update skip locked) l
       limit ${most})
    delete from audit_log l using old where l.organization_id = old.organization_id and l.id = old.id
    returning 1`);
  return rows.length;
}
