import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { byOrganization } from '../platform/database/by-organization.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { firstIdAt, NO_ID, type Uuid } from '../values/uuid.ts';
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
  mayGo?: (organizationId: Uuid) => Sql;
}

/** Where a purge is among the rows of all organizations. */
export interface PurgeCursor {
  organizationId: Uuid;
  id: Uuid;
}

/** Up to `limit` rows from before `before`: the first ones, or those after a row. */
export interface Batch {
  before: Date;
  after?: PurgeCursor | undefined;
  limit: number;
}

/** `last` is the last row of the batch, deleted or not; undefined when no more follow. */
export interface Purged<Deleted = number> {
  deleted: Deleted;
  last: PurgeCursor | undefined;
}

/** Deleted rows, and the mails whose files go with them. */
export interface DeletedMailed {
  rows: number;
  mailIds: Uuid[];
}

/**
 * Looks at a batch of rows and deletes the rows that may go. Rows that have to stay cost only this look. Ids start with
 * their time, so the oldest rows of an organization come first in its primary key. An organization without such rows
 * costs one index look-up.
 * @returns how many were deleted
 */
export async function deleteOldest(tx: Tx, rows: OldRows, batch: Batch): Promise<Purged> {
  const { deleted, last } = await deleteOldestReturning(tx, { ...rows, returning: sql`1` }, batch);
  return { deleted: deleted.length, last };
}

/**
 * Plans each organization's rows as a look-up in the primary key, whatever the statistics; on the nodes of Citus, too.
 */
const LOOK_UP = `
  set local citus.propagate_set_commands = 'local';
  set local plan_cache_mode = force_custom_plan;
  set local enable_seqscan = off;
  set local enable_bitmapscan = off;
  set local enable_memoize = off;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off`;

/**
 * Deletes rows as `deleteOldest` does, and returns values of them. `lock` is called for each organization before its
 * rows are locked, in the order of the ids.
 * @returns the expressions `returning`, with the deleted row as `r`
 */
export async function deleteOldestReturning<Row>(
  tx: Tx,
  {
    table,
    mayGo = () => empty,
    lock = async () => {},
    returning,
  }: OldRows & { lock?: (organizationId: Uuid) => Promise<unknown>; returning: Sql },
  { before, after, limit }: Batch,
): Promise<Purged<Row[]>> {
  await tx.runScript(LOOK_UP);
  // Not sorted by id, too, which would read all old rows of an organization. They come so from the index; where nodes
  // of Citus send them in another order, some wait for the next round.
  const found = await tx.query<PurgeCursor>(sql`
    select old.organization_id, old.id from organizations o
      join ${raw(table)} old on old.organization_id = o.organization_id
     where old.id < ${firstIdAt(before)} ${after ? isAfter(after) : empty} order by o.organization_id limit ${limit}`);
  const inOrder = byOrganization(found);
  await Promise.all(inOrder.map(([organizationId]) => lock(organizationId)));
  const deleted = await Promise.all(
    inOrder.map(([organizationId, rows]) =>
      tx.query<Row>(sql`
        with gone as (
          select old.id from ${raw(table)} old
           where old.organization_id = ${organizationId} and old.id = any(${rows.map(({ id }) => id)}::uuid[]) ${mayGo(organizationId)}
           order by old.id for update skip locked)
        delete from ${raw(table)} r
         where r.organization_id = ${organizationId} and r.id = any(array(select id from gone))
        returning ${returning}`),
    ),
  );
  return { deleted: deleted.flat(), last: found.length < limit ? undefined : found.at(-1) };
}

const isAfter = ({ organizationId, id }: PurgeCursor): Sql => sql`
  and o.organization_id >= ${organizationId}
  and old.id > case when o.organization_id = ${organizationId} then ${id}::uuid else ${NO_ID}::uuid end`;

/** Rows deleted per run, once a minute: more than one organization can send with all of its keys. */
const MAX_EXPIRED = 10_000;

/**
 * Deletes the oldest rows whose `time` is not after `until`, of a table whose ids have no time. Several instances may
 * do so at once: rows are found in all organizations without a lock, and deleted in each. They are found again by their
 * place in the table; a row that changed meanwhile has another one, and is left to the next run.
 */
export async function deleteExpired(
  db: Queryable,
  { table, time }: { table: string; time: string },
  until: Date,
): Promise<void> {
  const [rows, isOld] = [raw(table), sql`${raw(time)} <= ${until}`];
  const found = await db.query<{ organizationId: Uuid; place: string }>(sql`
    select organization_id, ctid as place from ${rows} where ${isOld} order by ${raw(time)} limit ${MAX_EXPIRED}`);
  for (const [organizationId, theirs] of Map.groupBy(found, (row) => row.organizationId)) {
    const places = theirs.map(({ place }) => place);
    await db.query(sql`
      with gone as (
        select ctid as place from ${rows}
         where organization_id = ${organizationId} and ctid = any(${places}::text[]::tid[]) and ${isOld}
           for update skip locked)
      delete from ${rows}
       where organization_id = ${organizationId} and ctid = any(array(select gone.place from gone)) and ${isOld}`);
  }
}
