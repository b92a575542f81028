import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

describe('POST /tickets/{id}/refund', () => {
  const refund = (ticketId: string) => office.call('POST', `/tickets/${ticketId}/refund`);

  test('answers exactly id, status, event and tier', async () => {
    const event = await office.event({ price: 75.75 });
    const { ticketId } = await office.buy(event);
    const { status, data } = await refund(ticketId);
    expect(status).toBe(200);
    expect(data).toEqual({
      id: ticketId,
      status: 'refunded',
      event: { id: event.id, title: event.title },
      tier: { name: 'General Admission', price: 75.75 },
    });
  });

  test('reduces the sold counts of tier and event by one at once, and frees the place', async () => {
    const event = await office.event({ capacity: 2 });
    const { ticketId } = await office.buy(event, { quantity: 2 });
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
    await refund(ticketId);
    expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({
      status: 'active',
      tickets_sold: 1,
      ticket_tiers: [{ quantity_sold: 1, available: 1 }],
    });
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('refunds the expected amount or nothing', async () => {
    const { ticketId } = await office.buy(await office.event({ price: 75.75 }), { quantity: 2 });
    const expecting = (amount: number) => office.call('POST', `/tickets/${ticketId}/refund`, { amount });
    expect(await expecting(75)).toMatchObject({
      ...{ status: 409, code: 'refund_amount_changed', details: { amount: 75.75 } },
    });
    expect(await expecting(75.75)).toMatchObject({ status: 200, data: { status: 'refunded' } });
  });

  test('refunds a used ticket, too', async () => {
    const { ticketId } = await office.buy(await office.event());
    await office.call('POST', `/tickets/${ticketId}/check-in`);
    expect(await refund(ticketId)).toMatchObject({ status: 200 });
  });

  test('sets its order to partially_refunded, and to refunded with the last ticket', async () => {
    const { orderId, ticketIds } = await office.buy(await office.event(), { quantity: 2 });
    const [first = '', second = ''] = ticketIds;
    const orderStatus = async () => (await office.call('GET', `/orders/${orderId}`)).data.status;
    await refund(first);
    expect(await orderStatus()).toBe('partially_refunded');
    await refund(second);
    expect(await orderStatus()).toBe('refunded');
  });

  test('answers 409 when it is already refunded, and changes nothing twice', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event, { quantity: 2 });
    await refund(ticketId);
    expect(await refund(ticketId)).toMatchObject({
      status: 409,
      code: 'ticket_not_refundable',
      message: `Ticket ${ticketId} is refunded`,
    });
    expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
  });

  test('answers 409 when it was cancelled with its event', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    await office.cancelEvent(event);
    expect(await refund(ticketId)).toMatchObject({
      status: 409,
      code: 'ticket_not_refundable',
      message: `Ticket ${ticketId} is cancelled`,
    });
  });

  test('still works on a used ticket of a cancelled event', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    await office.call('POST', `/tickets/${ticketId}/check-in`);
    await office.cancelEvent(event);
    expect(await refund(ticketId)).toMatchObject({ status: 200 });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('answers 404 to an unknown id and 400 to a malformed one', async () => {
    const unknown = await refund('0190a000-0000-7000-8000-000000000000');
    expect(unknown).toMatchObject({ status: 404, code: 'ticket_not_found', message: 'Ticket not found' });
    expect(await refund('7')).toMatchObject({ status: 400, code: 'invalid_field', message: 'id must be a UUID' });
  });
});
