import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestService, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

const LIMIT = 5;
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ environment: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } });
});
afterAll(() => service.close());
// Requests of the previous test have left the window.
beforeEach(() => service.wait(60));

const ask = async () => {
  const { status, headers } = await service.ours.get('/events');
  return {
    status,
    limit: headers['ratelimit-limit'],
    remaining: headers['ratelimit-remaining'],
    reset: headers['ratelimit-reset'],
  };
};
const statuses = async (times: number) => {
  const all = [];
  for (let i = 0; i < times; i++) all.push((await ask()).status);
  return all;
};
const answered = (times: number) => Array<number>(times).fill(200);

describe('the rate limit', () => {
  test('allows the configured number of requests in 60 s, then answers 429 with that number', async () => {
    expect(await statuses(LIMIT)).toEqual(answered(LIMIT));
    service.wait(12.5);
    expect(await service.ours.get('/events')).toMatchObject({
      status: 429,
      headers: {
        'retry-after': '48',
        'ratelimit-limit': '5',
        'ratelimit-remaining': '0',
        'ratelimit-reset': '48',
        'x-request-id': expect.any(String),
      },
      body: {
        error: { status: 429, code: 'rate_limited', message: 'Rate limit exceeded: maximum of 5 requests per minute' },
      },
    });
  });

  test('is 100 requests per minute unless configured', async () => {
    const usual = await openTestService({ environment: { RATE_LIMIT_PER_MINUTE: '' } });
    const { headers } = await usual.ours.get('/events');
    expect(headers).toMatchObject({ 'ratelimit-limit': '100', 'ratelimit-remaining': '99' });
    await usual.close();
  });

  test('counts down in the headers of every answer, with the time when the oldest request leaves the window', async () => {
    expect(await ask()).toEqual({ status: 200, limit: '5', remaining: '4', reset: '60' });
    service.wait(10);
    expect(await ask()).toEqual({ status: 200, limit: '5', remaining: '3', reset: '50' });
    service.wait(49.999);
    expect(await ask()).toMatchObject({ remaining: '2', reset: '1' });
    service.wait(0.001);
    expect(await ask()).toMatchObject({ remaining: '2', reset: '10' });
  });

  test('slides: each request leaves the window exactly 60 s after it arrived', async () => {
    expect(await statuses(2)).toEqual(answered(2));
    service.wait(30);
    expect(await statuses(3)).toEqual(answered(3));
    service.wait(29.999);
    expect(await statuses(1)).toEqual([429]);
    service.wait(0.001);
    expect(await statuses(3)).toEqual([200, 200, 429]);
    service.wait(30);
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
  });

  test('does not count refused requests', async () => {
    await statuses(LIMIT);
    service.wait(30);
    expect(new Set(await statuses(20))).toEqual(new Set([429]));
    service.wait(30);
    expect(await statuses(LIMIT + 1)).toEqual([...answered(LIMIT), 429]);
  });

  test('counts failed requests and those to unknown routes', async () => {
    const failing = [
      await service.ours.get(`/events/${UNKNOWN_ID}`),
      await service.ours.get('/events?page=0'),
      await service.ours.get('/nothing'),
      await service.ours.post('/events', '{', { 'content-type': 'application/json' }),
    ];
    expect(failing.map(({ status, headers }) => [status, headers['ratelimit-remaining']])).toEqual([
      [404, '4'],
      [400, '3'],
      [404, '2'],
      [400, '1'],
    ]);
  });

  test('applies per key: a second key of the organization has its own', async () => {
    await statuses(LIMIT);
    const second = service.client(await service.newKey(service.ours.organizationId));
    expect((await second.get('/events')).headers).toMatchObject({ 'ratelimit-remaining': '4' });
    expect((await service.theirs.get('/events')).headers).toMatchObject({ 'ratelimit-remaining': '4' });
    expect(await statuses(1)).toEqual([429]);
  });

  test('is checked after the key: a wrong key gets 401, however often', async () => {
    const wrong = service.client('svc_live_wrong');
    for (let i = 0; i <= LIMIT; i++)
      expect((await wrong.get('/events')).body.error).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });

  test('prevents the effect of a refused request', async () => {
    await statuses(LIMIT);
    expect((await service.ours.post('/events', service.eventBody())).body.error).toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    service.wait(60);
    const { body } = await service.ours.get<{ meta: { total: number } }>('/events?status=draft');
    expect(body.data.meta.total).toBe(0);
  });
});
