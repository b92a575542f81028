import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/databases/test-database.ts';
import type { Database } from './database.ts';
import { refreshStatistics } from './refresh-statistics.ts';

// Autovacuum is off for these tables: it runs once a minute and could analyze them first.

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** Without this flush, the session reports its writes after one to ten seconds. */
const reported = (statement: Sql) =>
  db.transaction(async (tx) => {
    await tx.query(statement);
    await tx.query(sql`select pg_stat_force_next_flush()`);
  });

test('a table is analyzed when it has a few rows, when it has grown, and again when it is four times as large', async () => {
  await db.runScript('create table grows (id int primary key) with (autovacuum_enabled = off)');
  const insert = (from: number, to: number) =>
    reported(sql`insert into grows select n from generate_series(${from}::int, ${to}::int) n`);
  await insert(1, 19);
  // The embedded database is vacuumed now and then, which counts rows but knows nothing of their columns.
  await db.runScript('vacuum grows');
  expect(await refreshStatistics(db)).not.toContain('grows');
  await insert(20, 20);
  expect(await refreshStatistics(db)).toContain('grows');
  await insert(21, 579);
  expect(await refreshStatistics(db)).not.toContain('grows');
  await insert(580, 1_000);
  expect(await refreshStatistics(db)).toContain('grows');
  const [known] = await db.query(sql`select reltuples as rows from pg_class where relname = 'grows'`);
  expect(known).toEqual({ rows: 1_000 });
  await insert(1_001, 4_000);
  expect(await refreshStatistics(db)).not.toContain('grows');
  await insert(4_001, 4_500);
  expect(await refreshStatistics(db)).toContain('grows');
  expect(await refreshStatistics(db)).not.toContain('grows');
});

test('a table that was analyzed while a transaction filled it is analyzed again', async () => {
  if (db.kind === 'pglite') return; // one session: no ANALYZE during a transaction
  await db.runScript('create table fills (id int primary key) with (autovacuum_enabled = off)');
  const filled = Promise.withResolvers<void>();
  const analyzed = Promise.withResolvers<void>();
  const filling = db.transaction(async (tx) => {
    await tx.query(sql`insert into fills select n from generate_series(1, 1000) n`);
    filled.resolve();
    await analyzed.promise;
    await tx.query(sql`select pg_stat_force_next_flush()`);
  });
  await filled.promise;
  await db.runScript('analyze fills');
  analyzed.resolve();
  await filling;
  expect(await refreshStatistics(db)).toContain('fills');
});
