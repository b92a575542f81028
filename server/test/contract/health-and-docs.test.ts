import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../fixtures/test-service.ts';

let service: TestService;
let broken = false;
beforeAll(async () => {
  service = await openTestService({
    database: (db) => ({
      ...db,
      kind: db.kind,
      query: (statement) => (broken ? Promise.reject(new Error('gone')) : db.query(statement)),
      runScript: (script) => db.runScript(script),
      transaction: (work) => db.transaction(work),
      close: () => db.close(),
    }),
  });
});
afterAll(() => service.close());
afterEach(() => {
  broken = false;
  service.lifecycle.phase = 'serving';
});

const get = (url: string, headers: Record<string, string> = {}) => service.request({ method: 'GET', url, headers });
const events = async () => (await service.ours.get<{ meta: { total: number } }>('/events?status=draft')).body.data.meta;
const unavailable = {
  status: 503,
  headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/), 'content-type': 'application/json; charset=utf-8' },
  body: { error: { status: 503, message: expect.any(String) } },
};

describe('health', () => {
  test('needs no key: alive and ready', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
  });

  test('when leaving: alive, not ready, and answers every request with Connection: close', async () => {
    expect((await service.ours.get('/events')).headers.connection).toBe('keep-alive');
    service.lifecycle.phase = 'leaving';
    expect((await get('/healthz')).status).toBe(200);
    expect(await get('/readyz')).toMatchObject(unavailable);
    const closing = { connection: 'close' };
    expect(await service.ours.get('/events')).toMatchObject({ status: 200, headers: closing });
    expect(await service.ours.post('/events', service.eventBody())).toMatchObject({ status: 201, headers: closing });
  });

  test('when handing over: answers reads with 503 and Retry-After in the envelope, and still does writes', async () => {
    const checkout = await service.hold(await service.event());
    const { pathname } = new URL(checkout.checkout_url);
    service.lifecycle.phase = 'handing over';
    expect((await get('/healthz')).status).toBe(200);
    expect(await service.ours.get('/events')).toMatchObject(unavailable);
    expect((await service.ours.post('/events', service.eventBody())).status).toBe(201);
    const page = await get(pathname);
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } });
    expect(page.text).toContain('try again in a few seconds');
    const paid = await service.request({
      method: 'POST',
      url: `${pathname}/pay`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'payment_method=GCASH',
    });
    expect(paid.status).toBe(303);
  });

  test('when closing: refuses new requests without doing them', async () => {
    const { total } = await events();
    service.lifecycle.phase = 'closing';
    expect((await get('/healthz')).status).toBe(200);
    expect(await service.ours.post('/events', service.eventBody())).toMatchObject(unavailable);
    service.lifecycle.phase = 'serving';
    expect((await events()).total).toBe(total);
  });

  test('when starting: not ready', async () => {
    service.lifecycle.phase = 'starting';
    expect(await get('/readyz')).toMatchObject(unavailable);
  });

  test('when the database is closed: alive, not ready, and requests answer 500 without details', async () => {
    await service.ours.get('/events');
    broken = true;
    expect((await get('/healthz')).status).toBe(200);
    expect(await get('/readyz')).toMatchObject(unavailable);
    const answer = await service.ours.get('/events');
    expect(answer).toMatchObject({
      status: 500,
      body: { error: { status: 500, code: 'internal_error', message: 'Internal server error' } },
    });
  });
});

describe('GET /metrics', () => {
  test('counts requests by method, route pattern and status, never by id', async () => {
    const { id } = await service.draft();
    await service.ours.get(`/events/${id}`);
    const { status, text, headers } = await get('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(/duration_seconds_count\{method="GET",route="\/api\/v1\/events\/:id",status="200"\} 1\b/);
    expect(text).not.toContain(id);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });
});
