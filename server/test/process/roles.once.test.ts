import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { authorityFile, openReceiver } from '../fixtures/receiver.ts';
import { openClient } from './client.ts';
import { endHolds, type Installation, newInstallation } from './installation.ts';
import { newDataDir, Program, server as serverCommand, startServer } from './start-server.ts';

/** Time for three runs of the tasks of every second, and twelve checks for webhooks. */
const WOULD_HAVE_RUN_MS = 3_000;

async function openShop() {
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  const installation = await newInstallation('postgres');
  const env = {
    ...installation.env,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: '1',
    NODE_EXTRA_CA_CERTS: authorityFile,
  };
  return { ...installation, receiver, start: (role: string) => startServer({ ...env, ROLE: role }) };
}

/** The stored checkout. The API already answers an overdue one as expired before a task releases it. */
const statusOf = ({ inside }: Installation, checkoutId: string) =>
  inside(async (db) => {
    const id = Buffer.from(checkoutId.slice('cs_'.length), 'base64url').subarray(16).toString('hex');
    const [row] = await db.query<{ status: string }>(sql`select status from checkouts where id = ${id}::uuid`);
    return row?.status;
  });

describe('several instances with a role each, on one PostgreSQL', () => {
  test('web sells, worker delivers the webhook and ends the hold; web alone does neither', async () => {
    const shop = await openShop();
    const web = await shop.start('web');
    const client = openClient(web.url, shop.key);
    const hook = { url: `https://localhost:${shop.receiver.port}/hook`, events: ['ticket.purchased'] };
    expect((await client.call('POST', '/webhooks', hook)).status).toBe(201);
    const eventId = await client.createEvent({ capacity: 10 });
    const order = await client.pay((await client.hold(eventId)).data);
    const { data: abandoned } = await client.hold(eventId, 2);
    await endHolds(shop);
    // Counters that start at 0, so that Prometheus sees the first increase.
    const figures = await (await fetch(`${web.url}/metrics`)).text();
    for (const series of [
      'takilya_refund_tries_total{result="given_up"}',
      'takilya_webhook_tries_total{result="failed"}',
      'takilya_mail_tries_total{result="failed"}',
      'takilya_lane_batches_failed_total{lane="checkouts"}',
    ])
      expect(figures).toContain(`\n${series} 0\n`);

    await pause(WOULD_HAVE_RUN_MS);
    expect(shop.receiver.received).toHaveLength(0);
    expect(await statusOf(shop, abandoned.checkout_id)).toBe('open');

    const worker = await shop.start('worker');
    await expect.poll(() => shop.receiver.received.length).toBe(1);
    await expect.poll(() => statusOf(shop, abandoned.checkout_id)).toBe('expired');
    const { data } = await client.call<{ status: string }>('GET', `/orders/${order}`);
    expect(data.status).toBe('paid');
    expect((await worker.end('SIGTERM')).code).toBe(0);
    expect((await web.end('SIGTERM')).code).toBe(0);
    await shop.inside(expectConsistency);
  });

  test('a worker answers only health and metrics', async () => {
    const shop = await openShop();
    const worker = await shop.start('worker');
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect({ path, status: (await fetch(`${worker.url}${path}`)).status }).toEqual({ path, status: 200 });
    for (const path of ['/api/v1/events', '/api/v1/docs', '/api/v1/openapi.json', '/c/cs_x', '/sandbox/x'])
      expect({ path, status: (await fetch(`${worker.url}${path}`)).status }).toEqual({ path, status: 404 });
    expect(worker.output).toContain('ROLE=worker');
  });
});

test.each(['web', 'worker'])('ROLE=%s does not start with the embedded database', async (role) => {
  const program = new Program(serverCommand, { DATA_DIR: await newDataDir(), ROLE: role });
  expect((await program.end()).code).toBe(1);
  expect(program.errors).toContain(`ROLE=${role} needs DATABASE_URL`);
});
