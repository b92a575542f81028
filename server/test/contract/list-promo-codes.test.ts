import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PromoCodeData } from '../fixtures/promo-code-words.ts';
import { must, openTestService, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

interface PromoCodeList {
  promo_codes: PromoCodeData[];
  meta: Record<string, unknown>;
}

describe('GET /promo-codes', () => {
  let service: TestService;
  let event: { id: string };
  let theirEvent: { id: string };
  /** Oldest first: two of the event around one of another. */
  const made: PromoCodeData[] = [];

  beforeAll(async () => {
    service = await openTestService();
    event = await service.event();
    const other = await service.event();
    for (const [index, { id: event_id }] of [event, other, event].entries()) {
      const fields = { event_id, code: `CODE-${index}`, discount_type: 'fixed_amount', discount_amount: 25.5 };
      made.push(await must(service.ours.post<PromoCodeData>('/promo-codes', fields)));
      service.wait(1);
    }
    theirEvent = await must(service.theirs.post<{ id: string }>('/events', service.eventBody()));
    const foreign = { event_id: theirEvent.id, code: 'THEIRS', discount_type: 'percentage', discount_amount: 1 };
    await must(service.theirs.post('/promo-codes', foreign));
  });
  afterAll(() => service.close());

  const list = (query = '') => service.ours.get<PromoCodeList>(`/promo-codes${query}`);

  test('answers every code of the organization, newest first, with the envelope', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        promo_codes: made.toReversed(),
        meta: { page: 1, per_page: 20, total: 3, total_pages: 1, has_more: false },
      },
    });
  });

  test('filters by event', async () => {
    const { body } = await list(`?event_id=${event.id}`);
    expect(body.data.promo_codes).toEqual([made[2], made[0]]);
    expect(body.data.meta).toMatchObject({ total: 2 });
  });

  test('is empty for an event without codes', async () => {
    const { id } = await service.event();
    expect((await list(`?event_id=${id}`)).body.data).toMatchObject({ promo_codes: [], meta: { total: 0 } });
  });

  test('is paged, and empty past the end with the true total', async () => {
    const first = await must(list('?per_page=2'));
    const second = await must(list('?per_page=2&page=2'));
    expect([...first.promo_codes, ...second.promo_codes]).toEqual(made.toReversed());
    expect(first.meta).toEqual({ page: 1, per_page: 2, total: 3, total_pages: 2, has_more: true });
    expect(second.meta).toEqual({ page: 2, per_page: 2, total: 3, total_pages: 2, has_more: false });
    expect(await must(list('?page=9'))).toMatchObject({ promo_codes: [], meta: { total: 3, has_more: false } });
    expect((await list('?per_page=100')).status).toBe(200);
  });

  test.each([
    ['?page=0', 'page must be an integer of at least 1'],
    ['?per_page=0', 'per_page must be an integer from 1 to 100'],
    ['?per_page=101', 'per_page must be an integer from 1 to 100'],
    ['?per_page=ten', 'per_page must be an integer from 1 to 100'],
    ['?event_id=x', 'event_id must be a UUID'],
  ])('answers 400 to %s', async (query, message) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error: { message, status: 400 } } });
  });

  test('answers 404 to an event that is unknown or another organization’s', async () => {
    for (const id of [UNKNOWN_ID, theirEvent.id])
      expect(await list(`?event_id=${id}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'event_not_found', message: 'Event not found' } },
      });
  });
});
