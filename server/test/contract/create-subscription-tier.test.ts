import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_SUBSCRIPTION_TIERS } from '../../src/subscriptions/save-subscription-tier.ts';
import type { PlanData } from '../fixtures/fans.ts';
import { openTestService, type TestService, UUID_V7 } from '../fixtures/test-service.ts';

describe('POST /subscription-tiers', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service.close());

  const create = (fields: object) =>
    service.ours.post<PlanData>('/subscription-tiers', { name: 'Fan', price_monthly: 99.5, ...fields });

  test('answers 201 with the plan, active and without perks', async () => {
    const { status, body } = await create({});
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(UUID_V7),
        name: 'Fan',
        description: null,
        price_monthly: 99.5,
        is_active: true,
        perks: [],
        created_at: service.now().toISOString(),
      },
    });
  });

  test('accepts every field', async () => {
    const sent = { description: 'Early\nnews', is_active: false, perks: ['A, "B" {c}', 'Ñandú \\ null', 'NULL'] };
    expect((await create({ ...sent, price_monthly: 0 })).body.data).toMatchObject({ ...sent, price_monthly: 0 });
  });

  test('treats null in an optional field as absent, and ignores unknown fields', async () => {
    const { status, body } = await create({
      description: null,
      is_active: null,
      perks: null,
      id: 'x',
      currency: 'EUR',
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ description: null, is_active: true, perks: [] });
  });

  test('creates one plan for two requests with one Idempotency-Key', async () => {
    const send = () =>
      service.ours.post<PlanData>(
        '/subscription-tiers',
        { name: 'Once', price_monthly: 1 },
        { 'idempotency-key': 'one plan' },
      );
    const [first, second] = [await send(), await send()];
    expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  });

  test(`answers 409 beyond ${MAX_SUBSCRIPTION_TIERS} plans, even to simultaneous requests`, async () => {
    const { tiers } = (await service.ours.get<{ tiers: PlanData[] }>('/subscription-tiers')).body.data;
    const answers = await Promise.all(Array.from({ length: MAX_SUBSCRIPTION_TIERS + 3 }, () => create({})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_SUBSCRIPTION_TIERS - tiers.length);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { error: { code: 'too_many_subscription_tiers', details: { max: MAX_SUBSCRIPTION_TIERS } } },
    });
  });

  const NAME = 'must be a string of 1 to 200 characters, not blank';
  const PRICE = 'price_monthly must be a number from 0 to 10,000,000 with at most two decimals';
  test.each([
    [{ name: undefined }, 'name is required'],
    [{ name: null }, `name ${NAME}`],
    [{ name: ' ' }, `name ${NAME}`],
    [{ name: 'x'.repeat(201) }, `name ${NAME}`],
    [{ price_monthly: undefined }, 'price_monthly is required'],
    [{ price_monthly: null }, PRICE],
    [{ price_monthly: '99' }, PRICE],
    [{ price_monthly: -1 }, PRICE],
    [{ price_monthly: 1.005 }, PRICE],
    [{ description: 'x'.repeat(5_001) }, 'description must be a string of at most 5,000 characters'],
    [{ is_active: 1 }, 'is_active must be true or false'],
    [{ perks: 'early news' }, 'perks must be an array of at most 50 items'],
    [{ perks: Array.from({ length: 51 }, () => 'x') }, 'perks must be an array of at most 50 items'],
    [{ perks: ['x', ''] }, `perks[1] ${NAME}`],
    [{ perks: [1] }, `perks[0] ${NAME}`],
  ])('answers 400 to %j', async (fields, message) => {
    const { status, body } = await create(fields);
    expect({ status, message: body.error.message }).toEqual({ status: 400, message });
  });
});
