import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/database.ts';
import { firstIdAt } from '../values/uuid.ts';

/** Mails that were sent, failed or dropped: the first ones of each organization's primary key. @returns how many */
export async function deleteOldMails(tx: Tx, before: Date, most: number): Promise<number> {
  const rows = await tx.query(sql`
    with old as (
      select m.organization_id, m.id from organizations o cross join lateral (
        select organization_id, id from mails
         where organization_id = o.organization_id and id < ${firstIdAt(before)} and status <> 'pending'
         order by id limit ${most} for update skip locked) m
       limit ${most})
    delete from mails m using old where m.organization_id = old.organization_id and m.id = old.id
    returning 1`);
  return rows.length;
}
