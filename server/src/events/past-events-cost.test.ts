import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import { removeLimits } from '../../test/fixtures/fill-orders.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { newId } from '../values/uuid.ts';
import { listPastEvents } from './queries.ts';

const NOW = new Date('2027-03-01T12:00:00Z');
const LONG_AGO = new Date('2026-01-01T12:00:00Z');

/** Rows of events that a look for past ones reads, every half minute. */
async function readByLook(completed: number): Promise<number> {
  const db = await openUnusedTestDatabase();
  try {
    const organizationId = newId(LONG_AGO);
    await db.transaction(async (tx) => {
      await removeLimits(tx);
      await tx.query(sql`
        insert into organizations (organization_id, name, slug, created_at) values (${organizationId}, 'Likha', 'likha', ${NOW})`);
      await tx.query(sql`
        insert into events (organization_id, id, title, slug, status, start_datetime, capacity, created_at, updated_at)
        select ${organizationId}, ${newIdAt(LONG_AGO)}, 'Night', 'night', 'completed', ${LONG_AGO}, 10, ${LONG_AGO}, ${LONG_AGO}
          from generate_series(1, ${completed}::int)`);
    });
    await db.query(sql`analyze`);
    return await db.transaction(async (tx) => {
      const before = await rowsRead(tx, 'events');
      expect(await listPastEvents(tx, { now: NOW, except: [], most: 100 })).toEqual([]);
      return (await rowsRead(tx, 'events')) - before;
    });
  } finally {
    await db.close();
  }
}

test('a look for events to complete does not read those that were completed long ago', async () => {
  const [few, many] = [await readByLook(1_000), await readByLook(10_000)];
  expect(many).toBeLessThan(2 * Math.max(few, 100));
});
