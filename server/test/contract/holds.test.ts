import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';

/** How long an unanswered payment keeps its places beyond the time to pay. */
const UNANSWERED_SECONDS = 600;

const office = await useBoxOffice();

describe('a hold', () => {
  describe('without a payment attempt', () => {
    test('ends exactly at expires_at, even before a task releases it', async () => {
      const event = await office.event({ capacity: 1 });
      const { checkout_id, expires_at } = await office.checkout(event);
      office.wait(HOLD_SECONDS - 0.001);
      expect(await office.stateOf(checkout_id)).toMatchObject({ status: 'open' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
      office.wait(0.001);
      expect(office.now().toISOString()).toBe(expires_at);
      expect(await office.stateOf(checkout_id)).toMatchObject({ status: 'expired' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    });

    test('is released when it has expired and another checkout needs its places', async () => {
      const event = await office.event({ capacity: 10 });
      await office.checkout(event, { quantity: 6 });
      office.wait(HOLD_SECONDS);
      await office.checkout(event, { quantity: 4 });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 10 });
      await office.checkout(event, { quantity: 6 });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 10 });
    });

    test('does not prevent a smaller capacity or tier once it has expired', async () => {
      const event = await office.event({ capacity: 10 });
      await office.checkout(event, { quantity: 10 });
      expect(await office.call('PUT', `/events/${event.id}`, { capacity: 5 })).toMatchObject({
        status: 409,
        code: 'capacity_too_small',
      });
      office.wait(HOLD_SECONDS);
      expect(await office.call('PUT', `/events/${event.id}`, { capacity: 5 })).toMatchObject({ status: 200 });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    });

    test('is released in the background', async () => {
      const event = await office.event();
      await office.checkout(event, { quantity: 3 });
      office.wait(HOLD_SECONDS - 0.001);
      await office.sweep();
      expect(await office.counters(event)).toEqual({ sold: 0, held: 3 });
      office.wait(0.001);
      await office.sweep();
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    });

    test('is released in the background after those that cannot be, more than fit in one batch', async () => {
      for (let n = 0; n < 101; n++) await office.checkout(await office.event({ title: 'Stuck' }));
      const event = await office.event();
      await office.checkout(event);
      office.wait(HOLD_SECONDS);
      // A hold that the counters do not know cannot be released.
      const count = (held: number) => office.db.query(sql`update events set held = ${held} where title = 'Stuck'`);
      await count(0);
      await expect(office.sweep()).rejects.toMatchObject({ errors: { length: 101 } });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
      await count(1);
      expect(await office.sweep()).toBe(101);
    });
  });

  describe('with a payment attempt in progress', () => {
    test('does not end by time alone', async () => {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      await office.pay(checkout, 'GCASH');
      office.wait(HOLD_SECONDS);
      await office.sweep();
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out', message: 'Sold out' });
    });

    test('is released once the provider closed the session and confirms that nothing was paid', async () => {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      const sandbox = await office.pay(checkout, 'GCASH');
      office.wait(HOLD_SECONDS);
      await office.followPayments();
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
      const closed = await office.browser.open(sandbox.url);
      expect(closed.forms).toEqual([]);
    });

    test('becomes an order if the provider finally reports it as paid', async () => {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      const sandbox = await office.pay(checkout, 'GCASH');
      office.failing.add('readSession');
      await office.browser.submit(sandbox, { press: 'authorize' });
      office.failing.clear();
      office.wait(HOLD_SECONDS);
      await office.followPayments();
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
      expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
    });

    test('is released exactly ten minutes later if the provider cannot be reached', async () => {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      await office.pay(checkout, 'GCASH');
      office.failing.add('closeSession');
      office.wait(HOLD_SECONDS + UNANSWERED_SECONDS - 0.001);
      await office.followPayments();
      await office.sweep();
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });
      office.wait(0.001);
      await office.sweep();
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    });

    test('is released after these ten minutes for a buyer who needs the places, even before a task releases it', async () => {
      const event = await office.event({ capacity: 1 });
      await office.pay(await office.checkout(event), 'GCASH');
      office.wait(HOLD_SECONDS + UNANSWERED_SECONDS - 0.001);
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
      office.wait(0.001);
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    });

    test('ends by time again after the payment failed', async () => {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      await office.browser.submit(await office.pay(checkout, 'GCASH'), { press: 'fail' });
      office.wait(HOLD_SECONDS);
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    });

    test('ends by time again after two simultaneous payments failed', async () => {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      const tabs = [await office.pay(checkout, 'GCASH'), await office.pay(checkout, 'MAYA')];
      await Promise.all(tabs.map((tab) => office.browser.submit(tab, { press: 'fail' })));
      office.wait(HOLD_SECONDS);
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
    });

    test('lasts while one payment failed and another is in progress', async () => {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      const [first, second] = [await office.pay(checkout, 'GCASH'), await office.pay(checkout, 'MAYA')];
      await office.browser.submit(first, { press: 'fail' });
      office.wait(HOLD_SECONDS);
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });
      await office.browser.submit(second, { press: 'authorize' });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    });

    test('ends by time if the provider never created a session', async () => {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      office.failing.add('createSession');
      await office.pay(checkout, 'GCASH');
      office.wait(HOLD_SECONDS);
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
    });
  });

  describe('of a transfer that is on its way (processing)', () => {
    async function processing() {
      const event = await office.event({ capacity: 1 });
      const checkout = await office.checkout(event);
      const page = await office.browser.submit(await office.pay(checkout, 'BANK_TRANSFER'), { press: 'pending' });
      return { event, checkout, page };
    }

    test('lasts as long as the provider waits for the money', async () => {
      const { event, checkout } = await processing();
      const { status, expires_at } = await office.stateOf(checkout.checkout_id);
      expect(status).toBe('processing');
      expect(Date.parse(expires_at) - office.now().getTime()).toBe(24 * 3_600_000);
      office.wait(24 * 3_600 - 1);
      await office.followPayments();
      await office.sweep();
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
    });

    test('ends when the provider gives up', async () => {
      const { event, checkout } = await processing();
      office.wait(24 * 3_600);
      await office.followPayments();
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    });

    test('becomes an order when the reconciler finds the money', async () => {
      const { event, checkout, page } = await processing();
      office.failing.add('readSession');
      const sandbox = await office.browser.open(page.links.find(({ href }) => href.includes('/sandbox/'))?.href ?? '');
      await office.browser.submit(sandbox, { press: 'settle' });
      office.failing.clear();
      office.wait(60);
      await office.followPayments();
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
      expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
    });
  });
});
