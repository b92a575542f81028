import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { firstIdAt } from '../values/uuid.ts';
import type { PurgedKind } from './purged-kind.ts';

/** Records that older rows of this kind may be missing. The latest time of all purges wins. */
export async function savePurgedBefore(db: Queryable, what: PurgedKind, purgedBefore: Date) {
  await db.query(sql`
    insert into purges as p (what, purged_before) values (${what}, ${purgedBefore})
    on conflict (what) do update set purged_before = greatest(p.purged_before, excluded.purged_before)`);
}

/** Rows to delete: those of `table` that match `mayGo`, a condition on `old`. */
interface OldRows {
  table: string;
  mayGo?: Sql;
}

/**
 * Deletes up to `limit` rows from before `before`. Ids start with their time, so the oldest rows of an organization come
 * first in its primary key. An organization without such rows costs one index look-up.
 * @returns how many
 */
export const deleteOldest = async (tx: Tx, rows: OldRows, before: Date, limit: number): Promise<number> =>
  (await deleteOldestReturning(tx, { ...rows, returning: sql`1` }, before, limit)).length;

/** The same. @returns the expressions `returning`, with the deleted row as `r` */
export const deleteOldestReturning = <Row>(
  tx: Tx,
  { table, mayGo = empty, returning }: OldRows & { returning: Sql },
  before: Date,
  limit: number,
): Promise<Row[]> =>
  tx.query<Row>(sql`
    with gone as (
      select oldest.organization_id, oldest.id from organizations o cross join lateral (
        select old.organization_id, old.id from ${raw(table)} old
         where old.organization_id = o.organization_id and old.id < ${firstIdAt(before)} ${mayGo}
         order by old.id limit ${limit} for update skip locked) oldest
       limit ${limit})
    delete from ${raw(table)} r using gone where r.organization_id = gone.organization_id and r.id = gone.id
    returning ${returning}`);
