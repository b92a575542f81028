import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/databases/test-database.ts';
import { vacuumEmbedded } from './vacuum-embedded.ts';

test('the embedded database uses the room of old rows again, and knows which pages are settled', async () => {
  const db = await openTestDatabase();
  if (db.kind !== 'pglite') return; // a server does it by itself, when it sees fit
  try {
    await db.query(sql`create table worn (id int, filler text)`);
    await db.query(sql`insert into worn select n, repeat('x', 400) from generate_series(1, 1000) n`);
    const state = async () => {
      const [row] = await db.query<{ bytes: number; settled: number }>(sql`
        select pg_relation_size('worn') as bytes, relallvisible as settled from pg_class where relname = 'worn'`);
      return row;
    };
    const before = await state();
    await vacuumEmbedded(db, { isRush: () => true });
    expect((await state())?.settled).toBe(0);
    for (let time = 0; time < 3; time++) {
      await db.query(sql`update worn set filler = repeat('y', 400)`);
      await vacuumEmbedded(db, { isRush: () => false });
    }
    const after = await state();
    expect(after?.settled).toBeGreaterThan(0);
    // Without it every update would have added as much again: four times.
    expect(after?.bytes).toBeLessThan(2.5 * Number(before?.bytes));
  } finally {
    await db.close();
  }
});
