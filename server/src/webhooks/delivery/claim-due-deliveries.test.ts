import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { rowsRead } from '../../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../../test/databases/test-database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ROWS_PER_LOOK, Round } from '../../platform/work/waiting-organizations.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import { claimDueDeliveries } from './claim-queries.ts';

const NOW = new Date('2027-03-01T12:00:00Z');
const ENDPOINTS = 10;
/** Per endpoint. */
const WAITING = 300;
const MAX_PER_WEBHOOK = 16;

const claim = (tx: Tx, limit = 512, inProgress: { organizationId: Uuid; webhookId: Uuid }[] = []) =>
  claimDueDeliveries(tx, {
    round: new Round(),
    now: NOW,
    leaseUntil: new Date(NOW.getTime() + 20_000),
    limit,
    maxPerWebhook: MAX_PER_WEBHOOK,
    maxPerFailingWebhook: 2,
    maxFailing: 128,
    inProgress,
  });

/** The rows that an order of many tickets creates. */
async function recordBacklog(tx: Tx): Promise<Uuid> {
  const organizationId = newId(NOW);
  await tx.query(sql`
    insert into organizations (organization_id, name, slug, created_at)
    values (${organizationId}, 'Likha', 'likha', ${NOW})`);
  await tx.query(sql`
    insert into webhooks (organization_id, id, url, events, sealed_secret, is_active, created_at, updated_at)
    select ${organizationId}, gen_random_uuid(), 'https://shop.example/', array['ticket.purchased'], '', true, ${NOW}, ${NOW}
      from generate_series(1, ${ENDPOINTS}::int)`);
  await tx.query(sql`
    insert into notifications (organization_id, id, type, body, created_at)
    select ${organizationId}, gen_random_uuid(), 'ticket.purchased', '{}', ${NOW} from generate_series(1, ${WAITING}::int)`);
  await tx.query(sql`
    insert into webhook_deliveries (organization_id, id, webhook_id, notification_id, status, next_attempt_at, created_at)
    select ${organizationId}, gen_random_uuid(), w.id, n.id, 'pending', ${NOW}, ${NOW}
      from notifications n join webhooks w on w.organization_id = n.organization_id
     where n.organization_id = ${organizationId}`);
  return organizationId;
}

test('a claim reads only the deliveries that it takes, even with a query plan made for an empty table', async () => {
  const db = await openUnusedTestDatabase();
  try {
    const { claimed, read } = await db.transaction(async (tx) => {
      // The worst case: a file without a single page, and plans that are kept.
      await tx.runScript(
        'truncate webhook_deliveries, webhook_attempts; set local plan_cache_mode = force_generic_plan',
      );
      await claim(tx);
      await tx.runScript('set local plan_cache_mode = force_generic_plan');
      await recordBacklog(tx);
      const before = await rowsRead(tx, 'webhook_deliveries');
      const claimed = await claim(tx);
      return { claimed, read: (await rowsRead(tx, 'webhook_deliveries')) - before };
    });
    expect(claimed).toHaveLength(ENDPOINTS * MAX_PER_WEBHOOK);
    // Each delivery is read once to find it, once to lock it and once to change it, and one per endpoint to see that it
    // has any. One look finds the organization.
    expect(read).toBeLessThanOrEqual(ROWS_PER_LOOK + 3 * claimed.length + 2 * ENDPOINTS);
  } finally {
    await db.close();
  }
});

test('a free slot goes to the organization with the fewest deliveries in progress', async () => {
  const db = await openUnusedTestDatabase();
  try {
    await db.transaction(async (tx) => {
      const [one, other] = [await recordBacklog(tx), await recordBacklog(tx)];
      const busy = (organizationId: Uuid) => ({ organizationId, webhookId: newId(NOW) });
      expect(await claim(tx, 1, [busy(one), busy(one), busy(other)])).toMatchObject([{ organizationId: other }]);
      expect(await claim(tx, 1, [busy(one), busy(other), busy(other)])).toMatchObject([{ organizationId: one }]);
    });
  } finally {
    await db.close();
  }
});
