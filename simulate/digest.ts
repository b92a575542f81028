import { createHash } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../server/src/platform/database/database.ts';

/**
 * Columns that do not come from the dice: the database creates ids of e-mails to a whole event, the crypto library
 * keys.
 */
const NOT_OF_THE_DICE: Record<string, string> = { mails: 'id', ticket_keys: 'sealed_private_key' };

/** A hash of all rows of all tables, which must be equal for two runs of a seed. */
export async function digestTables(db: Queryable): Promise<string> {
  const hash = createHash('sha256');
  const tables = await db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name <> 'schema_migrations' order by table_name`);
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(
      sql`select (to_jsonb(t) - ${NOT_OF_THE_DICE[name] ?? ''}::text)::text as row from ${raw(name)} t`,
    );
    for (const row of rows.map((one) => one.row).toSorted()) hash.update(`${name} ${row}\n`);
  }
  return hash.digest('hex');
}
