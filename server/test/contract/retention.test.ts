import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { purgeOldRows } from '../../src/purge-old-rows.ts';
import { purge } from '../../src/retention/purge.ts';
import type { Batch } from '../../src/retention/queries.ts';
import { newId } from '../../src/values/uuid.ts';
import { breakable } from '../databases/sabotage.ts';
import { problemsOf } from '../fixtures/problems.ts';
import { openWebhookOffice } from '../fixtures/webhook-office.ts';

const DAY_SECONDS = 86_400;
const KINDS = ['webhook_deliveries', 'webhook_attempts', 'notifications', 'mails', 'audit_log'] as const;
const KEPT = ['events', 'ticket_tiers', 'checkouts', 'payments', 'orders', 'tickets', 'sales_figures'] as const;

describe('rows of past notifications, deliveries, e-mails and changes', () => {
  let hooks: Awaited<ReturnType<typeof openWebhookOffice>>;
  beforeEach(async () => {
    hooks = await openWebhookOffice();
  });
  afterEach(() => hooks.close());

  const counts = async (tables: readonly string[]): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await hooks.office.count(table)])));

  /** Creates a finished row of every kind. */
  async function sell() {
    const { office } = hooks;
    await hooks.endpoint();
    await office.buy(await office.event());
    await hooks.deliver();
    await office.db.query(sql`update mails set status = 'sent', sent_at = created_at, next_attempt_at = null`);
  }

  test('are purged after their retention, and the invariants hold', async () => {
    const { office } = hooks;
    const config = readConfig({});
    await sell();
    const before = await counts(KINDS);
    const kept = await counts(KEPT);
    expect(Object.values(before).every((count) => count > 0)).toBe(true);

    office.wait((config.keepDeliveriesDays - 1) * DAY_SECONDS);
    await purgeOldRows(office.db, config, office.now());
    expect(await counts(KINDS)).toEqual(before);

    office.wait(2 * DAY_SECONDS);
    await purgeOldRows(office.db, config, office.now());
    expect(await counts(KINDS)).toEqual({ ...before, webhook_deliveries: 0, webhook_attempts: 0 });

    office.wait((config.keepNotificationsDays - config.keepDeliveriesDays) * DAY_SECONDS);
    await purgeOldRows(office.db, config, office.now());
    expect(await counts(['notifications', 'mails'])).toEqual({ notifications: 0, mails: before.mails });

    office.wait(config.keepAuditLogDays * DAY_SECONDS);
    await purgeOldRows(office.db, config, office.now());
    expect(await counts(KINDS)).toEqual(Object.fromEntries(KINDS.map((table) => [table, 0])));
    expect(await counts(KEPT)).toEqual(kept);
  });

  test('are not purged while they are to be sent, and neither are the rows they refer to', async () => {
    const { office } = hooks;
    await hooks.endpoint();
    await office.buy(await office.event());
    const before = await counts(['webhook_deliveries', 'mails']);
    office.wait(36_500 * DAY_SECONDS);
    await purgeOldRows(office.db, readConfig({}), office.now());
    expect(await counts(['webhook_deliveries', 'mails'])).toEqual(before);
    expect(await office.count('notifications')).toBeGreaterThan(0);
  });

  test('of one kind that cannot be purged now keep no other kind from being purged', async () => {
    const { office } = hooks;
    const config = readConfig({});
    await sell();
    office.wait((config.keepAuditLogDays + 1) * DAY_SECONDS);
    const notifications = await office.count('notifications');
    const broken = breakable(office.db, () => 'delete from notifications');
    await expect(purgeOldRows(broken, config, office.now())).rejects.toThrow('broken');
    expect(await counts(KINDS)).toEqual({ ...Object.fromEntries(KINDS.map((table) => [table, 0])), notifications });
  });

  test('are purged in small batches, with a limit per run, and the next run goes on', async () => {
    const { office } = hooks;
    const ids = Array.from({ length: 30 }, () => newId(office.now()));
    const asked: Batch[] = [];
    const run = () =>
      purge(
        office.db,
        'mails',
        async (_tx, batch) => {
          const id = ids[asked.push(batch) - 1];
          return { deleted: batch.limit, last: id ? { organizationId: office.organizationId, id } : undefined };
        },
        { keepDays: 1, now: office.now() },
      );
    expect([await run(), await run(), await run()]).toEqual([20_000, 11_000, 1_000]);
    expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([1_000]));
    expect(asked.map(({ after }) => after?.id)).toEqual([undefined, ...ids, undefined]);
  });

  test('of the audit log cannot be changed in another way', async () => {
    const { office } = hooks;
    await office.event();
    await expect(office.db.query(sql`delete from audit_log`)).rejects.toThrow('stay as they were written');
    await expect(office.db.query(sql`update audit_log set action = 'x'`)).rejects.toThrow('stay as they were written');
  });
});

test.each([
  [{ KEEP_DELIVERIES_DAYS: '3' }, 'KEEP_DELIVERIES_DAYS must be an integer from 4 to 36500, not "3"'],
  [{ KEEP_AUDIT_LOG_DAYS: '89' }, 'KEEP_AUDIT_LOG_DAYS must be an integer from 90 to 36500, not "89"'],
  [{ KEEP_IDEMPOTENCY_HOURS: '23' }, 'KEEP_IDEMPOTENCY_HOURS must be an integer from 24 to 720, not "23"'],
])('%j is refused', (settings, problem) => {
  expect(problemsOf(settings)).toEqual([problem]);
});
