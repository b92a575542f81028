import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/databases/test-database.ts';
import { refreshStatistics } from './refresh-statistics.ts';

// Autovacuum is off for their tables: it comes once a minute, and what it has looked at needs no look of ours.

test('a table is looked at when it has grown, and not again before it is four times as large', async () => {
  const db = await openTestDatabase();
  try {
    await refreshStatistics(db);
    await db.query(
      sql`create table grows (organization_id int, id int, filler text, primary key (organization_id, id)) with (autovacuum_enabled = off)`,
    );
    const insert = (from: number, to: number) =>
      db.query(sql`insert into grows select 1, n, repeat('x', 400) from generate_series(${from}::int, ${to}::int) n`);
    await insert(1, 10);
    expect(await refreshStatistics(db)).toEqual([]);
    await insert(11, 1_000);
    expect(await refreshStatistics(db)).toEqual(['grows']);
    const [known] = await db.query<{ rows: number }>(
      sql`select reltuples as rows from pg_class where relname = 'grows'`,
    );
    expect(known?.rows).toBe(1_000);
    await insert(1_001, 3_500);
    expect(await refreshStatistics(db)).toEqual([]);
    await insert(3_501, 4_500);
    expect(await refreshStatistics(db)).toEqual(['grows']);
  } finally {
    await db.close();
  }
});

test('a table that was looked at while a transaction filled it is looked at again', async () => {
  const db = await openTestDatabase();
  try {
    if (db.kind === 'pglite') return; // one session: nobody looks during a transaction
    await refreshStatistics(db);
    await db.query(sql`create table fills (id int primary key, filler text) with (autovacuum_enabled = off)`);
    const filled = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const filling = db.transaction(async (tx) => {
      await tx.query(sql`insert into fills select n, repeat('x', 400) from generate_series(1, 1000) n`);
      filled.resolve();
      await looked.promise;
    });
    await filled.promise;
    expect(await refreshStatistics(db)).toEqual(['fills']);
    looked.resolve();
    await filling;
    // PostgreSQL counts rows a moment after they are committed.
    await expect.poll(() => refreshStatistics(db), { interval: 200 }).toEqual(['fills']);
    expect(await refreshStatistics(db)).toEqual([]);
  } finally {
    await db.close();
  }
});
