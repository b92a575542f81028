import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

describe('POST /checkouts/{id}/expire', () => {
  const expire = (checkoutId: string) => office.call('POST', `/checkouts/${checkoutId}/expire`);

  test('ends the hold of an open checkout at once and answers the checkout', async () => {
    const event = await office.event({ capacity: 2 });
    const { checkout_id } = await office.checkout(event, { quantity: 2 });
    expect(await expire(checkout_id)).toMatchObject({
      status: 200,
      data: { checkout_id, status: 'expired', quantity: 2 },
    });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    expect(await office.askCheckout(event, { quantity: 2 })).toMatchObject({ status: 201 });
  });

  test('answers 200 again to an expired checkout, and frees the places once', async () => {
    const event = await office.event();
    const other = await office.checkout(event, { quantity: 5 });
    const { checkout_id } = await office.checkout(event);
    await expire(checkout_id);
    expect(await expire(checkout_id)).toMatchObject({ status: 200, data: { status: 'expired' } });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 5 });
    office.wait(900);
    expect(await expire(other.checkout_id)).toMatchObject({ status: 200, data: { status: 'expired' } });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('accepts an empty body with any content type', async () => {
    const { checkout_id } = await office.checkout(await office.event());
    const answer = await office.call('POST', `/checkouts/${checkout_id}/expire`, undefined, {
      'content-type': 'text/plain',
    });
    expect(answer.status).toBe(200);
  });

  test('answers 409 when it is completed', async () => {
    const { checkoutId } = await office.buy(await office.event());
    expect(await expire(checkoutId)).toMatchObject({
      status: 409,
      code: 'checkout_not_open',
      message: 'Checkout is completed',
    });
  });

  test('answers 409 when it is processing', async () => {
    const checkout = await office.checkout(await office.event());
    await office.browser.submit(await office.pay(checkout, 'BANK_TRANSFER'), { press: 'pending' });
    expect(await expire(checkout.checkout_id)).toMatchObject({
      status: 409,
      code: 'checkout_not_open',
      message: 'Checkout is processing',
    });
  });

  test('answers 409 when it is cancelled with its event', async () => {
    const event = await office.event();
    const { checkout_id } = await office.checkout(event);
    await office.cancelEvent(event);
    expect(await expire(checkout_id)).toMatchObject({
      status: 409,
      code: 'checkout_not_open',
      message: 'Checkout is cancelled',
    });
  });

  test('closes a payment in progress, which can no longer be completed', async () => {
    const event = await office.event();
    const checkout = await office.checkout(event);
    const sandbox = await office.pay(checkout, 'CARD');
    expect(await expire(checkout.checkout_id)).toMatchObject({ status: 200 });
    await office.browser.submit(sandbox, { press: 'authorize' });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired', order_id: null });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('completes the checkout instead, and answers 409, if it was paid at that moment', async () => {
    const event = await office.event();
    const checkout = await office.checkout(event);
    const sandbox = await office.pay(checkout, 'CARD');
    office.failing.add('readSession');
    await office.browser.submit(sandbox, { press: 'authorize' });
    office.failing.clear();
    expect(await expire(checkout.checkout_id)).toMatchObject({
      status: 409,
      code: 'checkout_not_open',
      message: 'Checkout is completed',
    });
    expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
  });

  test('also ends a transfer that was not reported, because the provider closes it', async () => {
    const checkout = await office.checkout(await office.event());
    const sandbox = await office.pay(checkout, 'BANK_TRANSFER');
    office.failing.add('readSession');
    await office.browser.submit(sandbox, { press: 'pending' });
    office.failing.clear();
    expect(await expire(checkout.checkout_id)).toMatchObject({ status: 200, data: { status: 'expired' } });
  });
});
