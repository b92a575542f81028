import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, CUSTOMER, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

interface Listed {
  checkouts: { checkout_id: string; status: string }[];
  meta: { total: number; has_more: boolean };
}

describe('GET /checkouts', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  let other: EventOnSale;
  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event({ price: 100 });
    other = await office.event();
    await office.checkout(other);
    await office.buy(event);
    office.wait(1);
    await office.checkout(event, { quantity: 2 });
    office.wait(901);
    const transfer = await office.checkout(event, { quantity: 3 });
    await office.browser.submit(await office.pay(transfer, 'BANK_TRANSFER'), { press: 'pending' });
    office.wait(1);
    await office.checkout(event, { quantity: 4 });
  });
  afterAll(() => office.close());

  const list = async (query = '') => (await office.call<Listed>('GET', `/checkouts${query}`)).data;
  const statuses = async (query = '') => (await list(query)).checkouts.map(({ status }) => status);

  test('lists checkouts, newest first, with their buyers', async () => {
    const { checkouts, meta } = await list(`?event_id=${event.id}`);
    expect(checkouts.map(({ status }) => status)).toEqual(['open', 'processing', 'expired', 'completed']);
    expect(meta).toMatchObject({ total: 4, has_more: false });
    expect(checkouts[0]).toEqual({
      checkout_id: expect.stringMatching(/^cs_/),
      status: 'open',
      event_id: event.id,
      tier_id: event.tierId,
      section_id: null,
      quantity: 4,
      items: [{ tier_id: event.tierId, section_id: null, quantity: 4, unit_price: 100, subtotal: 400 }],
      total_amount: 400,
      expires_at: expect.any(String),
      created_at: office.now().toISOString(),
      customer: { name: CUSTOMER.name, email: CUSTOMER.email },
      buyer_reference: null,
    });
    expect((await list()).meta.total).toBe(5);
  });

  test.each(['open', 'processing', 'completed'])('filters by %s', async (status) => {
    expect(new Set(await statuses(`?status=${status}&event_id=${event.id}`))).toEqual(new Set([status]));
  });

  test('lists an overdue hold as expired, even before a task releases it', async () => {
    expect(await statuses('?status=expired')).toEqual(['expired', 'expired']);
    expect(await statuses(`?status=open&event_id=${other.id}`)).toEqual([]);
    expect(await statuses('?status=cancelled')).toEqual([]);
  });

  test('is paged', async () => {
    const first = await list('?per_page=2');
    const second = await list('?per_page=2&page=2');
    expect([first.checkouts.length, first.meta.has_more, second.checkouts.length]).toEqual([2, true, 2]);
    const ids = [...first.checkouts, ...second.checkouts].map(({ checkout_id }) => checkout_id);
    expect(new Set(ids).size).toBe(4);
  });

  test('refuses unknown values', async () => {
    expect(await office.call('GET', '/checkouts?status=held')).toMatchObject({ status: 400, field: 'status' });
    expect(await office.call('GET', '/checkouts?per_page=101')).toMatchObject({ status: 400, field: 'per_page' });
    expect(await office.call('GET', `/checkouts?event_id=${UNKNOWN_ID}`)).toMatchObject({ status: 404 });
  });
});
