import { createHash } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../server/src/database/database.ts';

/** One number for all rows of all tables: two runs of a seed must agree on it. */
export async function digestTables(db: Queryable): Promise<string> {
  const hash = createHash('sha256');
  const tables = await db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name <> 'schema_migrations' order by table_name`);
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(
      sql`select t::text as row from ${raw(name)} t order by t::text collate "C"`,
    );
    for (const { row } of rows) hash.update(`${name} ${row}\n`);
  }
  return hash.digest('hex');
}
