import { describe, expect, test } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { overdueBuyer } from '../fixtures/overdue-buyer.ts';

const office = await useBoxOffice();

describe('money that arrives after the hold ended', () => {
  test('buys the tickets if the places are still free', async () => {
    const event = await office.event({ capacity: 3, price: 100 });
    const { checkout, payNow } = await overdueBuyer(office, event, 3);
    const { url } = await payNow();
    const { status, order_id, ticket_ids } = await office.stateOf(checkout.checkout_id);
    expect({ status, tickets: ticket_ids.length }).toEqual({ status: 'completed', tickets: 3 });
    expect(url).toContain(`order_id=${order_id}`);
    expect(await office.counters(event)).toEqual({ sold: 3, held: 0 });
  });

  test('buys the tickets if only expired holds have the places, even before a task releases them', async () => {
    const event = await office.event({ capacity: 1 });
    const { checkout, payNow } = await overdueBuyer(office, event);
    await office.checkout(event);
    office.wait(HOLD_SECONDS);
    await payNow();
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
  });

  test('is refunded in full if the places were sold to others, and the page says so', async () => {
    const event = await office.event({ capacity: 2, price: 750.5 });
    const { checkout, payNow } = await overdueBuyer(office, event, 2);
    await office.buy(event);
    const page = await payNow();
    expect(page.status).toBe(410);
    expect(page.text).toMatch(/You will get a full refund/);
    expect(page.text).toContain('the tickets were sold to other buyers');
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({
      status: 'expired',
      order_id: null,
      ticket_ids: [],
    });
    expect((await office.refunds()).at(-1)).toMatchObject({ amountCentavos: 150_100, status: 'pending' });
    await office.sendRefunds();
    expect((await office.refunds()).at(-1)).toMatchObject({ status: 'succeeded' });
  });

  test('is refunded when the places are held by a live checkout', async () => {
    const event = await office.event({ capacity: 1 });
    const { payNow } = await overdueBuyer(office, event);
    const other = await office.checkout(event);
    const page = await payNow();
    expect(page.text).toMatch(/You will get a full refund/);
    expect(await office.stateOf(other.checkout_id)).toMatchObject({ status: 'open' });
  });

  test('is refunded when the event was cancelled meanwhile', async () => {
    const event = await office.event();
    const { payNow } = await overdueBuyer(office, event);
    await office.cancelEvent(event);
    const page = await payNow();
    expect(page.text).toMatch(/The event was cancelled\..*You will get a full refund/);
  });

  test('is refunded when the event is over', async () => {
    const event = await office.event();
    const { payNow } = await overdueBuyer(office, event);
    await office.call('PUT', `/events/${event.id}`, { status: 'completed' });
    expect((await payNow()).text).toMatch(/The event is over\..*You will get a full refund/);
  });

  test('is found by the reconciler if the buyer does not return', async () => {
    const event = await office.event({ capacity: 1 });
    const { checkout, payNow } = await overdueBuyer(office, event);
    office.failing.add('readSession');
    await payNow();
    office.failing.clear();
    office.wait(10);
    await office.followPayments();
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
  });

  test('is counted once, however often it is reported', async () => {
    const event = await office.event({ capacity: 1 });
    const { payNow } = await overdueBuyer(office, event);
    await office.buy(event);
    const refunds = await office.count('refunds');
    const { url } = await payNow();
    await office.browser.open(url);
    await payNow();
    office.wait(60);
    await office.followPayments();
    expect(await office.count('refunds')).toBe(refunds + 1);
  });

  test('stays refunded if the places become free later and the buyer reloads', async () => {
    const event = await office.event({ capacity: 1 });
    const { checkout, payNow } = await overdueBuyer(office, event);
    const { ticketId } = await office.buy(event);
    await payNow();
    await office.call('POST', `/tickets/${ticketId}/refund`);
    expect(await payNow()).toMatchObject({ status: 410 });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired', order_id: null });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });
});
