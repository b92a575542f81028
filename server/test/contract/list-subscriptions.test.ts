import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFan, addPlan, type SubscriptionData } from '../fixtures/fans.ts';
import { must, openTestService, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

interface SubscriptionList {
  subscriptions: SubscriptionData[];
  meta: Record<string, unknown>;
}
const STATUSES = ['active', 'grace_period', 'past_due', 'cancelled', 'expired'];

describe('GET /subscriptions', () => {
  let service: TestService;
  let theirPlan: { id: string };
  const plans: { id: string }[] = [];
  /** Oldest first; one of each status on the first plan, then one active on the second. */
  const made: string[] = [];

  beforeAll(async () => {
    service = await openTestService();
    plans.push(await addPlan(service.ours), await addPlan(service.ours, { name: 'Patron' }));
    theirPlan = await addPlan(service.theirs);
    await addFan(service, theirPlan, { owner: service.theirs });
    for (const [index, status] of [...STATUSES, 'active'].entries()) {
      service.wait(1);
      made.push(await addFan(service, plans[index < STATUSES.length ? 0 : 1] ?? theirPlan, { status }));
    }
  });
  afterAll(() => service.close());

  const list = (query = '') => service.ours.get<SubscriptionList>(`/subscriptions${query}`);
  const ids = async (query = '') => (await must(list(query))).subscriptions.map(({ id }) => id);

  test('answers every subscription of the organization, newest first, with the envelope', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data.subscriptions.map(({ id }) => id)).toEqual(made.toReversed());
    expect(body.data.meta).toEqual({ page: 1, per_page: 20, total: 6, total_pages: 1, has_more: false });
  });

  test('shows each as GET /subscriptions/{id} does', async () => {
    for (const one of (await must(list())).subscriptions)
      expect(one).toEqual(await must(service.ours.get(`/subscriptions/${one.id}`)));
  });

  test.each(STATUSES)('filters by %s', async (status) => {
    const wanted = [...STATUSES, 'active'].flatMap((each, index) => (each === status ? [made[index]] : []));
    expect(await ids(`?status=${status}`)).toEqual(wanted.toReversed());
  });

  test('filters by plan, and by plan and status', async () => {
    expect(await ids(`?tier_id=${plans[1]?.id}`)).toEqual([made[5]]);
    expect(await ids(`?tier_id=${plans[0]?.id}&status=active`)).toEqual([made[0]]);
    expect(await ids(`?tier_id=${plans[1]?.id}&status=expired`)).toEqual([]);
    expect((await must(list(`?status=active`))).meta).toMatchObject({ total: 2 });
  });

  test('is paged, and empty past the end with the true total', async () => {
    expect([...(await ids('?per_page=4')), ...(await ids('?per_page=4&page=2'))]).toEqual(made.toReversed());
    expect((await must(list('?per_page=4'))).meta).toEqual({
      page: 1,
      per_page: 4,
      total: 6,
      total_pages: 2,
      has_more: true,
    });
    expect(await must(list('?page=7'))).toMatchObject({ subscriptions: [], meta: { total: 6, has_more: false } });
    expect((await list('?per_page=100')).status).toBe(200);
  });

  test.each([
    ['?status=lapsed', 'status must be one of active, grace_period, past_due, cancelled, expired'],
    ['?status=ACTIVE', 'status must be one of active, grace_period, past_due, cancelled, expired'],
    ['?status=', 'status must be one of active, grace_period, past_due, cancelled, expired'],
    ['?tier_id=fan', 'tier_id must be a UUID'],
    ['?page=0', 'page must be an integer of at least 1'],
    ['?per_page=101', 'per_page must be an integer from 1 to 100'],
    ['?per_page=0', 'per_page must be an integer from 1 to 100'],
  ])('answers 400 to %s', async (query, message) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error: { message, status: 400 } } });
  });

  test('answers 404 to a plan that is unknown or another organization’s', async () => {
    for (const id of [UNKNOWN_ID, theirPlan.id])
      expect(await list(`?tier_id=${id}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'subscription_tier_not_found', message: 'Subscription tier not found' } },
      });
  });
});
