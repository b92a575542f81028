import sql from 'sql-template-tag';
import type { Tx } from '../../src/platform/database/database.ts';

/** How many rows of a table this transaction has read so far. */
export async function rowsRead(tx: Tx, table: string): Promise<number> {
  const [row] = await tx.query<{ read: number }>(sql`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = ${table}`);
  return row?.read ?? 0;
}
