import sql, { raw } from 'sql-template-tag';
import type { Database } from './database.ts';

/** A table that is smaller needs no plan worth the name. */
const ROWS_TO_BEGIN = 500;
/** Of what the statistics were made from. A factor bounds the work: a large table is looked at a few times in its life. */
const GROWTH = 4;

/**
 * Lets the planner know of tables that grew a lot. On a fresh installation every table was empty when its statements were
 * prepared; each index that begins with the organization looks as good as the right one then. PostgreSQL itself looks once a
 * minute, when an on-sale is over; the embedded database never does. Counted are the rows that were written since the last
 * look, as PostgreSQL reports them a moment after each commit. @returns the tables
 */
export async function refreshStatistics(db: Database): Promise<string[]> {
  const grown = await db.query<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and pg_stat_get_mod_since_analyze(oid) >= ${ROWS_TO_BEGIN} + ${GROWTH - 1} * greatest(reltuples, 0)`);
  // Another instance may be at it.
  for (const { name } of grown) await db.query(sql`analyze (skip_locked) ${raw(name)}`);
  return grown.map(({ name }) => name);
}
