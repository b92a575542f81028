import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import { removeLimits } from '../../test/fixtures/fill-orders.ts';
import { countUntriedMails } from '../mail/queries.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { newId } from '../values/uuid.ts';
import { getMessage } from './queries.ts';

const NOW = new Date('2027-03-01T12:00:00Z');
const WAITING = 1_000;

test('mails of a message that wait for their second try are not read to count them', async () => {
  const db = await openUnusedTestDatabase();
  try {
    const [organizationId, id] = [newId(NOW), newId(NOW)];
    await db.transaction(async (tx) => {
      await removeLimits(tx);
      await tx.query(sql`
        insert into messages (organization_id, id, event_id, subject, text, status, send_at, mails, created_at)
        values (${organizationId}, ${id}, ${id}, 'Doors', 'At seven', 'sending', ${NOW}, ${WAITING}, ${NOW})`);
      await tx.query(sql`
        insert into mails (organization_id, id, kind, priority, recipient, order_id, message_id, details, status, attempts,
          next_attempt_at, created_at)
        select ${organizationId}, ${newIdAt(NOW)}, 'message', 2, n || '@example.com', ${id}, ${id}, '{}', 'pending', 1, ${NOW}, ${NOW}
          from generate_series(1, ${WAITING}::int) n`);
    });
    await db.query(sql`vacuum analyze mails`);
    await db.transaction(async (tx) => {
      const before = await rowsRead(tx, 'mails');
      expect(await countUntriedMails(tx, { organizationId, messageId: id, most: 10 })).toBe(0);
      expect(await getMessage(tx, organizationId, id)).toMatchObject({ waiting: WAITING, sent: 0 });
      expect((await rowsRead(tx, 'mails')) - before).toBe(0);
    });
  } finally {
    await db.close();
  }
});
