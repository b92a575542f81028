import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import {
  endSession,
  fillLogIn,
  heading,
  logIn,
  newPage,
  openHome,
  press,
  untilSaved,
  type Watched,
} from './dashboard.ts';
import { picture } from './picture.ts';
import { readable, readableInAll } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const BAND = 'Test mode: no money is taken, tickets admit nobody, and e-mails go only to your team.';
const MARK = 'Test: no money is taken, and the tickets admit nobody.';

let takilya: Takilya;
let browser: Browser;
let owner: Watched;

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
  owner = await newPage(browser);
  await openHome(owner.page, takilya);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

/** Calls the API with the session of the page. */
const callAs = (page: Page, method: string, path: string, body?: object): Promise<Record<string, string>> =>
  page.evaluate(
    async ([url, options]) => {
      const answer = (await (await fetch(url, options)).json()) as { data: Record<string, string> };
      return answer.data;
    },
    [
      `/api/v1${path}`,
      { method, headers: body ? { 'content-type': 'application/json' } : {}, body: JSON.stringify(body) },
    ] as const,
  );

async function testCheckout(page: Page): Promise<string> {
  const body = { title: 'Dress rehearsal', start_datetime: '2031-02-01T20:00:00', capacity: 5, ticket_price: 500 };
  const { id } = await callAs(page, 'POST', '/events', body);
  await callAs(page, 'PUT', `/events/${id}`, { status: 'active' });
  const buyer = { name: 'Ana Reyes', email: 'ana@example.com' };
  const wanted = { event_id: id, quantity: 1, customer: buyer, success_url: 'http://localhost:9/thanks' };
  return String((await callAs(page, 'POST', '/checkouts', wanted)).checkout_url);
}

test('an owner opens test mode, and every page says so', async () => {
  const { page, problems } = owner;
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await heading(page, 'Events');
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await page.getByText(BAND).waitFor();
  await heading(page, 'Home');
  await readable(page);
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await page.getByText('The team of the live organization.', { exact: false }).waitFor();
  await page.getByText(takilya.owner.email).waitFor();
  expect(await page.getByRole('button', { name: 'Invite member' }).count()).toBe(0);
  await readable(page);
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByText('An account is connected in the live organization.', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Connect account' }).count()).toBe(0);
  await readable(page);
  expect(problems).toStrictEqual([]);
});

test('a buyer in test mode sees on every page that it is a test', async () => {
  const { page, problems } = await newPage(browser);
  await page.goto(await testCheckout(owner.page));
  await page.getByText(MARK, { exact: false }).waitFor();
  await readableInAll(page);
  await page.getByLabel('GCash').check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Authorize the payment' }).waitFor();
  await page.getByText(MARK, { exact: false }).waitFor();
  await readable(page);
  const thanks = page.waitForRequest(/localhost:9\/thanks/);
  await page.getByRole('button', { name: 'Authorize the payment' }).click();
  await thanks;
  expect(problems).toStrictEqual([]);
});

test('on a phone the switch is in the menu', async () => {
  const { page, problems } = await newPage(browser, { width: 390, height: 844 });
  await openHome(page, takilya);
  await press(page, 'Open menu');
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await page.getByText(BAND).waitFor();
  await press(page, 'Leave test mode');
  await page.getByText(BAND).waitFor({ state: 'detached' });
  expect(problems).toStrictEqual([]);
});

test('the live organization is as it was', async () => {
  const { page, problems } = owner;
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await page.getByText('Dress rehearsal').waitFor();
  await press(page, 'Leave test mode');
  await page.getByText(BAND).waitFor({ state: 'detached' });
  await heading(page, 'Home');
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await heading(page, 'Events');
  await page.getByRole('table').waitFor();
  expect(await page.getByText('Dress rehearsal').count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

test('staying on a page with unsaved input is staying out of test mode, which can be switched on later', async () => {
  const { page, problems } = await newPage(browser);
  await logIn(page, takilya);
  const fields = { title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 0 };
  const { id } = await takilya.api('POST', '/events', fields);
  await page.goto(`${takilya.url}/dashboard/events/${id}/edit`);
  await page.getByLabel('Venue').fill('Cubao');
  const switches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/me/organization')) switches.push(request.method());
  });
  const testMode = page.getByRole('switch', { name: 'Test mode' });
  await testMode.click();
  // The page asks, and the browser of the test answers: stay.
  await expect.poll(() => problems.splice(0).join()).toContain('dialog: ');
  await press(page, 'Save changes');
  await page.getByText('Event saved').waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await heading(page, 'Home');
  await testMode.click();
  await page.getByText(BAND).waitFor();
  expect(switches).toStrictEqual(['PUT']);
  expect(problems).toStrictEqual([]);
  await press(page, 'Leave test mode');
  await page.getByText(BAND).waitFor({ state: 'detached' });
  await page.context().close();
});

/** By the switch. @returns the organization that is shown then */
async function moveTo(page: Page, mode: 'test' | 'live') {
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await page.getByText(BAND).waitFor({ state: mode === 'test' ? 'visible' : 'detached' });
  return callAs(page, 'GET', '/organization');
}

test('a link in an e-mail opens the organization that it is about, after the log-in, too', async () => {
  const { page, problems } = await newPage(browser);
  await openHome(page, takilya);
  const [live, inTest] = [await takilya.api('GET', '/organization'), await moveTo(page, 'test')];
  const [order] = (await takilya.api('GET', '/orders')).orders as { id: string; customer: { name: string } }[];
  const path = `/dashboard/orders/${order?.id}`;
  await page.goto(`${takilya.url}${path}?organization=${live.id}`);
  await heading(page, new RegExp(String(order?.customer.name)));
  expect(await page.getByText(BAND).count()).toBe(0);
  expect(page.url()).toBe(takilya.url + path);
  // Of an organization of others nothing changes.
  await page.goto(`${takilya.url}/dashboard/audit-log?organization=${order?.id}`);
  await heading(page, 'Audit log');
  await endSession(page);
  await page.goto(`${takilya.url}/dashboard/audit-log?organization=${inTest.id}`);
  await fillLogIn(page, takilya.owner);
  await page.getByText(BAND).waitFor();
  await heading(page, 'Audit log');
  expect(page.url()).toBe(`${takilya.url}/dashboard/audit-log`);
  expect(problems).toStrictEqual([]);
  await page.context().close();
});

test('a link whose answer was lost opens with the next try', async () => {
  const { page } = await newPage(browser);
  await openHome(page, takilya);
  const { id: inTest } = await moveTo(page, 'test');
  await moveTo(page, 'live');
  let isMoved = false;
  await page.route('**/dashboard/api/me/organization', async (route) => {
    // The answer is lost.
    if (isMoved) return route.continue();
    isMoved = true;
    await route.fetch();
    await route.abort();
  });
  await page.goto(`${takilya.url}/dashboard/audit-log?organization=${inTest}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(BAND).waitFor();
  await heading(page, 'Audit log');
  await page.context().close();
});

test('a tab that shows test mode stays there while another one leaves it, also when it is loaded again', async () => {
  const { page, problems } = await newPage(browser);
  await openHome(page, takilya);
  const inTest = await moveTo(page, 'test');
  await page.goto(`${takilya.url}/dashboard/settings?tab=brand`);
  const color = page.getByRole('textbox', { name: 'Color' });
  await color.fill('#be123c');
  const other = await page.context().newPage();
  await other.goto(`${takilya.url}/dashboard/`);
  await press(other, 'Leave test mode');
  await other.getByText(BAND).waitFor({ state: 'detached' });
  const live = await takilya.api('GET', '/organization');
  await color.press('Enter');
  await untilSaved(page);
  expect(await takilya.api('GET', '/organization')).toEqual(live);
  const saved = page.evaluate(
    (id) => fetch('/api/v1/organization', { headers: { 'x-shown-for': id } }).then((answer) => answer.json()),
    String(inTest.id),
  );
  expect(await saved).toMatchObject({ data: { color: '#be123c' } });
  await page.getByRole('link', { name: 'Promo codes', exact: true }).click();
  await heading(page, 'Promo codes');
  await page.getByText(BAND).waitFor();
  await page.reload();
  await page.getByText(BAND).waitFor();
  await other.reload();
  await heading(other, 'Home');
  expect(await other.getByText(BAND).count()).toBe(0);
  expect(problems).toStrictEqual([]);
  await page.context().close();
});

test('a tab that shows the live organization exports its orders while another one is in test mode', async () => {
  const { page } = await newPage(browser);
  await openHome(page, takilya);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await heading(page, 'Orders');
  const other = await page.context().newPage();
  await other.goto(`${takilya.url}/dashboard/`);
  await other.getByRole('switch', { name: 'Test mode' }).click();
  await other.getByText(BAND).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /CSV/ }).click();
  const [order] = (await takilya.api('GET', '/orders')).orders as { order_number: string }[];
  expect(await readFile(await (await download).path(), 'utf8')).toContain(order?.order_number);
  await page.context().close();
});

test('a tab shows what was opened last after a log-in, and when its person may no longer open what it showed', async () => {
  const { page } = await newPage(browser);
  await openHome(page, takilya);
  await moveTo(page, 'test');
  await endSession(page);
  await page.goto(`${takilya.url}/dashboard/log-in`);
  await fillLogIn(page, takilya.owner);
  await heading(page, 'Home');
  expect(await page.getByText(BAND).count()).toBe(0);
  await moveTo(page, 'test');
  const other = await page.context().newPage();
  await other.goto(`${takilya.url}/dashboard/`);
  await press(other, 'Leave test mode');
  await other.getByText(BAND).waitFor({ state: 'detached' });
  // As when an owner has ended the sessions there.
  const error = { code: 'shown_for_another', message: 'This page was opened for another', status: 403 };
  await page.route('**/dashboard/api/me', (route) =>
    route.request().headers()['x-shown-for'] === undefined
      ? route.continue()
      : route.fulfill({ status: 403, json: { error } }),
  );
  await page.reload();
  await heading(page, 'Home');
  expect(await page.getByText(BAND).count()).toBe(0);
  await page.context().close();
});

test('the next person on a device does not stay in an organization that is not theirs', async () => {
  const { page } = await newPage(browser);
  await openHome(page, takilya);
  await endSession(page);
  await page.goto(`${takilya.url}/dashboard/`);
  await fillLogIn(page, takilya.stranger);
  await heading(page, 'Home');
  const { id } = await takilya.api('GET', '/organization');
  expect((await callAs(page, 'GET', '/organization')).id).not.toBe(id);
  await page.context().close();
});

/** `npm run screenshots` */
test.runIf(process.env.SCREENSHOTS)('pictures of test mode', async () => {
  const { page } = owner;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await page.getByText(BAND).waitFor();
  await heading(page, 'Home');
  await picture(page, 'dashboard/test-mode');
  const phone = await newPage(browser, { width: 390, height: 844 });
  await phone.page.goto(await testCheckout(page));
  await picture(phone.page, 'test-mode-phone');
});
