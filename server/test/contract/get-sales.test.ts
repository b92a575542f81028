import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Bought, type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { promoCodeWords } from '../fixtures/promo-code-words.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

interface Sales {
  total_revenue: number;
  total_tickets_sold: number;
  total_orders: number;
  total_discounts: number;
  date_range: { from: string | null; to: string | null };
  events: { id: string; orders: number }[];
}
const NOTHING = { total_revenue: 0, total_tickets_sold: 0, total_orders: 0, total_discounts: 0 };

describe('GET /analytics/sales', () => {
  let office: BoxOffice;
  /** Later and earlier than the other, and never sold. */
  let late: EventOnSale;
  let early: EventOnSale;
  let unsold: EventOnSale;
  const bought: Bought[] = [];
  /** Times of the three orders: 4:00, 4:30 and, two days later, 15:59:59.999 UTC, the last of the 3rd in Manila. */
  const times: string[] = [];

  beforeAll(async () => {
    office = await openBoxOffice();
    late = await office.event({ title: 'Late', price: 100, capacity: 50, start_datetime: '2027-03-05T12:00:00Z' });
    early = await office.event({ title: 'Early', price: 33.33, start_datetime: '2027-03-04T12:00:00Z' });
    unsold = await office.event({ title: 'Unsold', start_datetime: '2027-03-03T12:00:00Z' });
    await promoCodeWords(office).code(late, { discount_amount: 12.5 });
    for (const [event, fields, seconds] of [
      [late, { quantity: 4, promo_code: 'early' }, 0],
      [early, { quantity: 3 }, 1_800],
      [late, { quantity: 1 }, 2 * 86_400 + 11.5 * 3_600 - 0.001],
    ] as const) {
      office.wait(seconds);
      times.push(office.now().toISOString());
      bought.push(await office.buy(event, fields));
    }
    await office.checkout(late);
    await office.call('POST', `/tickets/${bought[0]?.ticketId}/refund`);
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.close());

  const ask = (query = '') => office.call<Sales>('GET', `/analytics/sales${query}`);
  const ids = ({ events }: Sales) => events.map(({ id }) => id);
  const range = (from: string, to: string) =>
    ask(`?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`).then(({ data }) => data);

  test('answers totals of all time, and every event with an order, by its start', async () => {
    const { status, data } = await ask();
    expect(status).toBe(200);
    expect(data).toEqual({
      total_revenue: 462.49,
      total_tickets_sold: 7,
      total_orders: 3,
      total_discounts: 50,
      date_range: { from: null, to: null },
      channels: null,
      referrals: null,
      events: [
        {
          id: early.id,
          title: 'Early',
          start_datetime: '2027-03-04T12:00:00.000Z',
          capacity: 100,
          revenue: 99.99,
          tickets_sold: 3,
          orders: 1,
          discount_total: 0,
        },
        {
          id: late.id,
          title: 'Late',
          start_datetime: '2027-03-05T12:00:00.000Z',
          capacity: 50,
          revenue: 362.5,
          tickets_sold: 4,
          orders: 2,
          discount_total: 50,
        },
      ],
    });
  });

  test('filters by event, with an entry even if nothing was sold', async () => {
    const { data } = await ask(`?event_id=${early.id}`);
    expect(data).toMatchObject({ total_revenue: 99.99, total_orders: 1 });
    expect(ids(data)).toEqual([early.id]);
    const zeros = { revenue: 0, tickets_sold: 0, orders: 0, discount_total: 0 };
    for (const query of ['', '&from=2027-02-01', '&to=2020-01-01']) {
      const empty = (await ask(`?event_id=${unsold.id}${query}`)).data;
      expect(empty).toMatchObject({ ...NOTHING, events: [{ id: unsold.id, title: 'Unsold', ...zeros }] });
    }
  });

  test('counts orders whose paid_at is in the range, both ends included to the millisecond', async () => {
    const [first = '', second = ''] = times;
    const justBefore = (time: string) => new Date(Date.parse(time) - 1).toISOString();
    const justAfter = (time: string) => new Date(Date.parse(time) + 1).toISOString();
    expect(await range(first, first)).toMatchObject({ total_orders: 1, total_discounts: 50, total_revenue: 262.5 });
    expect(await range(first, justBefore(second))).toMatchObject({ total_orders: 1 });
    expect(await range(first, second)).toMatchObject({ total_orders: 2, total_tickets_sold: 6 });
    expect(await range(justAfter(first), second)).toMatchObject({ total_orders: 1, total_revenue: 99.99 });
    expect(await range(justAfter(first), justBefore(second))).toMatchObject({ ...NOTHING, events: [] });
  });

  test('reads a date, and a time without an offset, in the organization’s time zone', async () => {
    expect(await range('2027-02-03', '2027-02-03')).toMatchObject({ total_orders: 1, total_revenue: 100 });
    expect(await range('2027-02-04', '2027-02-04')).toMatchObject(NOTHING);
    expect(await range('2027-02-01', '2027-02-01')).toMatchObject({ total_orders: 2 });
    expect(await range('2027-02-01T12:00:00', '2027-02-01T12:29:59.999')).toMatchObject({ total_orders: 1 });
    expect(await range('2027-02-01T12:30:00+08:00', '2027-02-01T04:30:00Z')).toMatchObject({ total_orders: 1 });
  });

  test('accepts a range with one end', async () => {
    expect((await ask('?from=2027-02-03')).data).toMatchObject({ total_orders: 1 });
    expect((await ask('?to=2027-02-02')).data).toMatchObject({ total_orders: 2 });
    expect((await ask('?from=1900-01-01&to=9998-12-31')).data).toMatchObject({ total_orders: 3 });
  });

  test.each([
    ['?from=2027-02-01&to=2027-02-28', { from: '2027-02-01', to: '2027-02-28' }],
    ['?from=2027-02-01T00:00:00Z', { from: '2027-02-01T00:00:00Z', to: null }],
    ['?to=2027-02-01t00:00', { from: null, to: '2027-02-01t00:00' }],
  ])('repeats the range as sent: %s', async (query, date_range) => {
    expect((await ask(query)).data.date_range).toEqual(date_range);
  });

  test('a refund reduces money and tickets of the day of payment; the order and its discount stay', async () => {
    const event = await office.event({ price: 50, capacity: 10 });
    await promoCodeWords(office).code(event, { discount_type: 'fixed_amount', discount_amount: 0.01 });
    const day = office.now().toISOString();
    const { orderId, ticketIds } = await office.buy(event, { quantity: 3, promo_code: 'EARLY' });
    office.wait(40 * 86_400);
    const ofEvent = async (query: string) => (await ask(`?event_id=${event.id}${query}`)).data;
    await office.call('POST', `/orders/${orderId}/refund`, { ticket_ids: ticketIds.slice(0, 1) });
    const rest = await ofEvent(`&to=${day}`);
    expect(rest).toMatchObject({ total_orders: 1, total_tickets_sold: 2, total_discounts: 0.01 });
    await office.call('POST', `/orders/${orderId}/refund`);
    for (const query of ['', `&from=${day}&to=${day}`, '&from=2027-02-01'])
      expect(await ofEvent(query)).toMatchObject({ ...NOTHING, total_orders: 1, total_discounts: 0.01 });
    expect(await ofEvent(`&from=${office.now().toISOString()}`)).toMatchObject(NOTHING);
  });

  test('counts a used ticket as sold, and not those of a cancelled event', async () => {
    const event = await office.event({ price: 50 });
    const { ticketIds } = await office.buy(event, { quantity: 3 });
    await office.call('POST', `/tickets/${ticketIds[0]}/check-in`);
    await office.cancelEvent(event);
    const { data } = await ask(`?event_id=${event.id}`);
    expect(data).toMatchObject({ total_orders: 1, total_tickets_sold: 1, total_revenue: 50 });
  });

  describe('400', () => {
    test('to a range that ends before it begins', async () => {
      for (const query of ['?from=2027-02-02&to=2027-02-01', '?from=2027-02-01T00:00:00.001Z&to=2027-02-01T00:00:00Z'])
        expect(await ask(query)).toMatchObject({
          status: 400,
          code: 'fields_out_of_order',
          message: 'from must not be after to',
        });
    });

    const TIME = 'must be a date such as 2027-03-01, or an ISO 8601 date and time';
    test.each([
      ['?from=yesterday', `from ${TIME}`],
      ['?from=', `from ${TIME}`],
      ['?from=2027-02-01T00:00:00+08:00', `from ${TIME}; in a URL the + of an offset is written %2B`],
      ['?to=2027-02-30', `to ${TIME}`],
      ['?to=2027-02-01T25:00Z', `to ${TIME}`],
      ['?from=1899-12-31', `from ${TIME}; years are 1900 to 9998`],
      ['?event_id=late', 'event_id must be a UUID'],
    ])('to %s', async (query, message) => {
      expect(await ask(query)).toMatchObject({ status: 400, message });
    });
  });

  test('answers 404 to an unknown event', async () => {
    expect(await ask(`?event_id=${UNKNOWN_ID}`)).toMatchObject({
      status: 404,
      code: 'event_not_found',
      message: 'Event not found',
    });
  });
});
