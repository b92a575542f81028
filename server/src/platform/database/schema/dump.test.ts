import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { aroundStatements } from '../../../../test/databases/around-statements.ts';
import { dumpOf, each } from '../../../../test/databases/dump-lines.ts';
import { openTestDatabase } from '../../../../test/databases/test-database.ts';
import { createOrganization } from '../../../organizations/create-organization.ts';
import type { Database, Statement, Tx } from '../database.ts';
import { restoreDatabase } from './dump.ts';

async function openDatabase(): Promise<Database> {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  return db;
}

/** Wraps the database and records the limits at the end of its last transaction. */
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

test('neither a dump nor a restore times out when the pipe pauses', async () => {
  const { db, limits } = watched(await openDatabase());
  const lines = await dumpOf(db);
  expect(limits).toStrictEqual(['0', '0']);
  limits.length = 0;
  await restoreDatabase(db, each(lines));
  expect(limits).toStrictEqual(['0', '0']);
});

test('long rows among short ones are fetched one at a time, and cut into lines of a megabyte', async () => {
  const source = await openDatabase();
  const organizationId = await createOrganization(source, { name: 'Sining', now: new Date() });
  await source.query(sql`
    insert into notifications (organization_id, id, type, body, created_at)
    select ${organizationId}, lpad(n::text, 32, '0')::uuid, 'webhook.test',
           repeat('A', case when n between 700 and 712 or n = 900 then 400000 else 10 end), now()
      from generate_series(1, 1000) n`);
  const fetched: number[] = [];
  const watching = aroundStatements(source, async <Row>(tx: Tx, statement: Statement) => {
    const rows = await tx.query<Row>(statement);
    fetched.push(JSON.stringify(rows).length);
    return rows;
  });
  const lines = await dumpOf(watching);
  expect(Math.max(...fetched)).toBeLessThan(1_000_000);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1_500_000);
  expect(lines.filter((line) => line.startsWith('{"table":"notifications"'))).toHaveLength(6);
  const target = await openDatabase();
  expect(await restoreDatabase(target, each(lines))).toBe(1_002);
  expect(await dumpOf(target)).toStrictEqual(lines);
});

test.each<[string, (lines: string[]) => string[], string]>([
  ['without its end', (lines) => lines.slice(0, -1), 'its end line is missing'],
  ['without a line', (lines) => lines.toSpliced(2, 1), 'its end line is not that of the lines before it'],
  ['with another value', (lines) => lines.map((line) => line.replace('Sining', 'Simone')), 'its end line is not that'],
  [
    'whose end line is cut off',
    (lines) => [...lines.slice(0, -1), lines.at(-1)?.slice(0, -3) ?? ''],
    'its end line is not',
  ],
  ['without a hash', (lines) => lines.map((line) => line.replace(/,"sha256":"\w+"/, '')), 'its end line is not that'],
  ['that continues after its end line', (lines) => [...lines, ...lines], 'it goes on after its end line'],
  ['cut off in a line', (lines) => [lines[0] ?? '', lines[1]?.slice(0, -1) ?? ''], 'line 2 is not one of rows'],
  [
    'with invalid JSON',
    (lines) => lines.map((line) => line.replace(':"Sining', '"Sining')),
    'line 2 of the dump cannot be',
  ],
])('a dump %s is refused, and nothing is restored', async (_what, change, words) => {
  const source = await openDatabase();
  await createOrganization(source, { name: 'Sining', now: new Date() });
  const lines = await dumpOf(source);
  const target = await openDatabase();
  await expect(restoreDatabase(target, each(change(lines)))).rejects.toThrow(words);
  await restoreDatabase(target, each(lines));
  expect(await dumpOf(target)).toStrictEqual(lines);
});
