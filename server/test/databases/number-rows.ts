import sql, { raw } from 'sql-template-tag';
import { inject } from 'vitest';
import type { Queryable } from '../../src/platform/database/database.ts';

/**
 * Adds a column `written`, in whose order the rows of an event are written. They are written while it is locked, so
 * this is the order of the decisions; that of transactions is not: one that waits for the lock may have its number
 * already.
 */
export async function numberRows(db: Queryable, table: 'seat_claims' | 'checkout_lines'): Promise<void> {
  if (!inject('citus')) {
    await db.query(sql`alter table ${raw(table)} add column written bigserial`);
    return;
  }
  // A distributed table takes no serial column later. Its coordinator computes the times of a statement row by row.
  await db.query(sql`alter table ${raw(table)} add column written timestamptz`);
  await db.query(sql`alter table ${raw(table)} alter column written set default clock_timestamp()`);
}
