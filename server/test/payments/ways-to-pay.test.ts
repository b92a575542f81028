import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../readers/browser.ts';
import { type MoneyOffice, openPaymongoOffice } from './money-office.ts';
import type { PaymongoStandIn } from './paymongo-stand-in.ts';

const methodsOn = (page: Page) =>
  page.forms.flatMap(({ fields }) => fields.filter(({ name }) => name === 'payment_method').map(({ value }) => value));

describe('the payment methods on the hosted page', () => {
  let office: MoneyOffice<PaymongoStandIn>;
  beforeAll(async () => {
    office = await openPaymongoOffice();
  });
  afterAll(() => office.close());

  const open = async (price: number, fields: Record<string, unknown> = {}) => {
    const checkout = await office.checkout(await office.event({ price }), fields);
    return { checkout, page: await office.browser.open(checkout.checkout_url) };
  };

  test.each([
    [20, ['GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'CARD', 'BANK_TRANSFER']],
    [50_000, ['GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'CARD', 'BANK_TRANSFER']],
    [50_000.01, ['GCASH', 'MAYA', 'GRABPAY', 'CARD', 'BANK_TRANSFER']],
    [100_000.01, ['CARD']],
  ])('for ₱%s are those of the account that accept it', async (price, methods) => {
    const { page } = await open(price);
    expect(methodsOn(page)).toEqual(methods);
  });

  test('are in the order of the organization, which offers no other ones', async () => {
    await office.call('PUT', '/organization', { payment_method_order: ['QRPH', 'CARD'] });
    expect(methodsOn((await open(50_000.01)).page)).toEqual(['CARD', 'GCASH', 'MAYA', 'GRABPAY', 'BANK_TRANSFER']);
    const { page } = await open(20);
    expect(methodsOn(page).slice(0, 2)).toEqual(['QRPH', 'CARD']);
    expect(page.html).toMatch(/value="QRPH"[^>]* checked/);
    await office.call('PUT', '/organization', { payment_method_order: [] });
  });

  test.each([
    ['less than any takes', 19.99, 1],
    ['more than any takes', 10_000_000, 1],
    ['together more than any takes', 6_000_000, 2],
  ])('are none for %s: the page says so and has no button', async (_what, price, quantity) => {
    const { checkout, page } = await open(price, { quantity });
    expect(page.text).toContain('This cannot be paid online');
    expect(page.text).toContain('Lakbay Concerts has no payment method that accepts');
    expect(page.forms.map(({ action }) => action).filter((action) => action.endsWith('/pay'))).toEqual([]);
    const pressed = await office.inject({
      method: 'POST',
      url: `${new URL(checkout.checkout_url).pathname}/pay`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'payment_method=GCASH',
    });
    expect(pressed.statusCode).toBe(400);
    expect(office.standIn.calls).not.toContain('create');
  });

  test('follow the total when a promo code changes it', async () => {
    const event = await office.event({ price: 100_001 });
    const body = { event_id: event.id, code: 'LESS', discount_type: 'fixed_amount', discount_amount: 60_000 };
    expect((await office.call('POST', '/promo-codes', body)).status).toBe(201);
    const checkout = await office.checkout(event);
    const page = await office.browser.open(checkout.checkout_url);
    expect(methodsOn(page)).toEqual(['CARD']);
    const after = await office.browser.submit(page, { press: 'Apply', fields: { promo_code: 'LESS' } });
    expect(methodsOn(after)).toEqual(['GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'CARD', 'BANK_TRANSFER']);
  });

  test('are not needed for free tickets', async () => {
    const { page } = await open(0);
    expect(page.text).not.toContain('cannot be paid online');
    const { url } = await office.browser.submit({
      ...page,
      forms: page.forms.filter(({ action }) => action.endsWith('/pay')),
    });
    expect(url).toContain('order_id=');
  });

  test('are none for an organization without an account', async () => {
    const { key } = office.others;
    const call = (url: string, method: 'POST' | 'PUT', payload: object) =>
      office.inject({ method, url: `/api/v1${url}`, headers: { authorization: `Bearer ${key}` }, payload });
    const event = (
      await call('/events', 'POST', {
        title: 'Fair',
        start_datetime: '2027-03-01T12:00:00Z',
        capacity: 5,
        ticket_price: 100,
      })
    ).json().data;
    await call(`/events/${event.id}`, 'PUT', { status: 'active' });
    const customer = { name: 'Ana Reyes', email: 'ana@example.com' };
    const checkout = (
      await call('/checkouts', 'POST', {
        event_id: event.id,
        quantity: 1,
        customer,
        success_url: 'https://shop.example',
      })
    ).json().data;
    const page = await office.browser.open(checkout.checkout_url);
    expect(page.text).toContain('Isla Events has no payment method that accepts ₱100.00');
  });
});

describe('the return page before the payment is confirmed', () => {
  let office: MoneyOffice<PaymongoStandIn>;
  beforeAll(async () => {
    office = await openPaymongoOffice({ providerTimeoutMs: 5_000 });
  });
  afterAll(() => office.close());

  const looksAgain = { refresh: '5' };

  test('reloads without a script until the payment is confirmed', async () => {
    const paying = await office.pressFor(await office.event());
    office.standIn.begin(paying.sessionId);
    const page = await office.comeBack(paying);
    expect(page.text).toContain('Confirming your payment');
    expect(page.headers).toMatchObject(looksAgain);
    expect(page.html).not.toContain('<script');
    office.standIn.pay(paying.sessionId, { quietly: true });
    office.wait(5);
    const { url } = await office.browser.open(page.url);
    expect(url).toContain('order_id=');
  });

  test('also reloads if the provider does not answer', async () => {
    const paying = await office.pressFor(await office.event());
    office.standIn.pay(paying.sessionId, { quietly: true });
    office.standIn.misbehave((call) => (call === 'read' ? 'hang before' : undefined));
    const page = await office.comeBack(paying);
    expect(page).toMatchObject({ status: 200 });
    expect(page.headers).toMatchObject(looksAgain);
    office.standIn.behave();
    office.wait(5);
    expect((await office.browser.open(page.url)).url).toContain('order_id=');
  });

  test('stops when the time to pay is over', async () => {
    const paying = await office.pressFor(await office.event());
    office.wait(3_600);
    await office.followPayments();
    const page = await office.comeBack(paying);
    expect(page).toMatchObject({ status: 410 });
    expect(page.headers).not.toHaveProperty('refresh');
  });

  test('is the only page that reloads', async () => {
    const checkout = await office.checkout(await office.event());
    expect((await office.browser.open(checkout.checkout_url)).headers).not.toHaveProperty('refresh');
    const paying = await office.press(checkout, 'BANK_TRANSFER');
    office.standIn.process(paying.sessionId);
    const waiting = await office.comeBack(paying);
    expect(waiting.text).toContain('Waiting for your payment');
    expect(waiting.headers).not.toHaveProperty('refresh');
  });
});
