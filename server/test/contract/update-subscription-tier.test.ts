import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFan, addPlan, type PlanData, type SubscriptionData } from '../fixtures/fans.ts';
import { must, openTestService, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

describe('PUT /subscription-tiers/{id}', () => {
  let service: TestService;
  let plan: PlanData;
  beforeAll(async () => {
    service = await openTestService();
    plan = await addPlan(service.ours, { description: 'Early news', perks: ['Newsletter'] });
  });
  afterAll(() => service.close());

  const put = (fields: object, id = plan.id) => service.ours.put<PlanData>(`/subscription-tiers/${id}`, fields);
  const stored = async () =>
    (await must(service.ours.get<{ tiers: PlanData[] }>('/subscription-tiers'))).tiers.find(({ id }) => id === plan.id);

  test.each([
    { name: 'Superfan' },
    { price_monthly: 149.99 },
    { description: 'All the news' },
    { is_active: false },
    { perks: ['Presale', 'Poster'] },
    {},
    { id: UNKNOWN_ID, created_at: '2020-01-01T00:00:00Z' },
  ])('changes only the fields that are sent: %j', async (fields) => {
    const before = await stored();
    const { status, body } = await put(fields);
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: 'id' in fields ? before : { ...before, ...fields },
    });
    expect(await stored()).toEqual(body.data);
  });

  test('resets an optional field to its default with null', async () => {
    const { body } = await put({ description: null, is_active: null, perks: null });
    expect(body.data).toMatchObject({ description: null, is_active: true, perks: [] });
  });

  test('appears in its subscriptions at once', async () => {
    const id = await addFan(service, plan);
    await put({ name: 'Renamed', price_monthly: 1 });
    const { tier } = await must(service.ours.get<SubscriptionData>(`/subscriptions/${id}`));
    expect(tier).toEqual({ id: plan.id, name: 'Renamed', price_monthly: 1 });
  });

  test.each([
    [{ name: null }, 'name must be a string of 1 to 200 characters, not blank'],
    [{ price_monthly: null }, 'price_monthly must be a number from 0 to 10,000,000 with at most two decimals'],
    [{ is_active: 'no' }, 'is_active must be true or false'],
  ])('answers 400 to %j', async (fields, message) => {
    const before = await stored();
    expect(await put(fields)).toMatchObject({ status: 400, body: { error: { message } } });
    expect(await stored()).toEqual(before);
  });

  test('answers 404 to an unknown plan and another organization’s, 400 to a malformed id', async () => {
    const theirs = await addPlan(service.theirs);
    for (const id of [UNKNOWN_ID, theirs.id])
      expect(await put({ name: 'Mine' }, id)).toMatchObject({
        status: 404,
        body: { error: { code: 'subscription_tier_not_found', message: 'Subscription tier not found' } },
      });
    expect((await put({}, 'fan')).body.error).toMatchObject({ status: 400, code: 'invalid_field' });
  });
});
