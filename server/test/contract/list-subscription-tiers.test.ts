import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlan, type PlanData } from '../fixtures/fans.ts';
import { must, openTestService, type TestService } from '../fixtures/test-service.ts';

describe('GET /subscription-tiers', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service.close());

  const list = (owner = service.ours) => must(owner.get<{ tiers: PlanData[] }>('/subscription-tiers'));

  test('is empty for an organization without plans', async () => {
    expect(await list(service.theirs)).toEqual({ tiers: [] });
  });

  test('answers every plan, inactive ones too, cheapest first, then oldest, without pages', async () => {
    const prices = [500, 0, 99.5, 99.5, 10_000, ...Array.from({ length: 20 }, () => 1_000)];
    const made: PlanData[] = [];
    for (const [index, price_monthly] of prices.entries()) {
      made.push(await addPlan(service.ours, { name: `Plan ${index}`, price_monthly, is_active: index !== 1 }));
      service.wait(1);
    }
    const { status, body } = await service.ours.get('/subscription-tiers');
    expect(status).toBe(200);
    expect(body).toEqual({ data: { tiers: made.toSorted((a, b) => a.price_monthly - b.price_monthly) } });
  });

  test('shows nothing of another organization', async () => {
    const theirs = await addPlan(service.theirs, { name: 'Theirs', price_monthly: 1 });
    expect((await list()).tiers.map(({ id }) => id)).not.toContain(theirs.id);
    expect(await list(service.theirs)).toEqual({ tiers: [theirs] });
  });
});
