import sql, { raw } from 'sql-template-tag';
import type { Database } from './database.ts';

/** Smaller tables are fast with any plan. */
const ROWS_TO_BEGIN = 500;
/**
 * Rows now, relative to the rows at the last ANALYZE. As a factor, it bounds the work: a large table is analyzed a few
 * times in its life.
 */
const GROWTH = 4;

/**
 * Runs ANALYZE on tables that grew a lot. On a fresh installation every table was empty when its statements were
 * prepared, so any index that begins with the organization looks as good as the right one. Autovacuum checks once a
 * minute, when an on-sale is over; the embedded database never does. Growth is the number of rows written since the
 * last ANALYZE, which PostgreSQL reports shortly after each commit.
 * @returns the analyzed tables
 */
export async function refreshStatistics(db: Database): Promise<string[]> {
  const grown = await db.query<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and pg_stat_get_mod_since_analyze(oid) >= ${ROWS_TO_BEGIN} + ${GROWTH - 1} * greatest(reltuples, 0)`);
  // Another instance may be analyzing the same table.
  for (const { name } of grown) await db.query(sql`analyze (skip_locked) ${raw(name)}`);
  return grown.map(({ name }) => name);
}
