import { describe, expect, test } from 'vitest';
import { PAYMENT_METHODS, type PaymentMethod } from '../../src/values/payment-method.ts';
import { CUSTOMER, HOLD_SECONDS, PUBLIC_URL, SUCCESS_URL, useBoxOffice } from '../fixtures/box-office.ts';
import type { Page } from '../readers/browser.ts';

const office = await useBoxOffice();

describe('the sandbox provider', () => {
  const outcomes = (page: Page) => page.forms.flatMap(({ buttons }) => buttons.map(({ value }) => value));
  const press = (page: Page, outcome: string) => office.browser.submit(page, { press: outcome });
  const toSandbox = (page: Page) =>
    office.browser.open(page.links.find(({ href }) => href.includes('/sandbox/'))?.href ?? 'no link to the sandbox');

  async function paying(method: PaymentMethod, capacity = 10) {
    const event = await office.event({ capacity, price: 99.5 });
    const checkout = await office.checkout(event, { quantity: 2 });
    return {
      event,
      checkout,
      sandbox: await office.pay(checkout, method),
      state: () => office.stateOf(checkout.checkout_id),
    };
  }

  test.each(PAYMENT_METHODS)('has a page for %s with one form per outcome', async (method) => {
    const { sandbox } = await paying(method);
    expect(sandbox.url).toMatch(new RegExp(`^${PUBLIC_URL}/sandbox/`));
    expect(sandbox.text).toContain('₱199.00');
    expect(outcomes(sandbox).toSorted()).toEqual(
      method === 'BANK_TRANSFER' ? ['authorize', 'fail', 'pending'] : ['authorize', 'fail'],
    );
    for (const form of sandbox.forms) {
      expect(form.method).toBe('post');
      expect(form.buttons.map(({ name }) => name)).toEqual(['outcome']);
    }
  });

  test('authorize ends at success_url', async () => {
    const { sandbox, state } = await paying('CARD');
    const { url } = await press(sandbox, 'authorize');
    expect(url.startsWith(SUCCESS_URL)).toBe(true);
    expect(await state()).toMatchObject({ status: 'completed' });
  });

  test('fail returns to the checkout page with the reason and the hold intact', async () => {
    const { event, sandbox, checkout, state } = await paying('GCASH');
    const before = await state();
    const page = await press(sandbox, 'fail');
    expect(page).toMatchObject({ status: 200, url: checkout.checkout_url });
    expect(page.text).toMatch(/GCash.*declined/);
    expect(await state()).toEqual(before);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
    expect((await press(await office.browser.submit(page), 'authorize')).url).toContain(SUCCESS_URL);
    expect(await state()).toMatchObject({ status: 'completed' });
  });

  test('going back without a choice shows the payment methods, with the hold intact', async () => {
    const { event, sandbox, checkout, state } = await paying('GCASH');
    const before = await state();
    const back = sandbox.links.find(({ text }) => text === 'Go back without choosing');
    const page = await office.browser.open(back?.href ?? 'no way back');
    expect(page).toMatchObject({ status: 200, url: checkout.checkout_url });
    expect(page.forms[0]?.buttons.map(({ text }) => text)).toContain('Pay ₱199.00');
    expect(await state()).toEqual(before);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
    const other = await office.browser.submit(page, { fields: { payment_method: 'MAYA' } });
    expect((await press(other, 'authorize')).url).toContain(SUCCESS_URL);
  });

  test('hides the reason once the buyer tries again', async () => {
    const { sandbox, checkout } = await paying('GCASH');
    await office.browser.submit(await press(sandbox, 'fail'));
    expect((await office.browser.open(checkout.checkout_url)).text).not.toContain('declined');
  });

  test('an outcome after the first changes nothing', async () => {
    const { event, sandbox, state } = await paying('GCASH');
    await press(sandbox, 'fail');
    await press(sandbox, 'authorize');
    expect(await state()).toMatchObject({ status: 'open' });
    expect((await office.browser.open(sandbox.url)).forms).toEqual([]);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
  });

  describe('a bank transfer', () => {
    test('pending returns to the checkout page, which is processing and links to the sandbox page', async () => {
      const { sandbox, checkout, state } = await paying('BANK_TRANSFER');
      const page = await press(sandbox, 'pending');
      expect(page).toMatchObject({ status: 200, url: checkout.checkout_url, forms: [] });
      expect(await state()).toMatchObject({ status: 'processing' });
      expect(outcomes(await toSandbox(page))).toEqual(['settle', 'fail']);
    });

    test('pending links to its own page, even if another tab started a payment since', async () => {
      const { sandbox, checkout } = await paying('BANK_TRANSFER');
      await office.pay(checkout, 'CARD');
      const page = await press(sandbox, 'pending');
      expect(page.text).toContain('Bank transfer');
      expect(outcomes(await toSandbox(page))).toEqual(['settle', 'fail']);
    });

    test('pending shows the e-mail address for the tickets', async () => {
      const { sandbox, checkout } = await paying('BANK_TRANSFER');
      const page = await press(sandbox, 'pending');
      expect(page.text).toContain(`When the money arrives, we will e-mail your tickets to ${CUSTOMER.email}.`);
      const { text } = await office.browser.open(`${checkout.checkout_url}?lang=fil`);
      expect(text).toContain(`Pagpasok ng bayad, ipapadala namin sa ${CUSTOMER.email} ang 2 ticket mo;`);
    });

    test('settle completes it at success_url, long after the time to pay', async () => {
      const { event, sandbox, state } = await paying('BANK_TRANSFER');
      const page = await press(sandbox, 'pending');
      office.wait(HOLD_SECONDS + 3_600);
      const { url } = await press(await toSandbox(page), 'settle');
      expect(url.startsWith(SUCCESS_URL)).toBe(true);
      expect(await state()).toMatchObject({ status: 'completed' });
      expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
    });

    test('that fails after it was pending gives the buyer the full time to pay in another way', async () => {
      const { event, sandbox, state, checkout } = await paying('BANK_TRANSFER');
      const waiting = await press(sandbox, 'pending');
      office.wait(3 * 3_600);
      const page = await press(await toSandbox(waiting), 'fail');
      expect(page).toMatchObject({ status: 200, url: checkout.checkout_url });
      expect(page.text).toMatch(/Bank transfer.*declined/);
      const { status, expires_at } = await state();
      expect(status).toBe('open');
      expect(Date.parse(expires_at) - office.now().getTime()).toBe(HOLD_SECONDS * 1_000);
      expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
      await press(await office.browser.submit(page, { fields: { payment_method: 'MAYA' } }), 'authorize');
      expect(await state()).toMatchObject({ status: 'completed' });
    });

    test('is refunded when it settles if the checkout was paid in another tab', async () => {
      const { event, sandbox, checkout } = await paying('BANK_TRANSFER');
      const card = await office.pay(checkout, 'CARD');
      const waiting = await press(sandbox, 'pending');
      await press(card, 'authorize');
      office.wait(1);
      const transfer = await office.browser.open(sandbox.url);
      expect(outcomes(transfer)).toEqual(['settle', 'fail']);
      await press(transfer, 'settle');
      expect(waiting.status).toBe(200);
      expect((await office.refunds()).at(-1)).toMatchObject({ amountCentavos: 19_900 });
      expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
    });

    test('in processing is not paid again by pressing Pay on an old page', async () => {
      const event = await office.event();
      const checkout = await office.checkout(event);
      const old = await office.browser.open(checkout.checkout_url);
      await press(await office.pay(checkout, 'BANK_TRANSFER'), 'pending');
      expect(await office.browser.submit(old)).toMatchObject({ status: 200, url: checkout.checkout_url, forms: [] });
    });

    test('of an event that is cancelled meanwhile is refunded when it settles', async () => {
      const { event, sandbox, state } = await paying('BANK_TRANSFER');
      await press(sandbox, 'pending');
      await office.cancelEvent(event);
      const page = await press(await office.browser.open(sandbox.url), 'settle');
      expect(page.status).toBe(410);
      expect(await state()).toMatchObject({ status: 'cancelled', order_id: null });
    });
  });

  describe('errors', () => {
    const play = (url: string, payload: string) =>
      office.app.inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });

    test('an unknown outcome is a 400 page', async () => {
      const { sandbox } = await paying('CARD');
      for (const payload of ['outcome=win', '', 'outcome='])
        expect((await play(sandbox.url, payload)).statusCode).toBe(400);
    });

    test.each(['pending', 'settle'])('%s is not an outcome of a card', async (outcome) => {
      const { sandbox, state } = await paying('CARD');
      expect((await play(sandbox.url, `outcome=${outcome}`)).statusCode).toBe(303);
      expect(await state()).toMatchObject({ status: 'open' });
    });

    test.each(['x', 'A'.repeat(43)])('an unknown payment (%s) is a 404 page', async (code) => {
      expect(await office.browser.open(`${PUBLIC_URL}/sandbox/${code}`)).toMatchObject({ status: 404 });
    });
  });
});
