import sql, { type Sql } from 'sql-template-tag';
import { expect, inject } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';

/** Starts another transaction, whose locks later statements meet. @returns a function that commits it */
export async function begin(db: Database, change: Sql): Promise<() => Promise<void>> {
  const [changed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = db.transaction(async (tx) => {
    await tx.query(change);
    changed.resolve();
    await mayCommit.promise;
  });
  await changed.promise;
  return () => {
    mayCommit.resolve();
    return done;
  };
}

/** Waits until another session waits for a lock, with a statement that has this text. */
export async function untilSessionWaits(db: Database, text = ''): Promise<void> {
  const waiting = inject('citus')
    ? sql`select distinct waiting_gpid from citus_lock_waits where position(${text} in blocked_statement) > 0`
    : sql`
        select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and position(${text} in query) > 0`;
  await expect.poll(() => db.query(waiting)).toHaveLength(1);
}
