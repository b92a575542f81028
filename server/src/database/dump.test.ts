import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../test/test-database.ts';
import type { Database } from './database.ts';
import { dumpDatabase, restoreDatabase } from './dump.ts';

async function openDatabase(): Promise<Database> {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  return db;
}

/** The same database, and the limits that its last transaction had in the end. */
function watched(db: Database) {
  const limits: string[] = [];
  const transaction: Database['transaction'] = (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      const names = ['statement_timeout', 'idle_in_transaction_session_timeout'];
      const rows = await tx.query<{ value: string }>(
        sql`select current_setting(name) as value from unnest(${names}::text[]) as name`,
      );
      limits.splice(0, limits.length, ...rows.map(({ value }) => value));
      return result;
    });
  return { db: { ...db, transaction }, limits };
}

async function dumpOf(db: Database): Promise<string[]> {
  const lines: string[] = [];
  await dumpDatabase(db, async (line) => void lines.push(line));
  return lines;
}

async function* each(lines: string[]) {
  yield* lines;
}

test('neither a dump nor a restore is ended by a pipe that pauses', async () => {
  const { db, limits } = watched(await openDatabase());
  const lines = await dumpOf(db);
  expect(limits).toStrictEqual(['0', '0']);
  limits.length = 0;
  await restoreDatabase(db, each(lines));
  expect(limits).toStrictEqual(['0', '0']);
});
