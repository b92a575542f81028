import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/databases/test-database.ts';
import { vacuumEmbedded } from './vacuum-embedded.ts';

test('the embedded database reuses the space of old rows, and knows which pages are all-visible', async () => {
  const db = await openTestDatabase();
  if (db.kind !== 'pglite') return; // a server vacuums by itself
  try {
    await db.query(sql`create table worn (id int, filler text)`);
    await db.query(sql`insert into worn select n, repeat('x', 400) from generate_series(1, 1000) n`);
    const state = async () => {
      const [row] = await db.query<{ bytes: number; allVisible: number }>(sql`
        select pg_relation_size('worn') as bytes, relallvisible as all_visible from pg_class where relname = 'worn'`);
      return row;
    };
    const before = await state();
    await vacuumEmbedded(db, { isBusy: () => true });
    expect((await state())?.allVisible).toBe(0);
    for (let time = 0; time < 3; time++) {
      await db.query(sql`update worn set filler = repeat('y', 400)`);
      await vacuumEmbedded(db, { isBusy: () => false });
    }
    const after = await state();
    expect(after?.allVisible).toBeGreaterThan(0);
    // Without vacuum each update would add as much again: four times in total.
    expect(after?.bytes).toBeLessThan(2.5 * Number(before?.bytes));
  } finally {
    await db.close();
  }
});

test('the write-ahead log of the embedded database does not grow without end', async () => {
  const db = await openTestDatabase();
  if (db.kind !== 'pglite') return; // a server has a checkpointer
  try {
    const checkpoint = () => db.query(sql`select redo_lsn as at from pg_control_checkpoint()`);
    const before = await checkpoint();
    await db.query(sql`create table written as select repeat('x', 400) as filler from generate_series(1, 1000)`);
    await vacuumEmbedded(db, { isBusy: () => false });
    await vacuumEmbedded(db, { isBusy: () => true, maxLogBytes: 100_000 });
    // Neither for a little, nor while a backup needs the log.
    expect(await checkpoint()).toEqual(before);
    await vacuumEmbedded(db, { isBusy: () => false, maxLogBytes: 100_000 });
    expect(await checkpoint()).not.toEqual(before);
  } finally {
    await db.close();
  }
});
