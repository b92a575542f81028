import { describe, expect, inject, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

describe('cancelling an event', () => {
  const statusOf = async (ticketId: string) => (await office.call('GET', `/tickets/${ticketId}`)).data.status;
  const orderOf = async (orderId: string) => (await office.call('GET', `/orders/${orderId}`)).data;

  test('cancels valid tickets, keeps used and refunded ones, and frees all other places', async () => {
    const event = await office.event({ price: 10 });
    const { orderId, ticketIds } = await office.buy(event, { quantity: 3 });
    const [valid = '', used = '', refunded = ''] = ticketIds;
    await office.call('POST', `/tickets/${used}/check-in`);
    await office.call('POST', `/tickets/${refunded}/refund`);
    await office.cancelEvent(event);
    expect(await Promise.all([valid, used, refunded].map(statusOf))).toEqual(['cancelled', 'used', 'refunded']);
    expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
    expect(await orderOf(orderId)).toMatchObject({ status: 'partially_refunded', refunded_amount: 20 });
  });

  test('refunds the money of its valid tickets in the background, one refund per order', async () => {
    const event = await office.event({ price: 12.5 });
    const orders = [await office.buy(event, { quantity: 2 }), await office.buy(event)];
    office.wait(1);
    await office.cancelEvent(event);
    const owed = (await office.refunds()).slice(-2);
    expect(owed.map(({ amountCentavos }) => amountCentavos).toSorted((a, b) => b - a)).toEqual([2_500, 1_250]);
    for (const { orderId } of orders) expect(await orderOf(orderId)).toMatchObject({ status: 'refunded' });
    await office.sendRefunds();
    expect((await office.refunds()).slice(-2).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });

  test('closes the page of a buyer who is about to pay', async () => {
    const event = await office.event();
    const page = await office.pay(await office.checkout(event), 'GCASH');
    for (let minute = 0; minute < 10; minute++) {
      office.wait(60);
      await office.followPayments();
    }
    expect((await office.browser.open(page.url)).forms).not.toEqual([]);
    await office.cancelEvent(event);
    office.wait(10);
    await office.followPayments();
    expect((await office.browser.open(page.url)).forms).toEqual([]);
  });

  // A distributed table takes no trigger of a test.
  test.skipIf(inject('citus'))('has no time limit for a large event', async () => {
    const event = await office.event();
    await office.buy(event);
    await office.db.runScript(`
      create function refuse_hurry() returns trigger language plpgsql as $$ begin
        if current_setting('statement_timeout') <> '0' then raise 'there is a time limit'; end if;
        return null;
      end $$;
      create trigger refuse_hurry after update on orders execute function refuse_hurry()`);
    await office.cancelEvent(event);
    await office.db.runScript('drop function refuse_hurry() cascade');
  });

  test('emits event.updated alone, with exactly the decided keys', async () => {
    const event = await office.event();
    await office.buy(event);
    await office.checkout(event);
    office.wait(1);
    const before = await office.count('notifications');
    await office.cancelEvent(event);
    expect(await office.count('notifications')).toBe(before + 1);
    expect((await office.notifications('event.updated')).at(-1)).toEqual({
      id: expect.any(String),
      type: 'event.updated',
      created_at: office.now().toISOString(),
      data: { event_id: event.id, status: 'cancelled', changed: ['status'] },
    });
  });

  test('ends open and processing checkouts and their holds', async () => {
    const event = await office.event();
    const open = await office.checkout(event, { quantity: 2 });
    const processing = await office.checkout(event, { quantity: 3 });
    await office.browser.submit(await office.pay(processing, 'BANK_TRANSFER'), { press: 'pending' });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 5 });
    await office.cancelEvent(event);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    for (const { checkout_id } of [open, processing])
      expect(await office.stateOf(checkout_id)).toMatchObject({ status: 'cancelled' });
  });

  test('owes no money for free tickets', async () => {
    const event = await office.event({ price: 0 });
    const { orderId, ticketId } = await office.buy(event);
    const before = await office.count('refunds');
    await office.cancelEvent(event);
    expect(await statusOf(ticketId)).toBe('cancelled');
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 0 });
    expect(await office.count('refunds')).toBe(before);
  });

  test('of a sold-out event leaves it cancelled, not active', async () => {
    const event = await office.event({ capacity: 1 });
    await office.buy(event);
    await office.cancelEvent(event);
    expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({
      status: 'cancelled',
      tickets_sold: 0,
    });
  });
});
