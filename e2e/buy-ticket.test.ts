import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openShop } from './shop.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let shop: Awaited<ReturnType<typeof openShop>>;
let browser: Browser;
let eventId: unknown;

beforeAll(async () => {
  [takilya, shop, browser] = await Promise.all([startTakilya(), openShop(), launchBrowser()]);
  eventId = await openEvent({ ticket_price: 850.5 });
});
afterAll(() => Promise.all([browser?.close(), shop?.close(), takilya?.stop()]));

async function openEvent(fields: object) {
  const { id } = await takilya.api('POST', '/events', {
    title: 'Tom & Jerry’s <b>Live</b> Band',
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Music Museum',
    city: 'San Juan',
    capacity: 100,
    ...fields,
  });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  return id;
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

/** A cheap phone. What its browser refuses (a policy that blocks our own form, say) fails the test. */
async function openPhone({ javaScriptEnabled }: { javaScriptEnabled: boolean }) {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 640 } });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  return { context, page, refused };
}

async function openCheckout(page: Page, fields: object = {}) {
  const checkout = await checkOut(fields);
  await page.goto(String(checkout.checkout_url));
  return checkout;
}

async function choose(page: Page, method: string) {
  await page.getByRole('group', { name: 'How would you like to pay?' }).getByLabel(method).check();
  await page.getByRole('button', { name: 'Pay ₱1,701.00' }).click();
  await page.getByRole('heading', { name: method }).waitFor();
}

const press = (page: Page, button: string) => page.getByRole('button', { name: button }).click();

/** The shop was told what was bought. @returns the order, as the API has it */
async function arriveAtShop(page: Page, { checkout_id }: Record<string, unknown>) {
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const { order_id, ...query } = Object.fromEntries(new URL(page.url()).searchParams);
  expect(page.url()).toMatch(shop.successUrl);
  expect(query).toStrictEqual({ from: 'takilya', checkout_id });
  return takilya.api('GET', `/orders/${order_id}`);
}

describe.each([{ javaScriptEnabled: false }, { javaScriptEnabled: true }])('with %o', ({ javaScriptEnabled }) => {
  let context: BrowserContext;
  let page: Page;
  let refused: string[];
  beforeAll(async () => {
    ({ context, page, refused } = await openPhone({ javaScriptEnabled }));
  });
  afterAll(() => context.close());
  afterEach(() => expect(refused).toStrictEqual([]));

  test.each([
    ['CARD', 'Credit or debit card'],
    ['GCASH', 'GCash'],
    ['MAYA', 'Maya'],
    ['GRABPAY', 'GrabPay'],
    ['QRPH', 'QR Ph'],
    ['BANK_TRANSFER', 'Bank transfer'],
  ])('a buyer pays by %s and ends at the shop', async (payment_method, name) => {
    const checkout = await openCheckout(page);
    await choose(page, name);
    await press(page, 'Authorize the payment');
    const order = await arriveAtShop(page, checkout);
    expect(order).toMatchObject({ payment_method, quantity: 2, total_amount: 1701, status: 'paid' });
  });

  test('a bank transfer that arrives later keeps the tickets, and makes the order when it is there', async () => {
    const checkout = await openCheckout(page);
    await choose(page, 'Bank transfer');
    await press(page, 'Pay later, by bank transfer');
    await page.getByRole('status').getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
    expect(await takilya.api('GET', `/checkouts/${checkout.checkout_id}`)).toMatchObject({ status: 'processing' });
    await page.getByRole('link', { name: 'Check again' }).click();
    await page.getByRole('link', { name: 'Back to the payment page' }).click();
    await press(page, 'The transfer arrived');
    expect(await arriveAtShop(page, checkout)).toMatchObject({ payment_method: 'BANK_TRANSFER', status: 'paid' });
  });

  test('a buyer whose payment fails is told why, and pays in another way', async () => {
    const checkout = await openCheckout(page);
    await choose(page, 'GCash');
    await press(page, 'Let the payment fail');
    expect(await page.getByRole('alert').textContent()).toMatch(/GCash: the payment was declined.*still held/s);
    await choose(page, 'Maya');
    await press(page, 'Authorize the payment');
    expect(await arriveAtShop(page, checkout)).toMatchObject({ payment_method: 'MAYA', status: 'paid' });
  });

  test('a buyer who comes back without having paid can go on or choose another way', async () => {
    const checkout = await openCheckout(page);
    await choose(page, 'GrabPay');
    await page.getByRole('link', { name: 'Go back' }).click();
    await page.getByRole('heading', { name: 'Confirming your payment' }).waitFor();
    await page.getByRole('link', { name: 'choose another way to pay' }).click();
    await choose(page, 'QR Ph');
    await press(page, 'Authorize the payment');
    expect(await arriveAtShop(page, checkout)).toMatchObject({ payment_method: 'QRPH', status: 'paid' });
  });

  test('a free ticket asks for no way to pay', async () => {
    const checkout = await openCheckout(page, { event_id: await openEvent({ ticket_price: 0 }), quantity: 1 });
    expect(await page.getByRole('radio').count()).toBe(0);
    await press(page, 'Get my ticket');
    expect(await arriveAtShop(page, checkout)).toMatchObject({ payment_method: 'FREE', total_amount: 0 });
  });

  test('a buyer who changes their mind gets back to the shop', async () => {
    await openCheckout(page);
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await page.waitForURL(shop.cancelUrl);
  });
});

test('what was bought admits once, and its money goes back', async () => {
  const { context, page } = await openPhone({ javaScriptEnabled: false });
  const checkout = await openCheckout(page);
  await choose(page, 'GCash');
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
