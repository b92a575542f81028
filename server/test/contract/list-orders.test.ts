import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bought, type BoxOffice, CUSTOMER, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';

interface OrderList {
  orders: { id: string }[];
  meta: Record<string, unknown>;
}

describe('GET /orders', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  /** Oldest first. */
  const bought: Bought[] = [];

  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event({ price: 99.99 });
    const another = await office.event({ title: 'Another' });
    for (const one of [event, another, event]) {
      bought.push(await office.buy(one, { quantity: 2 }, 'GRABPAY'));
      office.wait(1);
    }
    await office.checkout(event);
  });
  afterAll(() => office.close());

  const list = (query = '') => office.call<OrderList>('GET', `/orders${query}`);
  const ids = (orders: { id: string }[]) => orders.map(({ id }) => id);
  const newestFirst = () => bought.map(({ orderId }) => orderId).toReversed();

  test('answers every paid order of the organization, newest first, with the envelope', async () => {
    const { status, data } = await list();
    expect(status).toBe(200);
    expect(ids(data.orders)).toEqual(newestFirst());
    expect(data.meta).toEqual({ page: 1, per_page: 20, total: 3, total_pages: 1, has_more: false });
  });

  test('shows the fields of an order', async () => {
    const { data } = await list();
    const paidAt = new Date(office.now().getTime() - 1_000).toISOString();
    expect(data.orders[0]).toEqual({
      id: bought[2]?.orderId,
      order_number: expect.stringMatching(/^TK-.{4}-.{4}$/),
      event: { id: event.id, title: event.title },
      customer: CUSTOMER,
      quantity: 2,
      items: [
        {
          tier_id: event.tierId,
          tier_name: 'General Admission',
          section_id: null,
          quantity: 2,
          unit_price: 99.99,
          subtotal: 199.98,
        },
      ],
      subtotal: 199.98,
      discount: 0,
      total_amount: 199.98,
      refunded_amount: 0,
      status: 'paid',
      payment_method: 'GRABPAY',
      reference: null,
      note: null,
      channel: 'api',
      attribution: { source: null, medium: null, campaign: null, ref: null },
      paid_at: paidAt,
      created_at: paidAt,
    });
  });

  test('leaves out checkouts that are not paid', async () => {
    expect((await list()).data.meta).toMatchObject({ total: 3 });
  });

  test('filters by event', async () => {
    const { data } = await list(`?event_id=${event.id}`);
    expect(ids(data.orders)).toEqual([bought[2]?.orderId, bought[0]?.orderId]);
    expect(data.meta).toMatchObject({ total: 2 });
  });

  test('is paged', async () => {
    const first = await list('?per_page=2');
    const second = await list('?per_page=2&page=2');
    expect(ids([...first.data.orders, ...second.data.orders])).toEqual(newestFirst());
    expect(first.data.meta).toEqual({ page: 1, per_page: 2, total: 3, total_pages: 2, has_more: true });
    expect(second.data.meta).toEqual({ page: 2, per_page: 2, total: 3, total_pages: 2, has_more: false });
  });

  test('is empty past the end with the true total', async () => {
    const { status, data } = await list('?page=9');
    expect(status).toBe(200);
    expect(data).toEqual({ orders: [], meta: { page: 9, per_page: 20, total: 3, total_pages: 1, has_more: false } });
  });

  test.each(['?per_page=50', '?page=1', '?unknown=1'])('accepts %s', async (query) => {
    expect((await list(query)).status).toBe(200);
  });

  test.each([
    ['?page=0', 'page must be an integer of at least 1'],
    ['?page=-1', 'page must be an integer of at least 1'],
    ['?page=1.5', 'page must be an integer of at least 1'],
    ['?page=two', 'page must be an integer of at least 1'],
    ['?per_page=0', 'per_page must be an integer from 1 to 50'],
    ['?per_page=51', 'per_page must be an integer from 1 to 50'],
    ['?event_id=x', 'event_id must be a UUID'],
  ])('answers 400 to %s', async (query, message) => {
    expect(await list(query)).toMatchObject({ status: 400, message });
  });

  test('answers 404 to an unknown event', async () => {
    const answer = await list('?event_id=0190a000-0000-7000-8000-000000000000');
    expect(answer).toMatchObject({ status: 404, code: 'event_not_found', message: 'Event not found' });
  });
});
