import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../src/webhooks/delivery/deliver-webhooks.ts';
import { endDeliveriesOfInactiveWebhooks } from '../../src/webhooks/end-deliveries.ts';
import { answers } from '../fixtures/receiver.ts';
import { isSignedWith, openWebhookOffice, RETRY_SECONDS, type WebhookOffice } from '../fixtures/webhook-office.ts';

const JITTER = 0.2;
const DAY = 86_400;
const EVENTS = ['event.updated'];

let hooks: WebhookOffice;
beforeEach(async () => {
  hooks = await openWebhookOffice();
});
afterEach(() => hooks.close());

const secondsUntil = (at: string | null) => (Date.parse(at ?? '') - hooks.office.now().getTime()) / 1_000;

/** An endpoint that answers `status`, and a notification for it. */
async function failing(status = 500, headers = {}) {
  const endpoint = await hooks.endpoint({ events: ['ticket.purchased'] });
  hooks.receiver.behave(endpoint.path, answers(status, headers, 'no'));
  await happen();
  return endpoint;
}

async function happen() {
  await hooks.office.buy(await hooks.office.event({ price: 0 }));
}

describe('a failed delivery', () => {
  test('is tried after each configured wait, then fails; id, bytes and signature stay the same', async () => {
    const endpoint = await failing();
    for (const [index, seconds] of RETRY_SECONDS.entries()) {
      await hooks.deliver();
      const { status, attempts, next_attempt_at: next } = await hooks.delivery(endpoint);
      expect({ status, attempts }).toEqual({ status: 'pending', attempts: index + 1 });
      expect(secondsUntil(next)).toBeGreaterThanOrEqual(seconds * (1 - JITTER));
      expect(secondsUntil(next)).toBeLessThanOrEqual(seconds * (1 + JITTER) + 0.001);
      hooks.office.wait(secondsUntil(next) - 0.001);
      expect(await hooks.deliver()).toBe(0);
      hooks.office.wait(0.001);
    }
    await hooks.deliver();
    const delivery = await hooks.delivery(endpoint);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 4, response_status: 500, next_attempt_at: null });
    expect(delivery.attempt_log.map(({ response_status, response }) => [response_status, response])).toEqual(
      Array(4).fill([500, 'no']),
    );
    hooks.office.wait(30 * DAY);
    expect(await hooks.deliver()).toBe(0);

    const received = hooks.receiver.at(endpoint.path);
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ json }) => json.id)).size).toBe(1);
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['x-service-signature'])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    expect(received.every((one) => isSignedWith(endpoint.secret, one))).toBe(true);
  });

  test('succeeds when a later try is answered', async () => {
    const endpoint = await failing();
    await hooks.deliver();
    hooks.receiver.behave(endpoint.path, answers(200));
    hooks.office.wait(6);
    await hooks.deliver();
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded', attempts: 2, response_status: 200 });
    expect((await hooks.read(endpoint)).failing_since).toBeNull();
  });

  test.each([
    ['later than the ladder: waits as long as asked', '60', 60, 72],
    ['sooner than the ladder: the ladder counts', '1', 4, 6],
    ['absurdly late: a day', '999999999', DAY, 1.2 * DAY],
    ['not understood: the ladder counts', 'soon', 4, 6],
  ])('with Retry-After %s', async (_name, header, least, most) => {
    const endpoint = await failing(503, { 'retry-after': header });
    await hooks.deliver();
    const wait = secondsUntil((await hooks.delivery(endpoint)).next_attempt_at);
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most + 0.001);
  });

  test('with Retry-After as a date waits until then', async () => {
    const date = new Date(hooks.office.now().getTime() + 100_000).toUTCString();
    const endpoint = await failing(429, { 'retry-after': date });
    await hooks.deliver();
    const wait = secondsUntil((await hooks.delivery(endpoint)).next_attempt_at);
    expect(wait).toBeGreaterThanOrEqual(100);
    expect(wait).toBeLessThanOrEqual(121);
  });
});

describe('a try of a process that died', () => {
  test('is repeated when its lease is over, and not before', async () => {
    const endpoint = await hooks.endpoint({ events: ['ticket.purchased'] });
    hooks.receiver.behave(endpoint.path, () => {});
    await happen();
    const dying = hooks.another();
    expect(await dying.deliverer.begin()).toBe(1);
    await dying.sender.close();
    await dying.deliverer.settled();

    expect(await hooks.deliver()).toBe(0);
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'pending', attempts: 1, attempt_log: [] });
    hooks.receiver.behave(endpoint.path, answers(200));
    hooks.office.wait(LEASE_MS / 1_000 - 0.001);
    expect(await hooks.deliver()).toBe(0);
    hooks.office.wait(0.001);
    expect(await hooks.deliver()).toBe(1);
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(new Set(hooks.receiver.at(endpoint.path).map(({ json }) => json.id)).size).toBe(1);
  });

  test('counts as delivered if its answer comes after the lease, even if another process tries by then', async () => {
    const endpoint = await hooks.endpoint({ events: ['ticket.purchased'] });
    const answer: (() => void)[] = [];
    hooks.receiver.behave(endpoint.path, (response) => answer.push(() => response.end()));
    await happen();
    await hooks.deliverer.begin();
    while (answer.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    hooks.office.wait(LEASE_MS / 1_000);
    const other = hooks.another();
    hooks.receiver.behave(endpoint.path, answers(500));
    await hooks.deliver(other.deliverer);
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'pending', attempts: 2 });
    answer[0]?.();
    await hooks.deliverer.settled();
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded', response_status: 200 });
    await other.sender.close();
  });
});

describe('an endpoint', () => {
  test('that answers 410 is switched off at once, and its pending deliveries fail', async () => {
    const endpoint = await failing(500);
    await hooks.deliver();
    hooks.receiver.behave(endpoint.path, answers(410));
    hooks.office.wait(1);
    await happen();
    await hooks.deliver();
    expect(await hooks.read(endpoint)).toMatchObject({
      is_active: false,
      disabled_reason: 'The endpoint answered 410 Gone',
    });
    const [gone, earlier] = await hooks.deliveries(endpoint);
    expect(gone).toMatchObject({ status: 'failed', response_status: 410, next_attempt_at: null });
    expect(earlier).toMatchObject({ status: 'failed', next_attempt_at: null });
    await happen();
    expect(await hooks.deliveries(endpoint)).toHaveLength(2);
  });

  test('that is switched off is logged with its host alone, because URLs of chat services are secrets', async () => {
    const warn = vi.spyOn(hooks.office.app.log, 'warn');
    const endpoint = await hooks.endpoint({ events: ['event.updated'] });
    hooks.receiver.behave(endpoint.path, answers(410));
    await hooks.happen();
    await hooks.deliver();
    const lines = warn.mock.calls.filter((call) => call.includes('webhook disabled'));
    warn.mockRestore();
    const host = new URL(hooks.receiver.url(endpoint.path)).host;
    expect(lines).toMatchObject([
      [{ webhookId: endpoint.id, host, reason: 'The endpoint answered 410 Gone' }, expect.any(String)],
    ]);
    expect(JSON.stringify(lines)).not.toContain(endpoint.path);
  });

  test('that is switched off during a try: the delivery has the answer and is not tried again', async () => {
    const endpoint = await hooks.endpoint({ events: ['ticket.purchased'] });
    const answer: (() => void)[] = [];
    hooks.receiver.behave(endpoint.path, (response) => answer.push(() => response.writeHead(500).end('no')));
    await happen();
    await hooks.deliverer.begin();
    while (answer.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await hooks.office.call('PUT', `/webhooks/${endpoint.id}`, { is_active: false });
    answer[0]?.();
    await hooks.deliverer.settled();
    expect(await hooks.delivery(endpoint)).toMatchObject({
      status: 'failed',
      attempts: 1,
      response_status: 500,
      next_attempt_at: null,
      attempt_log: [{ response_status: 500 }],
    });
  });

  test('that only fails for five days is switched off and has failing_since', async () => {
    const endpoint = await failing();
    const since = hooks.office.now().toISOString();
    await hooks.deliver();
    expect((await hooks.read(endpoint)).failing_since).toBe(since);
    hooks.office.wait(5 * DAY - 60);
    await happen();
    await hooks.deliver();
    expect(await hooks.read(endpoint)).toMatchObject({ is_active: true, failing_since: since });
    hooks.office.wait(60);
    await happen();
    await hooks.deliver();
    // No notification has used up its tries.
    expect(await hooks.read(endpoint)).toMatchObject({ is_active: true });
    hooks.office.wait(DAY);
    await hooks.deliver();
    hooks.office.wait(DAY);
    await hooks.deliver();
    expect(await hooks.read(endpoint)).toMatchObject({
      is_active: false,
      disabled_reason: `Only failures since ${since}`,
    });
    expect((await hooks.deliveries(endpoint)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  });

  test('that answers once in between stays on', async () => {
    const endpoint = await failing();
    await hooks.deliver();
    hooks.office.wait(3 * DAY);
    hooks.receiver.behave(endpoint.path, answers(200));
    await hooks.deliver();
    hooks.receiver.behave(endpoint.path, answers(500));
    hooks.office.wait(3 * DAY);
    await happen();
    await hooks.deliver();
    expect(await hooks.read(endpoint)).toMatchObject({
      is_active: true,
      failing_since: hooks.office.now().toISOString(),
    });
  });

  test('that is switched off never gets the notifications of that time', async () => {
    const endpoint = await failing();
    await hooks.deliver();
    await hooks.change(endpoint, { is_active: false });
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'failed', next_attempt_at: null });
    await happen();
    await hooks.deliver();
    await hooks.change(endpoint, { is_active: true });
    hooks.office.wait(10);
    await hooks.deliver();
    expect(hooks.receiver.at(endpoint.path)).toHaveLength(1);
    expect(await hooks.deliveries(endpoint)).toHaveLength(1);
    hooks.receiver.behave(endpoint.path, answers(200));
    await happen();
    await hooks.deliver();
    expect(hooks.receiver.at(endpoint.path)).toHaveLength(2);
  });

  test('that is switched on again has no earlier failures', async () => {
    const endpoint = await failing(410);
    await hooks.deliver();
    expect((await hooks.read(endpoint)).is_active).toBe(false);
    expect((await hooks.change(endpoint, { is_active: true })).data).toMatchObject({
      is_active: true,
      disabled_reason: null,
      failing_since: null,
    });
  });

  test('that was switched off concurrently does not get a delivery that was not visible yet', async () => {
    const endpoint = await hooks.endpoint({ events: ['ticket.purchased'] });
    await happen();
    const { id } = endpoint;
    // The state after the race: inactive, with a delivery that is still pending.
    await hooks.office.db.runScript(`update webhooks set is_active = false where id = '${id}'`);
    expect(await hooks.deliver()).toBe(0);
    expect(await endDeliveriesOfInactiveWebhooks(hooks.office.db)).toBe(1);
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'failed' });
  });

  /** Another 2,500 deliveries wait for the endpoint. */
  const pile = ({ id }: { id: string }) =>
    hooks.office.db.runScript(`
      insert into webhook_deliveries (organization_id, id, webhook_id, notification_id, status, next_attempt_at, created_at)
      select organization_id, gen_random_uuid(), webhook_id, notification_id, 'pending', next_attempt_at, created_at
        from webhook_deliveries, generate_series(1, 2500) where webhook_id = '${id}'`);

  /** How many still wait. */
  const waiting = async ({ id }: { id: string }) =>
    (await hooks.office.db.query(sql`select 1 from webhook_deliveries where webhook_id = ${id} and status = 'pending'`))
      .length;

  test('with a backlog is switched off at once, and its deliveries fail in batches', async () => {
    const endpoint = await failing(410);
    await pile(endpoint);
    await hooks.deliver();
    expect(await hooks.read(endpoint)).toMatchObject({
      is_active: false,
      disabled_reason: 'The endpoint answered 410 Gone',
    });
    expect(await waiting(endpoint)).toBeGreaterThan(1_400);
    await endDeliveriesOfInactiveWebhooks(hooks.office.db);
    expect(await waiting(endpoint)).toBe(0);
  });

  test('with a backlog that is switched off and on again gets nothing of it', async () => {
    const endpoint = await failing();
    await pile(endpoint);
    await hooks.change(endpoint, { is_active: false });
    expect(await waiting(endpoint)).toBeGreaterThan(1_400);
    expect((await hooks.change(endpoint, { is_active: true })).data).toMatchObject({ is_active: true });
    expect(await waiting(endpoint)).toBe(0);
    expect(await hooks.deliver()).toBe(0);
  });

  test('with a new url gets pending deliveries there', async () => {
    const endpoint = await failing();
    await hooks.deliver();
    await hooks.change(endpoint, { url: hooks.receiver.url('/moved') });
    hooks.office.wait(6);
    await hooks.deliver();
    expect(hooks.receiver.at('/moved')).toHaveLength(1);
    expect(await hooks.delivery(endpoint)).toMatchObject({ status: 'succeeded' });
  });
});

describe('many due deliveries', () => {
  test('of one organization do not delay another organization’s first', async () => {
    // Hanging deliveries use only the limit for failing endpoints: see the claim.
    const busy = await hooks.endpoint({ events: EVENTS });
    const quiet = await hooks.endpoint({ events: ['ticket.purchased'] });
    for (let n = 0; n < 40; n++) await hooks.happen();
    await happen();
    await hooks.deliverer.begin();
    await hooks.deliverer.settled();
    expect(hooks.receiver.at(busy.path)).toHaveLength(16);
    expect(hooks.receiver.at(quiet.path)).toHaveLength(1);
  });
});
