import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQrOfPng } from '../server/test/readers/qr-reader.ts';
import { launchBrowser } from './browser.ts';
import { heading, newPage, press, type Watched } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const PASSWORD = 'a long enough password';

let takilya: Takilya;
let browser: Browser;
let organizer: Watched;

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya({ DEMO: '0' }), launchBrowser()]);
  organizer = await newPage(browser);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

const call = (path: string, key: string, body?: unknown) =>
  fetch(`${takilya.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });

test('from the printed link to an account in the language of the page', async () => {
  const { page, problems } = organizer;
  const link = /http\S+\/dashboard\/set-up#\S+/.exec(takilya.greeting())?.[0] ?? '';
  await page.goto(link);
  await heading(page, 'Set up Takilya');
  await press(page, 'Filipino');
  await page.getByLabel('Pangalan ng organisasyon').fill('Lakbay Concerts');
  await page.getByLabel('Pangalan mo').fill('Ana Reyes');
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await press(page, 'Gawin ang organisasyon');
  await page.getByRole('region', { name: 'Simulan ang pagbebenta' }).waitFor();
  await press(page, 'Ana Reyes');
  await press(page, 'English');
  await press(page, 'Ana Reyes');
  expect(problems).toStrictEqual([]);
});

test('from the first page to the first sold ticket, and a key that works until it is revoked', async () => {
  const { page, problems } = organizer;
  await page.getByText('No published events yet.').waitFor();

  // Nothing is done yet, and the first page says what to do.
  const steps = page.getByRole('region', { name: 'Start selling' });
  await steps.getByText('0 of 5 done').waitFor();
  await steps.getByRole('link', { name: 'Create event' }).click();
  await page.getByLabel('Title').fill('Gabi ng Musika');
  await page.getByLabel('Starts').fill('2099-12-31T20:00');
  await page.getByLabel('Capacity').fill('50');
  await page.getByLabel('Price in pesos').fill('0');
  await page.getByRole('textbox', { name: 'Description' }).fill('Bring your own chair.');
  const created: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/events')) created.push(request.url());
  });
  // As many press every button.
  await page.getByRole('button', { name: 'Create draft' }).dblclick();
  await heading(page, 'Gabi ng Musika');
  expect(created).toHaveLength(1);
  await press(page, 'Publish');
  await page.getByText('On sale').first().waitFor();
  const eventId = new URL(page.url()).pathname.split('/').at(-1);

  // The organizer needs no program: the link on this page sells tickets.
  const shopLink = page.getByRole('link', { name: /\/shop\/lakbay-concerts\/gabi-ng-musika$/ });
  await page.getByRole('button', { name: 'Copy link', exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'QR code (PNG)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('gabi-ng-musika-qr.png');
  expect(readQrOfPng(await readFile(await download.path()))).toBe(await shopLink.getAttribute('href'));
  const stranger = await newPage(browser);
  await stranger.page.goto(String(await shopLink.getAttribute('href')));
  await stranger.page.getByLabel('Full name').fill('Ben Cruz');
  await stranger.page.getByLabel('E-mail address').fill('ben@example.com');
  await press(stranger.page, 'Continue');
  await press(stranger.page, 'Get my ticket');
  await stranger.page.getByRole('heading', { name: 'Your ticket' }).waitFor();
  expect(stranger.page.url()).toMatch(/\/o\//);

  await page.getByRole('link', { name: 'API keys' }).click();
  await press(page, 'Create API key');
  await page.getByRole('dialog').getByLabel('Name').fill('Shop');
  await page.getByLabel('Create checkouts, and read everything').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  const shown = page.getByRole('status').filter({ hasText: 'Your new API key' });
  const key = (await shown.getByText(/^svc_live_/).textContent()) ?? '';
  const event = (await (await call(`/events/${eventId}`, key)).json()) as {
    data: { start_datetime: string; description: string };
  };
  expect(event.data.start_datetime).toBe('2099-12-31T12:00:00.000Z');
  expect(event.data.description).toContain('Bring your own chair.');

  const sold = await call('/checkouts', key, {
    event_id: eventId,
    quantity: 1,
    customer: { name: 'Maria Santos', email: 'maria@example.com' },
    success_url: 'http://localhost:9/thanks',
    cancel_url: 'http://localhost:9/basket',
  });
  const { data: checkout } = (await sold.json()) as { data: { checkout_url: string } };
  const buyer = await newPage(browser);
  await buyer.page.goto(checkout.checkout_url);
  const thanks = buyer.page.waitForRequest(/localhost:9\/thanks/);
  await press(buyer.page, 'Get my ticket');
  await thanks;

  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('link', { name: 'Maria Santos' }).click();
  await heading(page, 'Order from Maria Santos');
  await page.getByText('maria@example.com').first().waitFor();

  await page.getByRole('link', { name: 'API keys' }).click();
  // Shown once: it is gone with the page.
  expect(await page.getByText(key).count()).toBe(0);
  await press(page, 'Revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  await expect.poll(async () => (await call('/events', key)).status).toBe(401);

  await press(page, 'Ana Reyes');
  await page.getByRole('button', { name: 'Log out' }).click();
  await heading(page, 'Log in');
  await page.goto(`${takilya.url}/dashboard/orders`);
  await heading(page, 'Log in');
  expect(problems).toStrictEqual([]);
});
