import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from './database.ts';

/**
 * Reads a page of a list and how many rows the whole list has, in one statement: they agree with each other, and
 * sending a statement costs the server about as much as fifteen rows. `rows` is a query with its order and limit, and
 * keeps it: it is joined to a single row. `total` is a query for one number. `found` is a `with` for what both read.
 */
export async function readPage<Row extends object>(
  db: Queryable,
  { rows, total, found = empty }: { rows: Sql; total: Sql; found?: Sql },
): Promise<{ rows: Row[]; total: number }> {
  const read = await db.query<Row & { listTotal: number; isListed: boolean | null }>(sql`
    ${found} select whole.list_total, page.* from (${total}) whole (list_total)
      left join (select true as is_listed, listed.* from (${rows}) listed) page on true`);
  return { rows: read.filter(({ isListed }) => isListed), total: read[0]?.listTotal ?? 0 };
}
