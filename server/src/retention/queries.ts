import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { firstIdAt } from '../values/uuid.ts';
import type { Purged } from './purged.ts';

/** From now on rows of this kind that are older may be missing. Of two purges the later one stands. */
export async function savePurgedBefore(db: Queryable, what: Purged, purgedBefore: Date) {
  await db.query(sql`
    insert into purges as p (what, purged_before) values (${what}, ${purgedBefore})
    on conflict (what) do update set purged_before = greatest(p.purged_before, excluded.purged_before)`);
}

/**
 * Deletes up to `most` rows of a table from before `before`: those that `mayGo`, of `old`. An id begins with its time, so the
 * oldest rows of an organization are the first of its primary key. An organization that has none so old costs a look into
 * the index. @returns how many
 */
export async function deleteOldest(
  tx: Tx,
  { table, mayGo = empty }: { table: string; mayGo?: Sql },
  before: Date,
  most: number,
): Promise<number> {
  const rows = await tx.query(sql`
    with gone as (
      select oldest.organization_id, oldest.id from organizations o cross join lateral (
        select old.organization_id, old.id from ${raw(table)} old
         where old.organization_id = o.organization_id and old.id < ${firstIdAt(before)} ${mayGo}
         order by old.id limit ${most} for update skip locked) oldest
       limit ${most})
    delete from ${raw(table)} r using gone where r.organization_id = gone.organization_id and r.id = gone.id
    returning 1`);
  return rows.length;
}
