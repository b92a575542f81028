import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { METHOD_NAMES } from '../server/src/payments/method-names.ts';
import { sandboxTexts } from '../server/src/payments/sandbox/texts.ts';
import { promoUseRefusals } from '../server/src/promo-codes/refusals.ts';
import { changeTexts } from '../server/src/sales/pages/change-texts.ts';
import { checkoutTexts } from '../server/src/sales/pages/texts.ts';
import { type Language, LOCALES } from '../server/src/values/language.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../server/src/values/payment-method.ts';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { comeBackTooSoon, openShop } from './shop.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let shop: Awaited<ReturnType<typeof openShop>>;
let browser: Browser;
let eventId: unknown;

beforeAll(async () => {
  [takilya, shop, browser] = await Promise.all([startTakilya(), openShop(), launchBrowser()]);
  ({ id: eventId } = await openEvent({ ticket_price: 850.5 }));
});
afterAll(() => Promise.all([browser?.close(), shop?.close(), takilya?.stop()]));

async function openEvent(fields: object) {
  const event = await takilya.api('POST', '/events', {
    title: 'Tom & Jerry’s <b>Live</b> Band',
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Music Museum',
    city: 'San Juan',
    capacity: 100,
    ...fields,
  });
  await takilya.api('PUT', `/events/${event.id}`, { status: 'active' });
  return event;
}

const checkOut = (fields: object = {}) =>
  takilya.api('POST', '/checkouts', {
    event_id: eventId,
    quantity: 2,
    customer: { name: 'Maria Santos', email: 'maria@example.com' },
    success_url: shop.successUrl,
    cancel_url: shop.cancelUrl,
    ...fields,
  });

interface Setting {
  javaScriptEnabled: boolean;
  language: Language;
}

/** A cheap phone. What its browser refuses (a policy that blocks our own form, say) fails the test. */
async function openPhone({ javaScriptEnabled, language }: Setting) {
  const viewport = { width: 320, height: 640 };
  const context = await browser.newContext({ javaScriptEnabled, viewport, locale: LOCALES[language] });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  page.on('pageerror', (error) => refused.push(error.message));
  return { context, page, refused };
}

async function openCheckout(page: Page, fields: object = {}) {
  const checkout = await checkOut(fields);
  await page.goto(String(checkout.checkout_url));
  return checkout;
}

const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click();

/** The shop was told what was bought. @returns the order, as the API has it */
async function arriveAtShop(page: Page, { checkout_id }: Record<string, unknown>) {
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const { order_id, ...query } = Object.fromEntries(new URL(page.url()).searchParams);
  expect(page.url()).toMatch(shop.successUrl);
  expect(query).toStrictEqual({ from: 'takilya', checkout_id });
  return takilya.api('GET', `/orders/${order_id}`);
}

const SETTINGS: Setting[] = [
  { language: 'en', javaScriptEnabled: false },
  { language: 'en', javaScriptEnabled: true },
  { language: 'fil', javaScriptEnabled: false },
  { language: 'fil', javaScriptEnabled: true },
];

describe.each(SETTINGS)('with %o', (setting) => {
  const words = checkoutTexts[setting.language];
  const { outcomes, goBack } = sandboxTexts[setting.language];
  const names = METHOD_NAMES[setting.language];
  let context: BrowserContext;
  let page: Page;
  let refused: string[];
  beforeAll(async () => {
    ({ context, page, refused } = await openPhone(setting));
  });
  afterAll(() => context.close());
  afterEach(async () => {
    expect(refused).toStrictEqual([]);
    if (page.url().startsWith(takilya.url))
      expect(await page.locator('html').getAttribute('lang')).toBe(setting.language);
  });

  async function seeConfirming() {
    await comeBackTooSoon(page, goBack);
    await page.getByRole('heading', { name: words.confirming.heading }).waitFor();
  }

  async function choose(method: PaymentMethod, total = '₱1,701.00') {
    await page.getByRole('group', { name: words.pay.legend }).getByLabel(names[method]).check();
    await page.getByRole('button', { name: words.pay.pay(total) }).click();
    await page.getByRole('heading', { name: names[method] }).waitFor();
  }

  test.each(PAYMENT_METHODS)('a buyer pays by %s and ends at the shop', async (payment_method) => {
    const checkout = await openCheckout(page);
    await choose(payment_method);
    await press(page, outcomes.authorize);
    const order = await arriveAtShop(page, checkout);
    expect(order).toMatchObject({ payment_method, quantity: 2, total_amount: 1701, status: 'paid' });
  });

  test('a bank transfer that arrives later keeps the tickets, and makes the order when it is there', async () => {
    const checkout = await openCheckout(page);
    await choose('BANK_TRANSFER');
    await press(page, outcomes.pending);
    await page.getByRole('status').getByRole('heading', { name: words.waiting.heading }).waitFor();
    expect(await takilya.api('GET', `/checkouts/${checkout.checkout_id}`)).toMatchObject({ status: 'processing' });
    await page.getByRole('link', { name: words.checkAgain }).click();
    await page.getByRole('link', { name: words.waiting.back }).click();
    await press(page, outcomes.settle);
    expect(await arriveAtShop(page, checkout)).toMatchObject({ payment_method: 'BANK_TRANSFER', status: 'paid' });
  });

  test('a buyer whose payment fails is told why, and pays in another way', async () => {
    const checkout = await openCheckout(page);
    await choose('CARD');
    await press(page, outcomes.fail);
    const told = await page.getByRole('alert').textContent();
    expect(told).toContain(`${words.failures.declined(names.CARD)} ${words.stillHeld(2)}`);
    await choose('MAYA');
    await press(page, outcomes.authorize);
    expect(await arriveAtShop(page, checkout)).toMatchObject({ payment_method: 'MAYA', status: 'paid' });
  });

  test('a buyer who is back before the payment is confirmed is led on by the page itself', async () => {
    const checkout = await openCheckout(page);
    await choose('GCASH');
    const sandbox = page.url();
    await seeConfirming();
    // Meanwhile, on the phone, in the wallet's app.
    const answer = await fetch(sandbox, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'authorize' }),
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
    expect(await arriveAtShop(page, checkout)).toMatchObject({ payment_method: 'GCASH', status: 'paid' });
  });

  test('a buyer who comes back without having paid can choose another way', async () => {
    const checkout = await openCheckout(page);
    await choose('GRABPAY');
    await seeConfirming();
    await page.locator(`main a[href="${new URL(String(checkout.checkout_url)).pathname}"]`).click();
    await choose('QRPH');
    await press(page, outcomes.authorize);
    expect(await arriveAtShop(page, checkout)).toMatchObject({ payment_method: 'QRPH', status: 'paid' });
  });

  test('a promo code that is wrong says so and stays in its field, and the right one lowers the total', async () => {
    const code = `LESS${setting.language}${Number(setting.javaScriptEnabled)}`.toUpperCase();
    const promo = { event_id: eventId, code, discount_type: 'percentage', discount_amount: 10 };
    await takilya.api('POST', '/promo-codes', promo);
    const checkout = await openCheckout(page);
    const field = page.getByLabel(words.promo.label);
    await field.fill('wrong');
    await press(page, words.promo.apply);
    await page
      .getByText(promoUseRefusals.promo_code_unknown({ promo_code: 'WRONG' }).in(setting.language) ?? '')
      .waitFor();
    expect(await field.inputValue()).toBe('wrong');
    await field.fill(` ${code.toLowerCase()}`);
    await field.press('Enter');
    await page.getByText(words.order.discount(code)).waitFor();
    await choose('MAYA', '₱1,530.90');
    await press(page, outcomes.authorize);
    expect(await arriveAtShop(page, checkout)).toMatchObject({ total_amount: 1530.9, status: 'paid' });
  });

  test('a buyer of a seated event sees the seats before paying, and gets them', async () => {
    const event = await openEvent({ ticket_price: 100 });
    const tierIds = (event.ticket_tiers as { id: string }[]).map(({ id }) => id);
    const plan = { sections: [{ label: 'Lower Box', tier_ids: tierIds, rows: [{ label: 'C', seats: 8 }] }] };
    const { sections } = await takilya.api('PUT', `/events/${event.id}/seating-plan`, plan);
    const [section] = sections as { id: string }[];
    const checkout = await openCheckout(page, { event_id: event.id, section_id: section?.id, quantity: 3 });
    const seats = checkout.assigned_seats as { seat: number }[];
    const [first = 0, , last = 0] = seats.map(({ seat }) => seat);
    await page.getByRole('heading', { name: words.seats.heading(3) }).waitFor();
    await page.getByText(words.seats.inRow(3, words.seats.run(first, last)), { exact: true }).waitFor();
    await page.getByRole('img', { name: /Lower Box/ }).waitFor();
    await choose('CARD', '₱300.00');
    await press(page, outcomes.authorize);
    const order = await arriveAtShop(page, checkout);
    expect(order).toMatchObject({ quantity: 3, status: 'paid' });
    expect(await takilya.api('GET', `/checkouts/${checkout.checkout_id}`)).toMatchObject({ assigned_seats: seats });
  });

  test('a free ticket asks for no way to pay', async () => {
    const { id } = await openEvent({ ticket_price: 0 });
    const checkout = await openCheckout(page, { event_id: id, quantity: 1 });
    expect(await page.getByRole('radio').count()).toBe(0);
    await press(page, words.pay.get(1));
    expect(await arriveAtShop(page, checkout)).toMatchObject({ payment_method: 'FREE', total_amount: 0 });
  });

  test('a buyer who changes their mind gets back to the shop', async () => {
    await openCheckout(page);
    await page.getByRole('link', { name: changeTexts[setting.language].goBack }).click();
    await page.waitForURL(shop.cancelUrl);
  });
});

test('what was bought admits once, and its money goes back', async () => {
  const { context, page } = await openPhone({ javaScriptEnabled: false, language: 'en' });
  const checkout = await openCheckout(page);
  await page.getByLabel('GCash').check();
  await page.getByRole('button', { name: 'Pay ₱1,701.00' }).click();
  await press(page, 'Authorize the payment');
  const order = await arriveAtShop(page, checkout);
  await context.close();

  const [first, second] = order.ticket_ids as string[];
  const { ticket_number } = await takilya.api('GET', `/tickets/${first}`);
  const scan = () => takilya.api('POST', '/tickets/check-in', { code: ticket_number, event_id: eventId });
  expect(await scan()).toMatchObject({ id: first, status: 'used', customer: { name: 'Maria Santos' } });
  await expect(scan()).rejects.toThrow('409');

  expect(await takilya.api('POST', `/tickets/${second}/refund`)).toMatchObject({ status: 'refunded' });
  expect(await takilya.api('GET', `/orders/${order.id}`)).toMatchObject({
    status: 'partially_refunded',
    refunded_amount: 850.5,
  });
});
