import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { picture } from './picture.ts';
import { readable, readableInAll } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  page = await context.newPage();
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

test('a buyer adds parking in the shop, and finds it apart from the tickets', async () => {
  const event = await takilya.api('POST', '/events', {
    title: 'Gabi ng Musika',
    slug: 'add-ons',
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Music Museum',
    capacity: 100,
    ticket_price: 500,
  });
  const parking = { name: 'Parking', price: 150, quantity_total: 20, admission: false };
  await takilya.api('POST', `/events/${event.id}/tiers`, parking);
  await takilya.api('PUT', `/events/${event.id}`, { status: 'active' });
  const { public_url } = await takilya.api('GET', '/organization');

  await page.goto(`${public_url}/add-ons`);
  await readable(page);
  await picture(page, 'add-ons-phone', { fullPage: true });
  const addOns = page.getByRole('group', { name: 'Add-ons' });
  await page.getByLabel('Number of tickets: General Admission').selectOption('2');
  await addOns.getByLabel('Number of tickets: Parking').selectOption('1');
  await page.getByLabel('Full name').fill('Maria Santos');
  await page.getByLabel('E-mail address').fill('maria@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('1 × Parking').waitFor();
  await readable(page);
  await page.getByLabel('GCash').check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.locator('button[value=authorize]').click();

  const { orders } = (await takilya.api('GET', `/orders?event_id=${event.id}`)) as { orders: { id: string }[] };
  const order = await takilya.api('GET', `/orders/${orders[0]?.id}`);
  await page.goto(String(order.tickets_url));
  expect(await page.getByRole('region', { name: 'Your 2 tickets' }).getByRole('listitem').count()).toBe(2);
  const listed = page.getByRole('region', { name: 'Add-ons' }).getByRole('listitem');
  expect(await listed.count()).toBe(1);
  await readableInAll(page);
  await listed.getByRole('link').first().click();
  await page.getByText('This add-on admits nobody').waitFor();
  await readableInAll(page);
});

test('a buyer opens a hidden tier with a code, chooses a price, and sees what comes after the early bird', async () => {
  const event = await takilya.api('POST', '/events', {
    title: 'Harana sa Plaza',
    slug: 'prices',
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Plaza Roma',
    capacity: 100,
    ticket_price: 300,
  });
  const id = String(event.id);
  const tier = (fields: object) =>
    takilya.api('POST', `/events/${id}/tiers`, { price: 500, quantity_total: 5, ...fields });
  const early = await tier({ name: 'Early bird' });
  await tier({ name: 'Regular', price: 800, follows_tier_id: early.id });
  await tier({ name: 'Support the band', price: 150, price_mode: 'chosen', minimum_price: 50, admission: false });
  const sponsors = await tier({ name: 'Sponsors', price: 100, hidden: true });
  const code = { event_id: id, code: 'KAIBIGAN', discount_type: 'percentage', discount_amount: 0 };
  await takilya.api('POST', '/promo-codes', { ...code, opens_tier_ids: [sponsors.id] });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  const { public_url } = await takilya.api('GET', '/organization');

  await page.goto(`${public_url}/prices`);
  await page.getByText('On sale when Early bird is sold out').waitFor();
  await page.getByLabel('Do you have a code?').fill('wrong');
  await page.getByRole('button', { name: 'Use code' }).click();
  await page.getByText('Promo code WRONG is not known for this event').first().waitFor();
  await readable(page);
  await page.getByLabel('Do you have a code?').fill('kaibigan');
  await page.getByRole('button', { name: 'Use code' }).click();
  await page.getByLabel('Number of tickets: Sponsors').selectOption('2');
  await readable(page);
  await picture(page, 'prices-phone', { fullPage: true });
  await page.getByRole('button', { name: 'Filipino' }).click();
  await page.getByText('Gagamitin ang code sa order na ito').waitFor();
  await readable(page, 'fil');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByLabel('Number of tickets: Support the band').selectOption('1');
  await page.getByLabel('Your price for each').fill('49');
  await page.getByLabel('Full name').fill('Maria Santos');
  await page.getByLabel('E-mail address').fill('maria@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').waitFor();
  await readable(page);
  await page.getByLabel('Your price for each').fill('75.50');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('1 × Support the band').waitFor();
  expect(await page.getByText('₱275.50').count()).toBeGreaterThan(0);
});
