import { describe, expect, test } from 'vitest';
import { CUSTOMER, useBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const office = await useBoxOffice();

describe('POST /orders/{id}/refund', () => {
  const refund = (orderId: string, body?: object) => office.call('POST', `/orders/${orderId}/refund`, body);
  const statusOf = async (ticketId: string) => (await office.call('GET', `/tickets/${ticketId}`)).data.status;

  test('refunds the whole order and answers it; the places are free again at once', async () => {
    const event = await office.event({ capacity: 3, price: 100.1 });
    const { orderId, ticketIds } = await office.buy(event, { quantity: 3 });
    expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({ status: 'sold_out' });
    expect(await refund(orderId)).toMatchObject({
      status: 200,
      data: { id: orderId, status: 'refunded', quantity: 3, total_amount: 300.3, refunded_amount: 300.3 },
    });
    expect(await Promise.all(ticketIds.map(statusOf))).toEqual(['refunded', 'refunded', 'refunded']);
    expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({ status: 'active', tickets_sold: 0 });
    expect(await office.askCheckout(event, { quantity: 3 })).toMatchObject({ status: 201 });
  });

  test('refunds only the given tickets: partially_refunded, then refunded with the last', async () => {
    const event = await office.event({ price: 50 });
    const { orderId, ticketIds } = await office.buy(event, { quantity: 3 });
    const [first = '', second = '', third = ''] = ticketIds;
    expect(await refund(orderId, { ticket_ids: [first] })).toMatchObject({
      status: 200,
      data: { status: 'partially_refunded', refunded_amount: 50, quantity: 3, total_amount: 150 },
    });
    expect(await Promise.all(ticketIds.map(statusOf))).toEqual(['refunded', 'valid', 'valid']);
    expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
    expect(await refund(orderId, { ticket_ids: [second.toUpperCase(), third, third] })).toMatchObject({
      status: 200,
      data: { status: 'refunded', refunded_amount: 150 },
    });
  });

  test('refunds all remaining tickets without ticket_ids, or with null', async () => {
    const { orderId, ticketIds } = await office.buy(await office.event({ price: 50 }), { quantity: 2 });
    await office.call('POST', `/tickets/${ticketIds[0]}/refund`);
    expect(await refund(orderId, { ticket_ids: null })).toMatchObject({ status: 200, data: { refunded_amount: 100 } });
  });

  test('refunds used tickets, too', async () => {
    const { orderId, ticketId } = await office.buy(await office.event());
    await office.call('POST', `/tickets/${ticketId}/check-in`);
    expect(await refund(orderId)).toMatchObject({ status: 200, data: { status: 'refunded' } });
  });

  test('owes the money once, and sends a notification for every ticket with exactly the specified keys', async () => {
    const event = await office.event({ price: 19.99 });
    const { orderId, ticketIds } = await office.buy(event, { quantity: 2 });
    const before = await office.count('refunds');
    office.wait(1);
    await refund(orderId);
    expect(await office.count('refunds')).toBe(before + 1);
    expect((await office.refunds()).at(-1)).toMatchObject({ amountCentavos: 3_998, status: 'pending' });
    const told = (await office.notifications('ticket.refunded')).slice(-2);
    expect(told.map(({ data }) => data.ticket_id).sort()).toEqual(ticketIds.toSorted());
    const data = {
      event_id: event.id,
      customer: { name: CUSTOMER.name },
      amount: 19.99,
      ticket_id: expect.any(String),
    };
    for (const one of told) {
      expect(one).toEqual({
        id: expect.any(String),
        type: 'ticket.refunded',
        created_at: office.now().toISOString(),
        data,
      });
    }
  });

  test('refunds the expected amount or nothing', async () => {
    const { orderId, ticketIds } = await office.buy(await office.event({ price: 100.1 }), { quantity: 3 });
    expect(await refund(orderId, { ticket_ids: ticketIds.slice(1), amount: 300.3 })).toMatchObject({
      status: 409,
      code: 'refund_amount_changed',
      field: 'amount',
      details: { amount: 200.2 },
    });
    expect(await Promise.all(ticketIds.map(statusOf))).toEqual(['valid', 'valid', 'valid']);
    expect(await refund(orderId, { amount: 300.3 })).toMatchObject({ status: 200, data: { refunded_amount: 300.3 } });
  });

  test('owes nothing for a free order', async () => {
    const { orderId } = await office.buy(await office.event({ price: 0 }));
    const before = await office.count('refunds');
    expect(await refund(orderId)).toMatchObject({ status: 200, data: { status: 'refunded', refunded_amount: 0 } });
    expect(await office.count('refunds')).toBe(before);
  });

  describe('errors', () => {
    test('answers 409 when nothing is left to refund', async () => {
      const { orderId } = await office.buy(await office.event());
      await refund(orderId);
      expect(await refund(orderId)).toMatchObject({
        status: 409,
        code: 'nothing_to_refund',
        message: 'Nothing is left to refund on this order',
      });
    });

    test('answers 409 when one of the given tickets was refunded, and refunds no other', async () => {
      const { orderId, ticketIds } = await office.buy(await office.event(), { quantity: 2 });
      const [first = '', second = ''] = ticketIds;
      await refund(orderId, { ticket_ids: [first] });
      const message = `Ticket ${first} is refunded`;
      expect(await refund(orderId, { ticket_ids: [second, first] })).toMatchObject({
        status: 409,
        code: 'ticket_not_refundable',
        message,
      });
      expect(await statusOf(second)).toBe('valid');
    });

    test('answers 409 when the event was cancelled and its tickets with it', async () => {
      const event = await office.event();
      const { orderId } = await office.buy(event);
      await office.cancelEvent(event);
      expect(await refund(orderId)).toMatchObject({ status: 409, code: 'nothing_to_refund' });
    });

    test('answers 404 for a ticket of another order, and refunds nothing', async () => {
      const event = await office.event();
      const [one, other] = [await office.buy(event), await office.buy(event)];
      expect(await refund(one.orderId, { ticket_ids: [one.ticketId, other.ticketId] })).toMatchObject({
        status: 404,
        code: 'ticket_not_in_order',
      });
      expect(await statusOf(one.ticketId)).toBe('valid');
    });

    test('answers 404 before 409, in any order of the tickets', async () => {
      const { orderId, ticketId } = await office.buy(await office.event(), { quantity: 2 });
      await refund(orderId, { ticket_ids: [ticketId] });
      for (const ticket_ids of [
        [ticketId, UNKNOWN_ID],
        [UNKNOWN_ID, ticketId],
      ])
        expect(await refund(orderId, { ticket_ids })).toMatchObject({ status: 404, code: 'ticket_not_in_order' });
    });

    test('answers 404 for an unknown order', async () => {
      expect(await refund(UNKNOWN_ID)).toMatchObject({
        status: 404,
        code: 'order_not_found',
        message: 'Order not found',
      });
    });

    test.each([
      [{ ticket_ids: [] }, 'ticket_ids must be an array of 1 to 100,000 items'],
      [{ ticket_ids: 'all' }, 'ticket_ids must be an array of 1 to 100,000 items'],
      [{ ticket_ids: ['7'] }, 'ticket_ids[0] must be a UUID'],
      [[], 'The body must be a JSON object'],
    ])('answers 400 to %j', async (body, message) => {
      expect(await refund(UNKNOWN_ID, body)).toMatchObject({ status: 400, message });
    });
  });
});
