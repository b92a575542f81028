import sql from 'sql-template-tag';
import { DatabaseUnavailable, type Queryable } from './database.ts';

/**
 * @throws Refusal disk_full when the disk of the embedded database is full, which refuses everything but a `select`
 * then; DatabaseUnavailable when the database does not answer, or takes no writes: a standby, or a primary that was
 * demoted
 */
export async function ping(db: Pick<Queryable, 'query'>): Promise<void> {
  const [row] = await db.query<{ transactionReadOnly: string }>(sql`show transaction_read_only`);
  if (row?.transactionReadOnly !== 'off')
    throw new DatabaseUnavailable('the database is read-only: DATABASE_URL must name the primary');
}
