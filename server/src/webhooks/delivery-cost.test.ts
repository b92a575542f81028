import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { newId } from '../values/uuid.ts';
import { listDeliveries } from './delivery-queries.ts';
import { MOST_REPLAYED, replayDeliveries } from './replay-deliveries.ts';

const NOW = new Date('2027-03-09T12:00:00Z');
const LONG_AGO = new Date('2027-03-01T12:00:00Z');

/** Each notification has a delivery to each endpoint. */
async function recordDeliveries(
  db: Queryable,
  { endpoints, notifications, status }: { endpoints: number; notifications: number; status: string },
) {
  const organizationId = newId(LONG_AGO);
  await db.query(sql`
    insert into organizations (organization_id, name, slug, created_at)
    values (${organizationId}, 'Likha', 'likha', ${LONG_AGO})`);
  const webhooks = await db.query<{ id: string }>(sql`
    insert into webhooks (organization_id, id, url, events, sealed_secret, created_at, updated_at)
    select ${organizationId}, ${newIdAt(LONG_AGO)}, 'https://shop.example/', array['order.paid'], '', ${LONG_AGO}, ${LONG_AGO}
      from generate_series(1, ${endpoints}::int)
    returning id`);
  await db.query(sql`
    insert into notifications (organization_id, id, type, body, created_at)
    select ${organizationId}, ${newIdAt(LONG_AGO)}, 'order.paid', '{}', ${LONG_AGO}::timestamptz + make_interval(secs => n)
      from generate_series(1, ${notifications}::int) n`);
  await db.query(sql`
    insert into webhook_deliveries (organization_id, id, webhook_id, notification_id, status, attempts, created_at)
    select ${organizationId}, ${newIdAt(LONG_AGO)}, w.id, n.id, ${status}, 1, n.created_at
      from notifications n join webhooks w on w.organization_id = n.organization_id
     where n.organization_id = ${organizationId}`);
  await db.query(sql`analyze`);
  return { organizationId, webhookId: webhooks[0]?.id ?? '' };
}

test('a page of deliveries reads the notifications of the page alone', async () => {
  const db = await openUnusedTestDatabase();
  try {
    const [endpoints, notifications, perPage] = [5, 200, 20];
    const { organizationId } = await recordDeliveries(db, { endpoints, notifications, status: 'succeeded' });
    await db.transaction(async (tx) => {
      const before = await rowsRead(tx, 'notifications');
      const { deliveries, total } = await listDeliveries(tx, organizationId, {}, { page: 1, perPage });
      expect([deliveries.length, total]).toEqual([perPage, endpoints * notifications]);
      expect((await rowsRead(tx, 'notifications')) - before).toBeLessThanOrEqual(perPage);
    });
  } finally {
    await db.close();
  }
});

test('each step of sending failed deliveries again reads as much as the one before', async () => {
  const db = await openUnusedTestDatabase();
  try {
    const recorded = { endpoints: 1, notifications: 12 * MOST_REPLAYED, status: 'failed' };
    const { organizationId, webhookId } = await recordDeliveries(db, recorded);
    const read: number[] = [];
    await db.transaction(async (tx) => {
      const one: Database = { ...db, transaction: (work) => work(tx) };
      for (let hasMore = true; hasMore; ) {
        const before = await rowsRead(tx, 'webhook_deliveries');
        const step = await replayDeliveries(one, { organizationId, webhookId, now: NOW });
        expect(step.replayed).toBe(MOST_REPLAYED);
        read.push((await rowsRead(tx, 'webhook_deliveries')) - before);
        hasMore = step.hasMore;
      }
    });
    expect(read).toHaveLength(12);
    expect(read.at(-1)).toBeLessThanOrEqual(2 * (read[0] ?? 0));
  } finally {
    await db.close();
  }
});
