import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bought, type BoxOffice, CUSTOMER, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { fillOrders } from '../fixtures/fill-orders.ts';
import { promoCodeWords } from '../fixtures/promo-code-words.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { csvLines, csvRows } from '../readers/csv-lines.ts';

describe('GET /orders.csv', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  let other: EventOnSale;
  /** Oldest first: two of the event around one of the other; the last partly, the first wholly refunded. */
  const bought: Bought[] = [];

  beforeAll(async () => {
    office = await openBoxOffice({ spoilt: true });
    event = await office.event({ price: 33.33 });
    other = await office.event({ title: 'Another' });
    await promoCodeWords(office).code(event, { discount_type: 'fixed_amount', discount_amount: 0.99 });
    for (const [one, fields] of [
      [event, { promo_code: 'EARLY', quantity: 3 }],
      [other, {}],
      [event, { quantity: 2 }],
    ] as const) {
      bought.push(await office.buy(one, fields, 'MAYA'));
      office.wait(1);
    }
    await office.call('POST', `/orders/${bought[0]?.orderId}/refund`);
    await office.call('POST', `/tickets/${bought[2]?.ticketId}/refund`);
    await office.checkout(event);
  });
  afterAll(() => office.close());

  const get = (query = '') => office.call('GET', `/orders.csv${query}`);
  const ids = async (query = '') => csvRows((await get(query)).body).map(({ id }) => id);

  test('is an attachment in UTF-8', async () => {
    expect(await get()).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="orders.csv"',
        'ratelimit-limit': expect.anything(),
      },
    });
  });

  test('has a header line, then every order, newest first, as GET /orders/{id} has it', async () => {
    const { body } = await get();
    expect(csvLines(body)[0]?.join()).toBe(
      'id,event_id,event_title,customer_name,customer_email,customer_phone,quantity,subtotal,discount,total_amount,refunded_amount,status,payment_method,paid_at,seats,items,order_number,reference,note,channel,source,medium,campaign,ref,promo_code',
    );
    const rows = csvRows(body);
    expect(rows.map(({ id }) => id)).toEqual(bought.map(({ orderId }) => orderId).toReversed());
    for (const row of rows) {
      const { data: order } = await office.call<Record<string, unknown>>('GET', `/orders/${row.id}`);
      for (const field of ['subtotal', 'discount', 'total_amount', 'refunded_amount', 'quantity'])
        expect(Number(row[field])).toBe(order[field]);
      expect(row).toMatchObject({ status: order.status, paid_at: order.paid_at, payment_method: 'MAYA' });
      expect(row.promo_code).toBe(order.promo_code ?? '');
    }
    expect(rows[2]).toMatchObject({
      event_id: event.id,
      event_title: event.title,
      customer_name: CUSTOMER.name,
      customer_email: CUSTOMER.email,
      quantity: '3',
      subtotal: '99.99',
      discount: '0.99',
      promo_code: 'EARLY',
      total_amount: '99',
      refunded_amount: '99',
      status: 'refunded',
      seats: '',
    });
  });

  test('filters by event, by status, or both', async () => {
    const [oldest, middle, newest] = bought.map(({ orderId }) => orderId);
    expect(await ids(`?event_id=${event.id}`)).toEqual([newest, oldest]);
    expect(await ids('?status=paid')).toEqual([middle]);
    expect(await ids('?status=refunded')).toEqual([oldest]);
    expect(await ids(`?event_id=${event.id}&status=partially_refunded`)).toEqual([newest]);
    expect(await ids(`?event_id=${other.id}&status=refunded`)).toEqual([]);
  });

  test('has only the header line if there are no orders', async () => {
    const empty = await office.event();
    expect(csvLines((await get(`?event_id=${empty.id}`)).body)).toHaveLength(1);
  });

  test('is complete and in order over several batches, even if many were paid in the same millisecond', async () => {
    const many = await office.event();
    const fill = { organizationId: office.organizationId, eventId: many.id, tierId: many.tierId };
    await fillOrders(office.db, { ...fill, orders: 2_500, from: office.now(), days: 1 });
    await fillOrders(office.db, {
      ...fill,
      eventId: other.id,
      tierId: other.tierId,
      orders: 2_000,
      from: office.now(),
      days: 0,
    });
    const response = await office.app.inject({
      url: '/api/v1/orders.csv',
      headers: { authorization: `Bearer ${office.apiKey}` },
      payloadAsStream: true,
    });
    const pieces: Buffer[] = [];
    for await (const piece of response.stream()) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(4);
    const rows = csvRows(Buffer.concat(pieces).toString());
    const all = await office.db.query<{ id: string }>({
      text: 'select id from orders order by paid_at desc, id desc',
      values: [],
    });
    expect(rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(rows).toHaveLength(4_503);
  });

  test('has only the orders that are named', async () => {
    const [first, , last] = bought.map(({ orderId }) => orderId);
    expect(await ids(`?ids=${first},${last},${first?.toUpperCase()}`)).toEqual([last, first]);
    expect(await get(`?ids=${first},${UNKNOWN_ID}`)).toMatchObject({ status: 404, code: 'order_not_found' });
  });

  test.each([
    ['?ids=x', 'ids must be UUIDs with commas between them, of at most 3,700 characters'],
    ['?status=open', 'status must be one of paid, partially_refunded, refunded'],
    ['?event_id=x', 'event_id must be a UUID'],
  ])('answers 400 in the envelope to %s', async (query, message) => {
    expect(await get(query)).toMatchObject({ status: 400, message });
  });

  test('answers 404 to an unknown event', async () => {
    expect(await get(`?event_id=${UNKNOWN_ID}`)).toMatchObject({
      status: 404,
      code: 'event_not_found',
      message: 'Event not found',
    });
  });
});
