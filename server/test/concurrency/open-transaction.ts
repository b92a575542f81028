import sql, { type Sql } from 'sql-template-tag';
import { expect } from 'vitest';
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

/** Waits until another session waits for a lock. */
export async function untilSessionWaits(db: Database): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => db.query(waiting)).toHaveLength(1);
}

/** The same database, whose transactions stop at this statement until the test continues them. */
export function heldAt(db: Database, text: string) {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held: Database = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          async query(statement) {
            if (statement.text.includes(text)) {
              reached.resolve();
              await goOn.promise;
            }
            return tx.query(statement);
          },
        }),
      ),
  };
  return { held, reached: reached.promise, goOn: goOn.resolve };
}
