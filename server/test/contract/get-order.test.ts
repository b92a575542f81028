import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, CUSTOMER, openBoxOffice } from '../fixtures/box-office.ts';

describe('GET /orders/{id}', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await openBoxOffice();
  });
  afterAll(() => office.close());

  test('answers the order with the ids of its tickets, at first in order of their numbers', async () => {
    const event = await office.event({ price: 12.34 });
    const { orderId } = await office.buy(event, { quantity: 3 }, 'QRPH');
    const { status, data } = await office.call<{ ticket_ids: string[] }>('GET', `/orders/${orderId}`);
    expect(status).toBe(200);
    expect(data).toEqual({
      id: orderId,
      order_number: expect.stringMatching(/^TK-\w{4}-\w{4}$/),
      event: { id: event.id, title: event.title },
      customer: CUSTOMER,
      quantity: 3,
      items: [
        {
          tier_id: event.tierId,
          tier_name: 'General Admission',
          section_id: null,
          quantity: 3,
          unit_price: 12.34,
          subtotal: 37.02,
        },
      ],
      subtotal: 37.02,
      discount: 0,
      promo_code: null,
      total_amount: 37.02,
      refunded_amount: 0,
      status: 'paid',
      payment_method: 'QRPH',
      reference: null,
      note: null,
      channel: 'api',
      attribution: { source: null, medium: null, campaign: null, ref: null },
      paid_at: office.now().toISOString(),
      created_at: office.now().toISOString(),
      ticket_ids: [expect.any(String), expect.any(String), expect.any(String)],
      tickets: data.ticket_ids.map((id) => ({
        id,
        ticket_number: expect.any(String),
        status: 'valid',
        tier_id: event.tierId,
        tier: { name: 'General Admission', price: 12.34 },
        amount: 12.34,
        refund_fee: 0,
        section: null,
        row: null,
        seat: null,
        attendee: null,
        answers: [],
      })),
      answers: [],
      tickets_url: expect.stringMatching(/^http:\/\/localhost:3000\/o\/[\w-]{65}$/),
      consent: null,
      refunds: [],
      changes: [],
    });
    const numbers = data.ticket_ids.map(async (id) => (await office.call('GET', `/tickets/${id}`)).data.ticket_number);
    const inOrder = (await Promise.all(numbers)).map(String);
    expect(inOrder).toEqual(inOrder.toSorted());
  });

  test('has the tickets in the order of its items, also after one got a new number', async () => {
    const event = await office.event({ price: 500 });
    const parking = await office.tier(event, { name: 'Parking', price: 150, admission: false });
    const tiers = [event.tierId, parking];
    const { orderId } = await office.buy(event, { items: tiers.map((tier_id) => ({ tier_id, quantity: 1 })) }, 'CARD');
    type Tickets = { tickets: { id: string; ticket_number: string; tier_id: string }[] };
    const read = async () => (await office.call<Tickets>('GET', `/orders/${orderId}`)).data.tickets;
    const [admission, addOn] = await read();
    let number = '';
    do {
      const path = `/tickets/${admission?.id}/reissue`;
      number = (await office.call<{ ticket_number: string }>('POST', path)).data.ticket_number;
    } while (number < (addOn?.ticket_number ?? ''));
    expect((await read()).map(({ tier_id }) => tier_id)).toEqual(tiers);
  });

  test('spreads the total over its tickets to the centavo', async () => {
    const event = await office.event({ price: 100 });
    await office.call('POST', '/promo-codes', {
      event_id: event.id,
      code: 'PISO',
      discount_type: 'fixed_amount',
      discount_amount: 0.01,
    });
    const { orderId } = await office.buy(event, { quantity: 3, promo_code: 'PISO' });
    const { data } = await office.call<{ tickets: { amount: number }[] }>('GET', `/orders/${orderId}`);
    expect(data.tickets.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([99.99, 100, 100]);
  });

  test('shows a customer without phone with null', async () => {
    const customer = { name: 'Ben', email: 'ben@example.com' };
    const { orderId } = await office.buy(await office.event(), { customer });
    expect((await office.call('GET', `/orders/${orderId}`)).data).toMatchObject({
      customer: { ...customer, phone: null },
    });
  });

  test('shows a free order as paid with FREE', async () => {
    const { orderId } = await office.buy(await office.event({ price: 0 }));
    expect((await office.call('GET', `/orders/${orderId}`)).data).toMatchObject({
      status: 'paid',
      payment_method: 'FREE',
      subtotal: 0,
      total_amount: 0,
    });
  });

  test('answers 404 to an unknown id and 400 to a malformed one', async () => {
    const unknown = await office.call('GET', '/orders/0190a000-0000-7000-8000-000000000000');
    expect(unknown).toMatchObject({ status: 404, code: 'order_not_found', message: 'Order not found' });
    expect(await office.call('GET', '/orders/7')).toMatchObject({
      status: 400,
      code: 'invalid_field',
      message: 'id must be a UUID',
    });
  });
});
