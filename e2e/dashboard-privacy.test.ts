import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { buyFree, heading, newPage, openHome, press, type Watched } from './dashboard.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;
let organizer: Watched;
beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
  organizer = await newPage(browser);
  await openHome(organizer.page, takilya);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

const dialog = (page: Page) => page.getByRole('dialog');

/** Presses the button, and reads the file that the browser saves. */
async function exported(page: Page) {
  const download = page.waitForEvent('download');
  await press(page, 'Export data');
  const file = await download;
  expect(file.suggestedFilename()).toBe('personal-data.json');
  return JSON.parse(await readFile(await file.path(), 'utf8')) as { email: string; purchases: { customer: object }[] };
}

test('a buyer’s data is exported from their order, and erased once no ticket needs it', async () => {
  const { page, problems } = organizer;
  const fields = { title: 'Dulaan', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 0 };
  const { id: eventId } = await takilya.api('POST', '/events', fields);
  await takilya.api('PUT', `/events/${eventId}`, { status: 'active' });
  const orderId = await buyFree(browser, takilya, eventId, 'Dalisay Quizon');
  await page.goto(`${takilya.url}/dashboard/orders/${orderId}`);
  await heading(page, 'Order from Dalisay Quizon');
  expect((await exported(page)).purchases).toMatchObject([{ customer: { name: 'Dalisay Quizon' } }]);

  const erase = page.getByRole('main').getByRole('button', { name: 'Erase personal data' });
  await erase.click();
  await dialog(page).getByText('This cannot be undone.').waitFor();
  await dialog(page).getByRole('button', { name: 'Erase personal data' }).click();
  await dialog(page).getByText('This personal data is still needed').waitFor();
  await dialog(page).getByRole('button', { name: 'Keep the data' }).click();

  await takilya.api('POST', `/orders/${orderId}/refund`);
  await dialog(page).waitFor({ state: 'detached' });
  await erase.click();
  await dialog(page).getByRole('button', { name: 'Erase personal data' }).click();
  await heading(page, 'Order from Erased');
  expect(await takilya.api('GET', `/orders/${orderId}`)).toMatchObject({
    status: 'refunded',
    customer: { name: 'Erased', email: 'erased@erased.invalid', phone: null },
  });
  expect(problems).toStrictEqual([]);
});

test('the buyer of an order is corrected; another address gets new tickets, which the dialog says before', async () => {
  const { page, problems } = organizer;
  const fields = { title: 'Sarsuwela', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 0 };
  const { id: eventId } = await takilya.api('POST', '/events', fields);
  await takilya.api('PUT', `/events/${eventId}`, { status: 'active' });
  const orderId = await buyFree(browser, takilya, eventId, 'Elena Crus');
  const before = await takilya.api('GET', `/orders/${orderId}`);
  await page.goto(`${takilya.url}/dashboard/orders/${orderId}`);
  await press(page, 'Correct the buyer');
  expect(await dialog(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await dialog(page).getByLabel('Buyer').fill('Elena Cruz');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await heading(page, 'Order from Elena Cruz');
  expect(await takilya.api('GET', `/orders/${orderId}`)).toMatchObject({ tickets_url: before.tickets_url });

  await press(page, 'Correct the buyer');
  await dialog(page).getByLabel('E-mail').fill('elena@gmail.example');
  await dialog(page).getByText('All codes and links from before stop working at once').waitFor();
  await readable(page);
  await dialog(page).getByRole('button', { name: 'Correct and send new tickets' }).click();
  await page.getByRole('main').getByText('elena@gmail.example').first().waitFor();
  const { customer, tickets_url } = await takilya.api('GET', `/orders/${orderId}`);
  expect(customer).toEqual({ name: 'Elena Cruz', email: 'elena@gmail.example', phone: null });
  expect(tickets_url).not.toBe(before.tickets_url);
  expect(problems).toStrictEqual([]);
});

test('a request is answered under Settings, too, without an order at hand', async () => {
  const { page, problems } = organizer;
  await page.goto(`${takilya.url}/dashboard/settings`);
  await page.getByRole('tab', { name: 'Privacy requests' }).click();
  await page.getByLabel('E-mail address of the person').fill('nobody@example.com');
  expect(await exported(page)).toMatchObject({ email: 'nobody@example.com', purchases: [] });
  expect(problems).toStrictEqual([]);
});

test('a person who only waited for tickets is erased, and an address of nobody is named', async () => {
  const { page, problems } = organizer;
  const fields = { title: 'Pila', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 0 };
  const { id: eventId } = await takilya.api('POST', '/events', fields);
  for (const status of ['active', 'sold_out']) await takilya.api('PUT', `/events/${eventId}`, { status });
  await takilya.api('POST', `/events/${eventId}/waiting-list`, {
    ...{ quantity: 1, customer: { name: 'Ana Reyes', email: 'waits@example.com' } },
    success_url: 'https://shop.example/',
  });
  const erase = async (email: string) => {
    await page.goto(`${takilya.url}/dashboard/settings?tab=privacy`);
    await page.getByLabel('E-mail address of the person').fill(email);
    await press(page, 'Erase personal data');
    await dialog(page).getByRole('button', { name: 'Erase personal data' }).click();
  };
  await erase('waits@example.com');
  await page.getByText('The personal data was erased').waitFor();
  await erase('nobody@example.com');
  await dialog(page).getByText('Nothing is held about the address nobody@example.com. Check the address.').waitFor();
  expect(problems).toStrictEqual([]);
});
