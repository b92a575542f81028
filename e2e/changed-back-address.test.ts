import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;
beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

test('an address that an event had, lost and got back opens in a browser that followed it in between', async () => {
  const { id } = await takilya.api('POST', '/events', {
    title: 'Gabi ng Musika',
    slug: 'gabi',
    start_datetime: '2099-12-31T20:00:00+08:00',
    capacity: 10,
    ticket_price: 100,
  });
  const event = await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  const url = String(event.public_url);
  const context = await browser.newContext();
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const page = await context.newPage();
  const change = (slug: string) => takilya.api('PUT', `/events/${id}`, { slug });
  await change('gabi-2099');
  await page.goto(url);
  expect(page.url()).toMatch(/\/gabi-2099$/);
  await change('gabi');
  await page.goto(url);
  expect(await page.locator('h1').textContent()).toBe('Gabi ng Musika');
  await context.close();
});
