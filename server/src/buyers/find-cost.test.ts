import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import { fillPast } from '../../test/fixtures/fill-past.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { findBlockers, listPurchasesAfter } from './find-queries.ts';
import { listTicketNotifications } from './notification-queries.ts';

const ORDERS = 5_000;
const NOW = new Date('2026-12-01T00:00:00.000Z');
const TABLES = ['checkouts', 'orders', 'tickets', 'notifications', 'audit_log', 'mails', 'refunds'];

let db: Database;
let organizationId: Uuid;
beforeAll(async () => {
  db = await openUnusedTestDatabase();
  ({ organizationId } = await fillPast(db, {
    orders: ORDERS,
    events: 1,
    from: new Date('2026-01-01T00:00:00.000Z'),
    days: 300,
  }));
});
afterAll(() => db.close());

/** With plans made for empty tables, as a server has that was started before its first sale. */
async function cost(email: string) {
  return db.transaction(async (tx) => {
    const person = { organizationId, email };
    const read = async () => (await Promise.all(TABLES.map((table) => rowsRead(tx, table)))).reduce((a, b) => a + b);
    const before = await read();
    await findBlockers(tx, person, { now: NOW });
    const purchases = await listPurchasesAfter(tx, person, { after: null, limit: 20 });
    const orderIds = purchases.flatMap(({ orderId }) => orderId ?? []);
    const notifications = await listTicketNotifications(tx, organizationId, orderIds);
    return { purchases: purchases.length, notifications: notifications.length, rows: (await read()) - before };
  });
}

test('a person is found without reading the history of others', async () => {
  const nobody = await cost('nobody@nowhere.example');
  expect(nobody).toMatchObject({ purchases: 0, rows: expect.any(Number) });
  expect(nobody.rows).toBeLessThan(10);
  await db.query(sql`
    update checkouts set customer_email = 'dalisay@example.com'
     where id = (select checkout_id from orders order by id limit 1)`);
  const found = await cost('dalisay@example.com');
  expect(found.purchases).toBe(1);
  expect(found.notifications).toBeGreaterThan(0);
  expect(found.rows).toBeLessThan(50);
});
