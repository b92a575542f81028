import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

/** Whether this database may be distributed over the nodes of a cluster. */
export async function hasCitus(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`select 1 from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}
