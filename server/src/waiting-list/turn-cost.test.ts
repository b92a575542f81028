import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import { removeLimits } from '../../test/fixtures/fill-orders.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { newId } from '../values/uuid.ts';
import { listEventsToServe } from './offer-queries.ts';

const NOW = new Date('2027-03-01T12:00:00Z');
const START = new Date('2027-06-01T12:00:00Z');
const SOON = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

/** Rows of a line that a look reads: one place is free and kept for the first in line, a party of four. */
async function readByLook(behind: number): Promise<number> {
  const db = await openUnusedTestDatabase();
  try {
    const [organizationId, eventId, tierId] = [newId(NOW), newId(NOW), newId(NOW)];
    await db.transaction(async (tx) => {
      await removeLimits(tx);
      await tx.query(sql`
        insert into organizations (organization_id, name, slug, created_at) values (${organizationId}, 'Likha', 'likha', ${NOW})`);
      await tx.query(sql`
        insert into events (organization_id, id, title, slug, status, sold_out_by_service, start_datetime, capacity, sold, created_at, updated_at)
        values (${organizationId}, ${eventId}, 'Night', 'night', 'sold_out', true, ${START}, 100, 99, ${NOW}, ${NOW})`);
      await tx.query(sql`
        insert into ticket_tiers (organization_id, id, event_id, name, price_centavos, quantity_total, sold, waiting, created_at)
        values (${organizationId}, ${tierId}, ${eventId}, 'General', 10000, 100, 99, ${behind + 4}, ${NOW})`);
      const wait = (count: number, quantity: number, at: Date, keptSince: Date | null) =>
        tx.query(sql`
        insert into waiting_list_entries (organization_id, id, event_id, tier_id, quantity, customer_name, customer_email,
          success_url, channel, status, kept_since, asked_at)
        select ${organizationId}, ${newIdAt(at)}, ${eventId}, ${tierId}, ${quantity}::int, 'Ana', ${`${quantity}-`} || n || '@example.com',
               'https://shop.example', 'api', 'waiting', ${keptSince}::timestamptz, ${at}
          from generate_series(1, ${count}::int) n`);
      await wait(1, 4, SOON(7_200), SOON(60));
      await wait(behind, 1, SOON(3_600), null);
    });
    await db.query(sql`analyze`);
    return await db.transaction(async (tx) => {
      const before = await rowsRead(tx, 'waiting_list_entries');
      expect(await listEventsToServe(tx, { now: NOW, after: undefined, most: 100 })).toEqual([]);
      return (await rowsRead(tx, 'waiting_list_entries')) - before;
    });
  } finally {
    await db.close();
  }
}

test('a look whether somebody has a turn reads the first in line, not everybody behind', async () => {
  const [few, many] = [await readByLook(500), await readByLook(5_000)];
  expect(many).toBeLessThan(2 * Math.max(few, 10));
});
