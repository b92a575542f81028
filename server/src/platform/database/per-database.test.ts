import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/databases/test-database.ts';
import { perDatabase, perStore } from './per-database.ts';

const db = await openTestDatabase();
afterAll(() => db.close());

test('an object per store is the same inside and outside a transaction, and different for another database', async () => {
  const rememberedOf = perStore(() => new Map<string, string>());
  rememberedOf(db).set('a', 'b');
  await db.transaction(async (tx) => expect(rememberedOf(tx)).toBe(rememberedOf(db)));
  expect(rememberedOf({ ...db })).toBe(rememberedOf(db));
  expect(rememberedOf({ store: {} })).not.toBe(rememberedOf(db));
});

test('an object per database belongs to that handle', () => {
  const madeFor = perDatabase((of) => ({ of }));
  const seenOtherwise = { ...db };
  expect(madeFor(db)).toBe(madeFor(db));
  expect(madeFor(seenOtherwise).of).toBe(seenOtherwise);
});
