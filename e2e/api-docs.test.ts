import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

test('the page of the API lets a newcomer call it with the demo key, under any name of the server', async () => {
  // Not the name that openapi.json gives as the server's.
  const origin = takilya.url.replace('localhost', '127.0.0.1');
  const page = await browser.newPage();
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => !request.url().startsWith('data:') && hosts.add(new URL(request.url()).origin));

  await page.goto(`${origin}/api/v1/docs`);
  await page.getByRole('button', { name: 'Authorize' }).click();
  const key = page.getByLabel('auth-bearer-value');
  await key.fill(takilya.apiKey);
  // The other way in is the cookie of the dashboard.
  await page.locator('form').filter({ has: key }).getByRole('button', { name: 'Apply credentials' }).click();
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: /^GET \/events List/ }).click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  const answered = page.waitForResponse(`${origin}/api/v1/events**`);
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  await page.getByText('"Gabi ng Musika"').first().waitFor();

  expect(complaints).toStrictEqual([]);
  expect([...hosts]).toStrictEqual([origin]);
});
