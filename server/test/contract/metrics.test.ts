import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOLD_SECONDS } from '../fixtures/box-office.ts';
import { answers } from '../fixtures/receiver.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';
import { openWebhookOffice, RETRY_SECONDS, type WebhookOffice } from '../fixtures/webhook-office.ts';

type Metrics = Map<string, number>;

const NAME = /^# TYPE (\S+) /gm;
/** How long a reading of the database is good for. */
const PACE_SECONDS = 15;

/** Every series with its labels and its value, as Prometheus reads it. */
function parse(text: string): Metrics {
  const samples = [...text.matchAll(/^(\w+(?:\{[^}]*\})?) (\S+)$/gm)];
  return new Map(samples.map(([, series = '', value]) => [series, Number(value)]));
}

describe('GET /metrics after real sales', () => {
  let hooks: WebhookOffice;
  beforeAll(async () => {
    hooks = await openWebhookOffice();
  });
  afterEach(() => hooks.office.failing.clear());
  afterAll(() => hooks.close());

  const text = async () => (await hooks.office.app.inject('/metrics')).body;

  /** With the queue lengths read from the database now. */
  async function read(): Promise<Metrics> {
    hooks.office.wait(PACE_SECONDS);
    // A reading that takes more than a second is in a later answer.
    await expect.poll(text).toMatch(/^takilya_database_up 1$/m);
    return parse(await text());
  }

  /** The difference that `work` made to every series. */
  async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await read();
    await work();
    const after = await read();
    const changes = [...after].map(([series, value]) => [series, value - (before.get(series) ?? 0)] as const);
    // These tests send no e-mails, so their age is the test's clock.
    const ours = /^takilya_(?!http_|mail_oldest_seconds)/;
    return Object.fromEntries(changes.filter(([series, change]) => ours.test(series) && change !== 0));
  }

  test('measures requests by method, route and status, and unknown routes by method', async () => {
    const { app } = hooks.office;
    const count = /^takilya_http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)",status="(\d+)"\}$/;
    const before = await read();
    for (const method of ['GET', 'GET', 'DELETE'] as const) await app.inject({ method, url: '/nowhere' });
    for (const method of ['GET', 'HEAD'] as const) await app.inject({ method, url: '/c/cs_nobody' });
    await app.inject('/healthz');
    const changes = [...(await read())].flatMap(([series, value]) => {
      const change = value - (before.get(series) ?? 0);
      const [, method, route, status] = count.exec(series) ?? [];
      return change && route !== '/metrics' && method ? [`${method} ${route} ${status}: ${change}`] : [];
    });
    expect(changes.sort()).toEqual([
      'DELETE unknown 404: 1',
      'GET /c/:code 404: 1',
      'GET /healthz 200: 1',
      'GET unknown 404: 2',
      'HEAD /c/:code 404: 1',
    ]);
  });

  test('counts held places, started and ended payments, and sold, used and returned tickets once each', async () => {
    const { office } = hooks;
    const event = await office.event({ capacity: 20 });
    const counts = await added(async () => {
      const { ticketIds, orderId } = await office.buy(event, { quantity: 3 }, 'MAYA');
      const [first = ''] = ticketIds;
      const { data } = await office.call<{ ticket_number: string }>('GET', `/tickets/${first}`);
      const scan = { code: data.ticket_number, device_nonce: 'gate-1-0001' };
      // A scan that is sent again does not check in a second time, and neither does another scan.
      for (const status of [200, 200])
        expect((await office.call('POST', '/tickets/check-in', scan)).status).toBe(status);
      expect(await office.call('POST', `/tickets/${first}/check-in`)).toMatchObject({
        status: 409,
        code: 'already_checked_in',
      });
      expect((await office.call('POST', `/tickets/${first}/refund`)).status).toBe(200);
      expect(await office.call('POST', `/tickets/${first}/refund`)).toMatchObject({
        status: 409,
        code: 'ticket_not_refundable',
      });
      expect((await office.call('GET', `/orders/${orderId}`)).status).toBe(200);
      await office.buy(await office.event({ price: 0 }), { quantity: 2 });
    });
    expect(counts).toMatchObject({
      takilya_places_held_total: 5,
      takilya_tickets_sold_total: 5,
      takilya_tickets_checked_in_total: 1,
      takilya_tickets_returned_total: 1,
      'takilya_payments_started_total{method="MAYA"}': 1,
      'takilya_payments_ended_total{result="sold"}': 1,
      'takilya_lane_batch_members_count{lane="checkouts"}': 2,
      'takilya_lane_batch_members_sum{lane="checkouts"}': 2,
      'takilya_lane_batch_members_sum{lane="payments"}': 2,
      'takilya_lane_batch_members_sum{lane="check-ins"}': 3,
      takilya_refunds_pending: 1,
    });
    expect(counts).not.toHaveProperty(['takilya_lane_waiting{lane="checkouts"}']);
    expect(counts).not.toHaveProperty(['takilya_held_places']);
  });

  test('counts the valid tickets of a cancelled event as returned', async () => {
    const { office } = hooks;
    const event = await office.event();
    const { ticketIds } = await office.buy(event, { quantity: 3 });
    await office.call('POST', `/tickets/${ticketIds[0]}/check-in`);
    expect(await added(() => office.cancelEvent(event))).toMatchObject({ takilya_tickets_returned_total: 2 });
  });

  test('counts failed, closed and unusable payments once, however often they are reported', async () => {
    const { office } = hooks;
    const event = await office.event({ capacity: 1 });
    expect(
      await added(async () => {
        const checkout = await office.checkout(event);
        const sandbox = await office.pay(checkout, 'GCASH');
        const back = await office.browser.submit(sandbox, { press: 'fail' });
        const returned = sandbox.links.find(({ href }) => href.includes('/return/'))?.href ?? '';
        for (let visit = 0; visit < 3; visit++) expect((await office.browser.open(returned)).status).toBe(200);
        const again = await office.browser.submit(back, { fields: { payment_method: 'GCASH' } });
        office.wait(HOLD_SECONDS);
        for (let round = 0; round < 3; round++) await office.followPayments();
        expect(again.url).toContain('/sandbox/');
        await office.sweep();
      }),
    ).toMatchObject({
      'takilya_payments_started_total{method="GCASH"}': 2,
      'takilya_payments_ended_total{result="failed"}': 1,
      'takilya_payments_ended_total{result="closed"}': 1,
    });
    expect(
      await added(async () => {
        const late = await office.pay(await office.checkout(event), 'MAYA');
        office.failing.add('closeSession');
        office.wait(HOLD_SECONDS + 600);
        await office.sweep();
        office.failing.clear();
        await office.buy(event);
        await office.browser.submit(late, { press: 'authorize' });
      }),
    ).toMatchObject({
      'takilya_payments_ended_total{result="sold"}': 1,
      'takilya_payments_ended_total{result="unusable"}': 1,
      takilya_tickets_sold_total: 1,
      takilya_refunds_pending: 1,
    });
  });

  test('counts sent refunds, and shows the pending ones', async () => {
    const { office } = hooks;
    await office.sendRefunds();
    expect((await read()).get('takilya_refunds_pending')).toBe(0);
    const { ticketId } = await office.buy(await office.event());
    await office.call('POST', `/tickets/${ticketId}/refund`);
    office.failing.add('refund');
    expect(await added(() => office.sendRefunds())).toMatchObject({
      'takilya_refund_tries_total{result="refused"}': 1,
    });
    expect((await read()).get('takilya_refunds_pending')).toBe(1);
    office.failing.clear();
    office.wait(60);
    expect(await added(() => office.sendRefunds())).toMatchObject({
      'takilya_refund_tries_total{result="accepted"}': 1,
      takilya_refunds_pending: -1,
    });
  });

  test('shows live holds until they end', async () => {
    const { office } = hooks;
    const event = await office.event();
    const hold = () => office.checkout(event, { quantity: 4 });
    expect(await added(hold)).toMatchObject({ takilya_held_places: 4, takilya_places_held_total: 4 });
    office.wait(HOLD_SECONDS);
    expect(await added(() => office.sweep())).toMatchObject({ takilya_held_places: -4 });
  });

  test('shows due webhook deliveries with their age, and counts tries by result', async () => {
    const { office } = hooks;
    const endpoint = await hooks.endpoint({ events: ['ticket.purchased'] });
    await office.buy(await office.event({ price: 0 }), { quantity: 2 });
    office.wait(100 - PACE_SECONDS);
    const waiting = await read();
    expect(waiting.get('takilya_webhook_deliveries_due')).toBe(2);
    expect(waiting.get('takilya_webhook_oldest_due_seconds')).toBe(100);
    hooks.receiver.behave(endpoint.path, answers(500));
    expect(await added(() => hooks.deliver())).toMatchObject({
      'takilya_webhook_tries_total{result="pending"}': 2,
      'takilya_lane_batch_members_sum{lane="webhook outcomes"}': 2,
    });
    hooks.receiver.behave(endpoint.path, answers(200));
    office.wait(2 * (RETRY_SECONDS[0] ?? 0));
    expect(await added(() => hooks.deliver())).toMatchObject({ 'takilya_webhook_tries_total{result="succeeded"}': 2 });
    const done = await read();
    expect(done.get('takilya_webhook_deliveries_due')).toBe(0);
    expect(done.get('takilya_webhook_oldest_due_seconds')).toBe(0);
    expect(hooks.receiver.at(endpoint.path)).toHaveLength(4);
  });

  test('shows connections, with none waiting when nothing runs', async () => {
    const metrics = await read();
    expect(metrics.get('takilya_database_up')).toBe(1);
    expect(metrics.get('takilya_database_connections{state="busy"}')).toBe(0);
    expect(metrics.get('takilya_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(metrics.get('takilya_database_waiting')).toBe(0);
  });

  test('no series contains an id, an address or a name', async () => {
    const page = await text();
    expect(page).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(page).not.toMatch(/cs_|svc_live_|@|receiver\.test|Ana Reyes|Night/);
  });

  test('docs/watch.md lists exactly the existing figures', async () => {
    const documented = readFileSync(join(import.meta.dirname, '../../../docs/watch.md'), 'utf8');
    const rows = [...documented.matchAll(/^\| `(takilya_\w+|nodejs_\w+|process_\w+)/gm)].map(([, name]) => name);
    const real = [...(await text()).matchAll(NAME)].map(([, name]) => name);
    expect(rows.filter((name) => name?.startsWith('takilya_')).toSorted()).toEqual(
      real.filter((name) => name?.startsWith('takilya_')).toSorted(),
    );
    // The table has only those of Node's own figures that are worth watching.
    expect(rows.filter((name) => !real.includes(name))).toEqual([]);
  });
});

describe('GET /metrics in trouble', () => {
  let service: TestService;
  let trouble: 'none' | 'hangs' | 'fails' | 'takes no writes' = 'none';
  let statements = 0;
  beforeAll(async () => {
    service = await openTestService({
      environment: { RATE_LIMIT_PER_MINUTE: '2' },
      database: (db) => ({
        ...db,
        query: async (statement) => {
          statements++;
          if (trouble === 'hangs') return new Promise(() => {});
          if (trouble === 'fails') throw new Error('gone');
          if (trouble === 'takes no writes' && statement.text.includes('transaction_read_only'))
            return [{ transactionReadOnly: 'on' }] as never;
          return db.query(statement);
        },
      }),
    });
  });
  afterAll(() => service.close());

  const read = async () => parse((await service.request({ method: 'GET', url: '/metrics' })).text);

  test('many scrapes cost the database no more than one', async () => {
    await read();
    const before = statements;
    service.wait(PACE_SECONDS);
    await Promise.all(Array.from({ length: 20 }, read));
    const once = statements - before;
    expect(once).toBeGreaterThan(0);
    expect(once).toBeLessThanOrEqual(5);
    for (let n = 0; n < 5; n++) await read();
    expect(statements - before).toBe(once);
  });

  test('counts refusals by the rate limit', async () => {
    const before = (await read()).get('takilya_rate_limit_refusals_total') ?? 0;
    for (const status of [200, 200, 429, 429]) expect((await service.ours.get('/events')).status).toBe(status);
    expect((await read()).get('takilya_rate_limit_refusals_total')).toBe(before + 2);
  });

  // Last, because a database that hangs is not read again.
  test.each(['fails', 'takes no writes', 'hangs'] as const)(
    'when the database %s: answers with database_up 0 and without old figures',
    async (kind) => {
      service.wait(PACE_SECONDS);
      trouble = 'none';
      expect((await read()).get('takilya_held_places')).toBe(0);
      trouble = kind;
      service.wait(PACE_SECONDS);
      const metrics = await read();
      expect(metrics.get('takilya_database_up')).toBe(0);
      expect(metrics.has('takilya_held_places')).toBe(false);
      expect(metrics.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    },
  );
});
