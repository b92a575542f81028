import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bought, type BoxOffice, CUSTOMER, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { csvRows } from '../readers/csv-lines.ts';

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
      promo_code: null,
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

  describe('narrowed', () => {
    let [vip, paidAt]: string[] = [];
    beforeAll(async () => {
      vip = await office.tier(event);
      const { orderId } = await office.buy(event, { items: [{ tier_id: vip, quantity: 1 }, { quantity: 1 }] }, 'CARD');
      paidAt = office.now().toISOString();
      bought.push(await office.buy(event, { tier_id: vip, quantity: 2 }, 'CARD'));
      await office.call('POST', `/tickets/${bought[3]?.ticketId}/refund`);
      await office.call('POST', `/orders/${orderId}/refund`);
    });

    test.each<[string, (vip: string, paidAt: string) => string, number]>([
      ['status', () => 'status=paid', 3],
      ['status', () => 'status=partially_refunded', 1],
      ['status', () => 'status=refunded', 1],
      ['status and event', () => `status=paid&event_id=${event.id}`, 2],
      ['tier', (tier) => `tier_id=${tier}`, 2],
      ['tier and status', (tier) => `tier_id=${tier}&status=refunded`, 1],
      ['beginning', (_tier, at) => `from=${at}`, 2],
      ['end', (_tier, at) => `to=${new Date(Date.parse(at) - 1).toISOString()}`, 3],
      ['day', () => 'from=2027-02-01&to=2027-02-01', 5],
      ['day before', () => 'to=2027-01-31', 0],
      ['search', (tier) => `q=ana&tier_id=${tier}&status=partially_refunded`, 1],
    ])('by %s, the list, its total and the CSV are the same orders: case %#', async (_what, queryOf, total) => {
      const query = queryOf(vip ?? '', paidAt ?? '');
      const { data } = await list(`?${query}`);
      expect(data.orders).toHaveLength(total);
      expect(data.meta).toMatchObject({ total });
      const first = await list(`?${query}&per_page=1`);
      expect(first.data.meta).toMatchObject({ total, has_more: total > 1 });
      if (query.startsWith('q=')) return;
      const { body } = await office.call('GET', `/orders.csv?${query}`);
      expect(csvRows(body).map(({ id }) => id)).toEqual(ids(data.orders));
    });

    test('a tier of another event finds nothing; an unknown one is 404, an end before its beginning 400', async () => {
      const other = await office.event();
      expect((await list(`?tier_id=${vip}&event_id=${other.id}`)).data.orders).toEqual([]);
      expect(await list(`?tier_id=${UNKNOWN_ID}`)).toMatchObject({ status: 404, code: 'tier_not_found' });
      expect(await list('?from=2027-02-02&to=2027-02-01')).toMatchObject({ status: 400, code: 'fields_out_of_order' });
    });
  });
});
