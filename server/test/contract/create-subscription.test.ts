import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../fixtures/test-service.ts';

// Until a provider can charge repeatedly, with any value of SUBSCRIPTION_WRITES.
describe.each(['disabled', 'enabled'])('POST /subscriptions with SUBSCRIPTION_WRITES=%s', (writes) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ environment: { SUBSCRIPTION_WRITES: writes } });
  });
  afterAll(() => service.close());

  test.each([
    ['no body', undefined],
    ['an object', { tier_id: 'x', customer: { email: 'a@b.c' } }],
    ['an empty object', {}],
  ])('answers 503 whose error is a plain string to %s', async (_what, body) => {
    const answer = await service.ours.post('/subscriptions', body);
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ error: expect.stringMatching(/not available/) });
    expect((await service.ours.get('/subscriptions')).body.data).toMatchObject({ subscriptions: [] });
  });

  test('is not stored by an Idempotency-Key: another body gets the same answer', async () => {
    for (const body of [{ a: 1 }, { a: 2 }]) {
      const answer = await service.ours.post('/subscriptions', body, { 'idempotency-key': 'later' });
      expect(answer.status).toBe(503);
      expect(answer.headers).not.toHaveProperty('idempotent-replayed');
    }
  });

  test('answers 401 without a key and counts against the rate limit with one', async () => {
    expect(await service.keyless.post('/subscriptions')).toMatchObject({
      status: 401,
      body: { error: { status: 401 } },
    });
    expect((await service.ours.post('/subscriptions')).headers).toHaveProperty('ratelimit-remaining');
  });
});
