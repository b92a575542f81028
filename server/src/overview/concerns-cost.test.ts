import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import { removeLimits } from '../../test/fixtures/fill-orders.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { newId } from '../values/uuid.ts';
import { listConcerns } from './queries.ts';

const NOW = new Date('2027-03-01T12:00:00Z');

test('Home reads no failed copy of a message to see whether other mails failed', async () => {
  const db = await openUnusedTestDatabase();
  try {
    const organizationId = newId(NOW);
    await db.transaction(async (tx) => {
      await removeLimits(tx);
      await tx.query(sql`
        insert into mails (organization_id, id, kind, priority, recipient, order_id, message_id, details, status, attempts, created_at)
        select ${organizationId}, ${newIdAt(NOW)}, 'message', 2, n || '@example.com', ${organizationId}, ${organizationId}, '{}', 'failed', 1, ${NOW}
          from generate_series(1, 1000) n`);
    });
    await db.query(sql`analyze`);
    await db.transaction(async (tx) => {
      const before = await rowsRead(tx, 'mails');
      await listConcerns(tx, organizationId, { failedSince: NOW, now: NOW, startsBefore: NOW, most: 5 });
      expect((await rowsRead(tx, 'mails')) - before).toBe(0);
    });
  } finally {
    await db.close();
  }
});
