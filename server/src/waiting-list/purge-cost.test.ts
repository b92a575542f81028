import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openTestService } from '../../test/fixtures/test-service.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { deleteOldEntries } from './purge-queries.ts';

const ENTRIES = 200;
const RECENT_MAILS = 5_000;
const LONG_AGO = new Date('2025-01-01T12:00:00Z');
const BEFORE = new Date('2026-01-01T12:00:00Z');
const RECENTLY = new Date('2026-06-01T12:00:00Z');

const service = await openTestService();
afterAll(() => service.close());

test('a purge reads the mails of its entries alone, also with statistics from before the recent ones', async () => {
  const { organizationId } = service.ours;
  const event = await service.event();
  await service.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into waiting_list_entries (organization_id, id, event_id, tier_id, quantity, customer_name, customer_email,
        success_url, channel, status, asked_at)
      select ${organizationId}, ${newIdAt(LONG_AGO)}, t.event_id, t.id, 1, 'Ana', n || '@example.com',
             'https://shop.example/', 'api', 'ended', ${LONG_AGO}
        from ticket_tiers t, generate_series(1, ${ENTRIES}::int) n
       where t.organization_id = ${organizationId} and t.event_id = ${event.id}`);
    const mails = (at: Date) => sql`
      insert into mails (organization_id, id, kind, priority, recipient, details, status, sent_at, created_at)
      select ${organizationId}, ${newIdAt(at)}, 'waiting_list_joined', 1, 'ana@example.com',
             jsonb_build_object('entry_id', of.entry_id), 'sent', ${at}, ${at}`;
    await tx.query(sql`${mails(LONG_AGO)} from (
      select id as entry_id from waiting_list_entries where organization_id = ${organizationId}) of`);
    await tx.runScript('analyze mails');
    await tx.query(sql`${mails(RECENTLY)} from (
      select ${newIdAt(RECENTLY)} as entry_id from generate_series(1, ${RECENT_MAILS}::int)) of`);
    const before = await rowsRead(tx, 'mails');
    const { deleted } = await deleteOldEntries(tx, { before: BEFORE, limit: ENTRIES });
    expect([deleted.rows, deleted.mailIds.length]).toEqual([ENTRIES, ENTRIES]);
    // To look whether an entry may go, and for the files of its mails.
    expect((await rowsRead(tx, 'mails')) - before).toBeLessThanOrEqual(2 * ENTRIES);
  });
});
