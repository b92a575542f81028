import { describe, expect, test } from 'vitest';
import { type CheckoutState, HOLD_SECONDS } from '../fixtures/box-office.ts';
import { usePromoCodeShop } from '../fixtures/promo-code-words.ts';

const USED_UP = 'Promo code EARLY has been used up';

const shop = await usePromoCodeShop();

describe('the life of a promo code', () => {
  const ask = (fields: Record<string, unknown> = {}) => shop.words.ask(shop.event, 'EARLY', fields);
  const at = (seconds: number) => new Date(shop.office.now().getTime() + seconds * 1_000).toISOString();

  describe('sent with POST /checkouts', () => {
    test.each(['EARLY', 'early', ' Early \n'])('is found as %j', async (code) => {
      await shop.start();
      expect(await shop.words.ask(shop.event, code)).toMatchObject({ subtotal: 100, discount: 10, total_amount: 90 });
    });

    test('can be null or missing', async () => {
      await shop.start();
      expect(await ask({ promo_code: null })).toMatchObject({ discount: 0 });
    });

    test.each([
      [5, 'promo_code must be a string of 1 to 200 characters, not blank'],
      ['', 'promo_code must be a string of 1 to 200 characters, not blank'],
      [' ', 'promo_code must be a string of 1 to 200 characters, not blank'],
      ['x'.repeat(201), 'promo_code must be a string of 1 to 200 characters, not blank'],
    ])('as %j answers 400', async (promo_code, message) => {
      await shop.start();
      expect(await shop.office.askCheckout(shop.event, { promo_code })).toMatchObject({ status: 400, message });
    });

    test('that cannot be used refuses the whole checkout and holds no place', async () => {
      await shop.start();
      expect(await shop.office.askCheckout(shop.event, { promo_code: 'NOPE' })).toMatchObject({
        status: 409,
        code: 'promo_code_unknown',
      });
      expect(await shop.office.counters(shop.event)).toEqual({ sold: 0, held: 0 });
    });
  });

  describe('is refused with the reason', () => {
    test('unknown, even if another event has it', async () => {
      await shop.start();
      expect(await shop.words.ask(shop.event, 'late')).toBe('Promo code LATE is not known for this event');
      expect(await shop.words.ask(await shop.office.event(), 'EARLY')).toBe(
        'Promo code EARLY is not known for this event',
      );
    });

    test('inactive, until it is activated', async () => {
      await shop.start();
      await shop.words.change(shop.promo, { is_active: false });
      expect(await ask()).toBe('Promo code EARLY is not active');
      await shop.words.change(shop.promo, { is_active: true });
      expect(await ask()).toMatchObject({ discount: 10 });
    });

    test('before starts_at, to the millisecond', async () => {
      await shop.start({ starts_at: at(60) });
      shop.office.wait(59.999);
      expect(await ask()).toBe('Promo code EARLY cannot be used yet');
      shop.office.wait(0.001);
      expect(await ask()).toMatchObject({ discount: 10 });
    });

    test('from expires_at on, to the millisecond; checkouts that have it keep it', async () => {
      await shop.start({ expires_at: at(60) });
      shop.office.wait(59.999);
      const checkout = (await ask()) as CheckoutState;
      shop.office.wait(0.001);
      expect(await ask()).toBe('Promo code EARLY has expired');
      expect(await shop.office.stateOf(checkout.checkout_id)).toMatchObject({ discount: 10 });
    });

    test('sold out, if places are missing as well', async () => {
      await shop.start({ usage_limit: 1 });
      expect(await ask({ quantity: 1_001 })).toMatch(/Not enough left/);
      expect(await ask()).toMatchObject({ discount: 10 });
    });
  });

  describe('with a limit', () => {
    test('counts live holds, and one use per order whatever its quantity', async () => {
      await shop.start({ usage_limit: 2 });
      expect(await ask({ quantity: 8 })).toMatchObject({ discount: 80 });
      expect(await ask()).toMatchObject({ discount: 10 });
      expect(await ask()).toBe(USED_UP);
    });

    test('is free again exactly at expires_at of the hold, even before a task releases it', async () => {
      await shop.start({ usage_limit: 1 });
      await ask();
      shop.office.wait(HOLD_SECONDS - 0.001);
      expect(await ask()).toBe(USED_UP);
      shop.office.wait(0.001);
      expect(await ask()).toMatchObject({ discount: 10 });
    });

    test('is free again for the hosted page at that moment too', async () => {
      await shop.start({ usage_limit: 1 });
      await ask();
      shop.office.wait(1);
      const checkout = await shop.office.checkout(shop.event);
      shop.office.wait(HOLD_SECONDS - 1);
      expect(await shop.words.enterOn(checkout, 'EARLY')).toMatchObject({ status: 200 });
    });

    test('is free again when the checkout is expired by hand', async () => {
      await shop.start({ usage_limit: 1 });
      const { checkout_id } = (await ask()) as CheckoutState;
      await shop.office.call('POST', `/checkouts/${checkout_id}/expire`);
      expect(await ask()).toMatchObject({ discount: 10 });
    });

    test('stays held while a transfer is on its way', async () => {
      await shop.start({ usage_limit: 1 });
      const checkout = await shop.office.checkout(shop.event, { promo_code: 'EARLY' });
      await shop.office.browser.submit(await shop.office.pay(checkout, 'BANK_TRANSFER'), { press: 'pending' });
      shop.office.wait(HOLD_SECONDS);
      expect(await ask()).toBe(USED_UP);
    });

    test('is used up by payments for good: a refund returns no use', async () => {
      await shop.start({ usage_limit: 1 });
      const { orderId } = await shop.office.buy(shop.event, { promo_code: 'EARLY' });
      shop.office.wait(HOLD_SECONDS);
      expect(await ask()).toBe(USED_UP);
      await shop.office.call('POST', `/orders/${orderId}/refund`);
      expect(await ask()).toBe(USED_UP);
      await shop.words.change(shop.promo, { usage_limit: 2 });
      expect(await ask()).toMatchObject({ discount: 10 });
    });

    test('is not stored by an Idempotency-Key when it is used up', async () => {
      await shop.start({ usage_limit: 1 });
      const { checkout_id } = (await ask()) as CheckoutState;
      const again = () =>
        shop.office.askCheckout(shop.event, { promo_code: 'EARLY' }, { 'idempotency-key': 'last use' });
      expect(await again()).toMatchObject({ status: 409, code: 'promo_code_used_up' });
      await shop.office.call('POST', `/checkouts/${checkout_id}/expire`);
      expect((await again()).status).toBe(201);
    });
  });

  describe('with money that arrives after the hold ended', () => {
    /** A buyer with the code at the provider, whose hold ended without an answer of the provider. */
    async function overdueBuyer() {
      const checkout = await shop.office.checkout(shop.event, { promo_code: 'EARLY', quantity: 2 });
      const sandbox = await shop.office.pay(checkout, 'MAYA');
      shop.office.failing.add('closeSession');
      shop.office.wait(HOLD_SECONDS + 600);
      await shop.office.sweep();
      shop.office.failing.clear();
      const payNow = () => shop.office.browser.submit(sandbox, { press: 'authorize' });
      return { state: () => shop.office.stateOf(checkout.checkout_id), payNow };
    }

    test('applies the agreed price, even if the code has expired since', async () => {
      await shop.start({ usage_limit: 1, expires_at: at(HOLD_SECONDS) });
      const { state, payNow } = await overdueBuyer();
      await payNow();
      expect(await state()).toMatchObject({ status: 'completed', total_amount: 180 });
      expect(await shop.words.read(shop.promo)).toMatchObject({ usage_count: 1 });
    });

    test('refunds the money if other buyers used up the code', async () => {
      await shop.start({ usage_limit: 1 });
      const { state, payNow } = await overdueBuyer();
      await shop.office.buy(shop.event, { promo_code: 'EARLY' });
      expect((await payNow()).text).toMatch(/the promo code was used up by other buyers\..*You will get a full refund/);
      expect(await state()).toMatchObject({ status: 'expired', order_id: null });
      expect((await shop.office.refunds()).at(-1)).toMatchObject({ amountCentavos: 18_000, status: 'pending' });
      expect(await shop.words.read(shop.promo)).toMatchObject({ usage_count: 1 });
    });

    test('refunds the money if another live checkout holds the last use', async () => {
      await shop.start({ usage_limit: 1 });
      const { state, payNow } = await overdueBuyer();
      await ask();
      await payNow();
      expect(await state()).toMatchObject({ status: 'expired', order_id: null });
    });

    test('applies if only an expired hold has the last use, even before a task releases it', async () => {
      await shop.start({ usage_limit: 1 });
      const { state, payNow } = await overdueBuyer();
      await ask();
      shop.office.wait(HOLD_SECONDS);
      await payNow();
      expect(await state()).toMatchObject({ status: 'completed', total_amount: 180 });
    });
  });

  test('of a cancelled event has no holds and keeps its count, and refunds return the paid amount', async () => {
    await shop.start();
    const { orderId } = await shop.office.buy(shop.event, { promo_code: 'EARLY', quantity: 3 });
    const open = (await ask()) as CheckoutState;
    await shop.office.cancelEvent(shop.event);
    expect(await shop.office.stateOf(open.checkout_id)).toMatchObject({ status: 'cancelled' });
    expect(await shop.words.read(shop.promo)).toMatchObject({ usage_count: 1 });
    expect((await shop.office.call('GET', `/orders/${orderId}`)).data).toMatchObject({
      total_amount: 270,
      refunded_amount: 270,
      status: 'refunded',
    });
    expect(await ask()).toMatch(/cancelled/);
  });

  describe('discounts to the centavo', () => {
    test.each([
      // subtotal 0.05, 10 % = 0.005: half up
      [0.05, 1, { discount_amount: 10 }, 0.01, [4]],
      [0.04, 1, { discount_amount: 10 }, 0, [4]],
      [0.15, 1, { discount_amount: 10 }, 0.02, [13]],
      [33.35, 1, { discount_amount: 50 }, 16.68, [1_667]],
      [99.99, 3, { discount_amount: 12.5 }, 37.5, [8_749, 8_749, 8_749]],
      [10_000_000, 3, { discount_amount: 33.33 }, 9_999_000, [666_700_000, 666_700_000, 666_700_000]],
      [100, 3, { discount_amount: 33.33 }, 99.99, [6_667, 6_667, 6_667]],
      // a fixed amount is per order, whatever the quantity
      [100, 3, { discount_type: 'fixed_amount', discount_amount: 50 }, 50, [8_334, 8_333, 8_333]],
      [
        100,
        7,
        { discount_type: 'fixed_amount', discount_amount: 0.01 },
        0.01,
        [10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 9_999],
      ],
      // never more than the order
      [100, 1, { discount_type: 'fixed_amount', discount_amount: 150 }, 100, [0]],
      [0.01, 2, { discount_type: 'fixed_amount', discount_amount: 0.01 }, 0.01, [1, 0]],
      [0, 2, { discount_type: 'fixed_amount', discount_amount: 50 }, 0, [0, 0]],
    ])('%d pesos × %d with %j: %d', async (price, quantity, fields, discount, amounts) => {
      await shop.start(fields, price);
      const { orderId, ticketIds } = await shop.office.buy(shop.event, { promo_code: 'EARLY', quantity });
      const subtotal = Math.round(price * 100 * quantity) / 100;
      const total = amounts.reduce((sum, amount) => sum + amount, 0) / 100;
      expect((await shop.office.call('GET', `/orders/${orderId}`)).data).toMatchObject({
        subtotal,
        discount,
        total_amount: total,
      });
      expect(await shop.words.ticketAmounts(ticketIds)).toEqual(amounts);
      for (const id of ticketIds) await shop.office.call('POST', `/tickets/${id}/refund`);
      expect((await shop.office.call('GET', `/orders/${orderId}`)).data).toMatchObject({
        refunded_amount: total,
        status: 'refunded',
      });
    });
  });
});
