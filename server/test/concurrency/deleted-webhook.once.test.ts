import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWebhookOffice, type WebhookOffice } from '../fixtures/webhook-office.ts';
import { begin, untilSessionWaits } from './open-transaction.ts';

/** On PostgreSQL only: the embedded database has one session, so no query can meet a locked row. */
let hooks: WebhookOffice;
beforeEach(async () => {
  hooks = await openWebhookOffice();
});
afterEach(() => hooks.close());

const checkIn = (ticketId: string) => hooks.office.call('POST', `/tickets/${ticketId}/check-in`);

test('deleting an endpoint with many deliveries delays no sale and no scan', async () => {
  const { office } = hooks;
  const endpoint = await hooks.endpoint();
  const { ticketId } = await office.buy(await office.event());
  const commit = await begin(office.db, sql`select from webhook_deliveries for update`);
  const deleted = office.call('DELETE', `/webhooks/${endpoint.id}`);
  await expect.poll(() => hooks.read(endpoint)).toMatchObject({ is_active: false });
  expect(await checkIn(ticketId)).toMatchObject({ status: 200 });
  await commit();
  expect(await deleted).toMatchObject({ status: 204 });
  expect(await office.count('webhook_deliveries')).toBe(0);
});

test('a scan while an endpoint is deleted succeeds and sends it no notification', async () => {
  const { office } = hooks;
  await hooks.endpoint();
  const { ticketId } = await office.buy(await office.event());
  const commit = await begin(office.db, sql`delete from webhooks`);
  const scanned = checkIn(ticketId);
  await untilSessionWaits(office.db);
  await commit();
  expect(await scanned).toMatchObject({ status: 200 });
  expect(await office.notifications('ticket.checked_in')).toHaveLength(1);
  expect(await office.count('webhook_deliveries')).toBe(0);
});
