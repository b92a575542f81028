import sql from 'sql-template-tag';
import { DatabaseUnavailable, type Queryable } from './database.ts';

/** @throws when the database does not answer, or takes no writes: a standby, or a primary that was demoted */
export async function ping(db: Pick<Queryable, 'query'>): Promise<void> {
  const [row] = await db.query<{ readOnly: boolean }>(
    sql`select current_setting('transaction_read_only')::boolean as read_only`,
  );
  if (row?.readOnly) throw new DatabaseUnavailable('it is read-only: DATABASE_URL must name the primary');
}
