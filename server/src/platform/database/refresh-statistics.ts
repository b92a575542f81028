import sql, { raw } from 'sql-template-tag';
import type { Database } from './database.ts';

/**
 * A table is analyzed for the first time with this many rows. Without statistics the planner expects one row of each
 * organization, and joins by reading all tiers of the organization for each ticket: 52 ms for 32 tickets of an
 * organization with 65 tiers and 25 events, 0.3 ms with statistics.
 */
const FIRST_ROWS = 20;
/** Rows written before it is analyzed again, at least: the row of a tier on sale changes many times a second. */
const MORE_ROWS = 500;
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
       and pg_stat_get_mod_since_analyze(oid) >=
           case when pg_stat_get_analyze_count(oid) + pg_stat_get_autoanalyze_count(oid) = 0 then ${FIRST_ROWS}
                else ${MORE_ROWS} + ${GROWTH - 1} * greatest(reltuples, 0) end`);
  // Another instance may be analyzing the same table.
  for (const { name } of grown) await db.query(sql`analyze (skip_locked) ${raw(name)}`);
  return grown.map(({ name }) => name);
}
