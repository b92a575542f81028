import { describe, expect, test } from 'vitest';
import { CUSTOMER, useBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const office = await useBoxOffice();

describe('GET /tickets/{id}', () => {
  test('answers the ticket with event, tier and customer; purchased_at is the paid_at of its order', async () => {
    const event = await office.event({ price: 80.5, venue_name: 'Cubao Expo' });
    const { ticketId, orderId } = await office.buy(event);
    const paidAt = office.now().toISOString();
    office.wait(60);
    const { status, data } = await office.call('GET', `/tickets/${ticketId}`);
    expect(status).toBe(200);
    expect(data).toEqual({
      id: ticketId,
      ticket_number: expect.stringMatching(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/),
      order_id: orderId,
      order_number: expect.stringMatching(/^TK-[2-9A-Z]{4}-[2-9A-Z]{4}$/),
      status: 'valid',
      checked_in_at: null,
      purchased_at: paidAt,
      event: {
        id: event.id,
        title: event.title,
        start_datetime: (await office.call('GET', `/events/${event.id}`)).data.start_datetime,
        venue_name: 'Cubao Expo',
      },
      tier: { name: 'General Admission', price: 80.5 },
      customer: { name: CUSTOMER.name, email: CUSTOMER.email },
      attendee: null,
      ...{ section: null, row: null, seat: null },
      code: expect.stringMatching(/^TK1[A-Z2-7]{157}$/),
      ticket_url: expect.stringMatching(/^http:\/\/localhost:3000\/t\/[\w-]{65}$/),
    });
    expect((await office.call('GET', `/orders/${orderId}`)).data.paid_at).toBe(paidAt);
  });

  test('keeps its price at the time of purchase', async () => {
    const event = await office.event({ price: 80 });
    const { ticketId } = await office.buy(event);
    await office.call('PUT', `/events/${event.id}`, { ticket_price: 999 });
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject({ tier: { price: 80 } });
  });

  test('shows the time of the check-in while it is used, and keeps it after a refund', async () => {
    const { ticketId } = await office.buy(await office.event());
    await office.call('POST', `/tickets/${ticketId}/check-in`);
    const used = { status: 'used', checked_in_at: office.now().toISOString() };
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject(used);
    await office.call('POST', `/tickets/${ticketId}/refund`);
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject({ ...used, status: 'refunded' });
  });

  test('answers 404 to an unknown id and 400 to a malformed one', async () => {
    expect(await office.call('GET', `/tickets/${UNKNOWN_ID}`)).toMatchObject({
      status: 404,
      code: 'ticket_not_found',
      message: 'Ticket not found',
    });
    expect(await office.call('GET', '/tickets/7')).toMatchObject({
      status: 400,
      code: 'invalid_field',
      message: 'id must be a UUID',
    });
  });
});
