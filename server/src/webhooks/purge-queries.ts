import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/database.ts';
import { firstIdAt } from '../values/uuid.ts';

/*
 * An id begins with its time, so the oldest rows of an organization are the first of its primary key. Each organization is
 * asked in turn: one that has nothing so old costs a look into the index.
 */

/** Ended deliveries, with their tries. @returns how many */
export async function deleteOldDeliveries(tx: Tx, before: Date, most: number): Promise<number> {
  const rows = await tx.query(sql`
    with old as (
      select d.organization_id, d.id from organizations o cross join lateral (
        select organization_id, id from webhook_deliveries
         where organization_id = o.organization_id and id < ${firstIdAt(before)} and status <> 'pending'
         order by id limit ${most} for update skip locked) d
       limit ${most})
    delete from webhook_deliveries d using old where d.organization_id = old.organization_id and d.id = old.id
    returning 1`);
  return rows.length;
}

/** Notifications that no delivery refers to any more. @returns how many */
export async function deleteOldNotifications(tx: Tx, before: Date, most: number): Promise<number> {
  const rows = await tx.query(sql`
    with old as (
      select n.organization_id, n.id from organizations o cross join lateral (
        select organization_id, id from notifications n
         where organization_id = o.organization_id and id < ${firstIdAt(before)}
           and not exists (select from webhook_deliveries d
                            where d.organization_id = n.organization_id and d.notification_id = n.id)
         order by id limit ${most} for update skip locked) n
       limit ${most})
    delete from notifications n using old where n.organization_id = old.organization_id and n.id = old.id
    returning 1`);
  return rows.length;
}
