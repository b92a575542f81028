import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { buyFree, heading, logIn, newPage, type Watched } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const LONG_TITLE = 'Isang napakahabang pamagat ng konsiyerto na hindi magkakasya sa isang linya '.repeat(2).trim();
const LISTS = ['', 'events', 'orders', 'promo-codes'];

let takilya: Takilya;
let browser: Browser;
let organizer: Watched;

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
  // The next one, so that it is on the first page.
  const start = new Date(Date.now() + 86_400_000).toISOString();
  const fields = { title: LONG_TITLE, start_datetime: start, capacity: 10, ticket_price: 0 };
  const { id } = await takilya.api('POST', '/events', fields);
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  const orderId = await buyFree(browser, takilya, id, 'Maria Consolacion de los Santos', { quantity: 2 });
  const { tickets } = await takilya.api('GET', `/orders/${orderId}`);
  await takilya.api('POST', `/tickets/${(tickets as { id: string }[])[0]?.id}/refund`);
  await takilya.api('PUT', `/events/${id}`, { status: 'sold_out' });
  const promo = { event_id: id, discount_type: 'percentage', discount_amount: 10 };
  await takilya.api('POST', '/promo-codes', { ...promo, code: 'HABA', expires_at: '2099-12-30T23:59:00+08:00' });
  organizer = await newPage(browser);
  await logIn(organizer.page, takilya);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

/** Badges that are cut off, and times that go on in another line. */
const BROKEN = `[
  ...[...document.querySelectorAll('td .mantine-Badge-label')].filter((label) => label.scrollWidth > label.clientWidth),
  ...[...document.querySelectorAll('td > div')].filter((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    return /\\d:\\d\\d/.test(cell.textContent) && words.getClientRects().length > 1;
  }),
].map(({ textContent }) => textContent)`;

test.each([390, 1280])('at %i pixels badges are whole and times on one line, beside a long title', async (width) => {
  const { page, problems } = organizer;
  await page.setViewportSize({ width, height: 800 });
  for (const list of LISTS) {
    await page.goto(`${takilya.url}/dashboard/${list}`);
    await heading(page, /./);
    await page.getByRole('cell', { name: LONG_TITLE }).first().waitFor();
    expect(await page.evaluate(BROKEN), list).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
  expect(problems).toStrictEqual([]);
});

test('on a phone the first page says beside the title how many are sold', async () => {
  const { page } = organizer;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${takilya.url}/dashboard/`);
  const headers = page.getByRole('region', { name: 'Events' }).getByRole('columnheader');
  await headers.first().waitFor();
  expect((await headers.allTextContents()).slice(0, 2)).toEqual(['Event', 'Sold']);
  const place = await headers.nth(1).boundingBox();
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(390);
});
