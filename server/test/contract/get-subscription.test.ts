import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireLapsedSubscriptions } from '../../src/subscriptions/expire-lapsed-subscriptions.ts';
import { addFan, addPlan, type PlanData, type SubscriptionData } from '../fixtures/fans.ts';
import { must, openTestService, type TestService, UNKNOWN_ID, UUID_V7 } from '../fixtures/test-service.ts';

describe('GET /subscriptions/{id}', () => {
  let service: TestService;
  let plan: PlanData;
  beforeAll(async () => {
    service = await openTestService();
    plan = await addPlan(service.ours);
  });
  afterAll(() => service.close());

  const read = (id: string) => service.ours.get<SubscriptionData>(`/subscriptions/${id}`);

  test('answers 200 with every field', async () => {
    const id = await addFan(service, plan, { endsInSeconds: 60 });
    const { status, body } = await read(id);
    expect(status).toBe(200);
    const now = service.now().toISOString();
    expect(body).toEqual({
      data: {
        id,
        status: 'active',
        has_access: true,
        tier: { id: plan.id, name: 'Fan', price_monthly: 99 },
        customer: { id: expect.stringMatching(UUID_V7), email: 'bea@example.com', name: 'Bea Alonzo' },
        currency: 'PHP',
        interval: 'month',
        current_period_start: '2027-01-02T04:01:00.000Z',
        current_period_end: '2027-02-01T04:01:00.000Z',
        cancelled_at: null,
        created_at: now,
        updated_at: now,
      },
    });
  });

  test.each([
    ['active', true],
    ['grace_period', true],
    ['cancelled', true],
    ['past_due', false],
    ['expired', false],
  ])('%s has access: %s, and none from current_period_end on', async (status, has_access) => {
    const id = await addFan(service, plan, { status, endsInSeconds: 60 });
    service.wait(59.999);
    expect(await must(read(id))).toMatchObject({ status, has_access });
    service.wait(0.001);
    expect(await must(read(id))).toMatchObject({ status, has_access: false });
  });

  test.each([
    ['active', 'expired'],
    ['grace_period', 'expired'],
    ['past_due', 'expired'],
    ['cancelled', 'cancelled'],
  ])('%s on a lapsed period becomes %s, at its end and not before', async (status, after) => {
    const id = await addFan(service, plan, { status, endsInSeconds: 60 });
    service.wait(59.999);
    await expireLapsedSubscriptions(service.db, service.now());
    expect(await must(read(id))).toMatchObject({ status });
    service.wait(0.001);
    await expireLapsedSubscriptions(service.db, service.now());
    const lapsed = await must(read(id));
    expect(lapsed).toMatchObject({ status: after, has_access: false });
    if (after === 'expired') expect(lapsed.updated_at).toBe(service.now().toISOString());
    expect(await expireLapsedSubscriptions(service.db, service.now())).toBe(0);
  });

  test('answers 404 to an unknown one and to another organization’s, 400 to a malformed id', async () => {
    const theirs = await addFan(service, await addPlan(service.theirs), { owner: service.theirs });
    for (const id of [UNKNOWN_ID, theirs])
      expect(await read(id)).toMatchObject({
        status: 404,
        body: { error: { code: 'subscription_not_found', message: 'Subscription not found', status: 404 } },
      });
    expect((await read('sub_1')).body.error).toMatchObject({ status: 400, code: 'invalid_field' });
  });
});
