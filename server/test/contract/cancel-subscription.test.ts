import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFan, addPlan, type PlanData, type SubscriptionData } from '../fixtures/fans.ts';
import { must, openTestService, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

/** With default settings: the contract's "currently". */
const SETTINGS = [{}, { SUBSCRIPTION_WRITES: 'disabled' }, { SUBSCRIPTION_WRITES: 'enabled' }];

describe.each(SETTINGS)('POST /subscriptions/{id}/cancel with %j', (environment) => {
  let service: TestService;
  let plan: PlanData;
  beforeAll(async () => {
    service = await openTestService({ environment });
    plan = await addPlan(service.ours);
  });
  afterAll(() => service.close());

  const cancel = (id: string, headers = {}) =>
    service.ours.post<SubscriptionData>(`/subscriptions/${id}/cancel`, undefined, headers);
  const read = (id: string) => must(service.ours.get<SubscriptionData>(`/subscriptions/${id}`));

  if (environment.SUBSCRIPTION_WRITES !== 'enabled') {
    test('answers 503 whose error is a plain string, to every state and to an unknown one; nothing changes', async () => {
      const id = await addFan(service, plan);
      const before = await read(id);
      for (const each of [id, await addFan(service, plan, { status: 'cancelled' }), UNKNOWN_ID]) {
        const { status, body, headers } = await cancel(each);
        expect(status).toBe(503);
        expect(body).toEqual({ error: expect.stringMatching(/not available/) });
        expect(headers['content-type']).toBe('application/json; charset=utf-8');
      }
      expect(await read(id)).toEqual(before);
    });

    test('checks the key first and answers 401 in the envelope', async () => {
      expect(await service.keyless.post(`/subscriptions/${UNKNOWN_ID}/cancel`)).toMatchObject({
        status: 401,
        body: { error: { status: 401 } },
      });
    });
    return;
  }

  test.each([
    ['active', true],
    ['grace_period', true],
    ['past_due', false],
    ['expired', false],
  ])(
    'cancels %s at once: the answer is the subscription, and the fan keeps the access there was: %s',
    async (status, has_access) => {
      const id = await addFan(service, plan, { status });
      const before = await read(id);
      service.wait(5);
      const answer = await cancel(id);
      const now = service.now().toISOString();
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        ...before,
        status: 'cancelled',
        has_access,
        cancelled_at: now,
        updated_at: now,
      });
      expect(await read(id)).toEqual(answer.body.data);
    },
  );

  test('keeps the fan’s access until the end of the paid period', async () => {
    const id = await addFan(service, plan, { endsInSeconds: 60 });
    expect((await cancel(id)).body.data).toMatchObject({ has_access: true });
    service.wait(59.999);
    expect(await read(id)).toMatchObject({ status: 'cancelled', has_access: true });
    service.wait(0.001);
    expect(await read(id)).toMatchObject({ status: 'cancelled', has_access: false });
  });

  test('answers 409 if it is already cancelled, and keeps its time', async () => {
    const id = await addFan(service, plan);
    const { body } = await cancel(id);
    service.wait(5);
    expect(await cancel(id)).toMatchObject({
      status: 409,
      body: {
        error: { code: 'subscription_already_cancelled', message: 'Subscription is already cancelled', status: 409 },
      },
    });
    expect(await read(id)).toEqual(body.data);
  });

  test('20 simultaneous cancellations: one answers 200', async () => {
    const id = await addFan(service, plan);
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });

  test('repeats the first answer for the same Idempotency-Key', async () => {
    const id = await addFan(service, plan);
    const first = await cancel(id, { 'idempotency-key': 'cancel' });
    expect(await cancel(id, { 'idempotency-key': 'cancel' })).toMatchObject({ status: 200, body: first.body });
  });

  test('answers 404 to an unknown one and to another organization’s, 400 to a malformed id', async () => {
    const theirs = await addFan(service, await addPlan(service.theirs), { owner: service.theirs });
    for (const id of [UNKNOWN_ID, theirs])
      expect(await cancel(id)).toMatchObject({
        status: 404,
        body: { error: { code: 'subscription_not_found', message: 'Subscription not found', status: 404 } },
      });
    expect(await must(service.theirs.get(`/subscriptions/${theirs}`))).toMatchObject({ status: 'active' });
    expect((await cancel('sub_1')).body.error).toMatchObject({ status: 400, code: 'invalid_field' });
  });
});
