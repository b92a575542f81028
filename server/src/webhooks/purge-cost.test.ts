import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import type { Tx } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import type { PurgeCursor } from '../retention/queries.ts';
import { newId } from '../values/uuid.ts';
import { deleteOldNotifications } from './purge-queries.ts';

const LONG_AGO = new Date('2026-08-01T12:00:00Z');
const LATER = new Date('2026-08-02T12:00:00Z');
const BEFORE = new Date('2026-12-01T12:00:00Z');
const LIMIT = 100;

/** Five times the limit have a delivery that is kept, and the last one has none. */
async function recordNotifications(tx: Tx) {
  const organizationId = newId(LONG_AGO);
  await tx.query(sql`
    insert into organizations (organization_id, name, slug, created_at)
    values (${organizationId}, 'Likha', ${organizationId}, ${LONG_AGO})`);
  await tx.query(sql`
    insert into webhooks (organization_id, id, url, events, sealed_secret, created_at, updated_at)
    values (${organizationId}, ${newIdAt(LONG_AGO)}, 'https://shop.example/', array['order.paid'], '', ${LONG_AGO}, ${LONG_AGO})`);
  const record = (count: number, at: Date) =>
    tx.query(sql`
      insert into notifications (organization_id, id, type, body, created_at)
      select ${organizationId}, ${newIdAt(at)}, 'order.paid', '{}', ${at} from generate_series(1, ${count}::int)`);
  await record(5 * LIMIT, LONG_AGO);
  await tx.query(sql`
    insert into webhook_deliveries (organization_id, id, webhook_id, notification_id, status, created_at)
    select ${organizationId}, ${newIdAt(LONG_AGO)}, w.id, n.id, 'succeeded', ${LONG_AGO}
      from notifications n join webhooks w on w.organization_id = n.organization_id
     where n.organization_id = ${organizationId}`);
  await record(1, LATER);
}

test('a purge reads no more notifications than its limit, and goes on after those that stay for their deliveries', async () => {
  const db = await openUnusedTestDatabase();
  try {
    await db.transaction(async (tx) => {
      for (let organization = 0; organization < 2; organization++) await recordNotifications(tx);
      const deleted: number[] = [];
      for (let after: PurgeCursor | undefined; ; ) {
        const before = await rowsRead(tx, 'notifications');
        const purged = await deleteOldNotifications(tx, { before: BEFORE, after, limit: LIMIT });
        // To find them, and to look whether they may go.
        expect((await rowsRead(tx, 'notifications')) - before).toBeLessThanOrEqual(2 * LIMIT + 2);
        deleted.push(purged.deleted);
        after = purged.last;
        if (!after) break;
      }
      expect(deleted).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    });
  } finally {
    await db.close();
  }
});
