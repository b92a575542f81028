import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

/** @throws when the database does not answer */
export async function ping(db: Queryable): Promise<void> {
  await db.query(sql`select 1`);
}
