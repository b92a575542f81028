import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { logIn, newPage, press } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;
let page: Page;
let problems: string[];
let eventId: string;

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));
beforeEach(async () => {
  const fields = { title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 0 };
  const made = await takilya.api('POST', '/events', fields);
  eventId = String(made.id);
  await takilya.api('PUT', `/events/${eventId}`, { status: 'active' });
  ({ page, problems } = await newPage(browser));
  await logIn(page, takilya);
});
afterEach(() => page.context().close());

const dialog = () => page.getByRole('dialog');

/**
 * The server answers the next request of this path, and the page gets the answer when `arrive` is called.
 * @returns `asked`, which waits for that request
 */
async function delayAnswer(path: string) {
  const arrived = Promise.withResolvers<void>();
  const asked = page.waitForRequest(path);
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch();
      await arrived.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const arrive = async () => {
    const answered = page.waitForResponse(path);
    arrived.resolve();
    await (await answered).finished();
  };
  return { asked, arrive };
}

/** Nothing of this path is answered until `act` is done, as on a slow connection. */
async function answerAfter(path: string, act: () => Promise<unknown>) {
  const done = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await done.promise;
    await route.continue();
  });
  await act();
  done.resolve();
}

test('the preview of a list that was changed meanwhile is not shown', async () => {
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/import`);
  const rows = page.getByRole('textbox', { name: 'Rows' });
  const submit = page.getByRole('button', { name: /^Import \d+ orders?$/ });
  await rows.fill('name,email\nAna,ana@example.com\n');
  const first = await delayAnswer('**/imports/preview');
  await press(page, 'Preview');
  await first.asked;
  await rows.fill('name,email\nBen,ben@example.com\nCarla,carla@example.com\n');
  await first.arrive();
  const second = await delayAnswer('**/imports/preview');
  await press(page, 'Preview');
  await second.asked;
  expect(await submit.count()).toBe(0);
  await second.arrive();
  await press(page, 'Import 2 orders');
  await dialog().getByRole('button', { name: 'Import 2 orders' }).click();
  await page.getByText('Imported: 2 orders').waitFor();
});

test('the preview of an import is that of what is imported, however fast a box is pressed', async () => {
  const csv = 'name,email\nAna Reyes,ana@example.com';
  await takilya.api('POST', `/events/${eventId}/imports`, { csv, payment_method: 'COMP', send_tickets: false });
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/import`);
  await page.getByRole('textbox', { name: 'Rows' }).fill(csv);
  await press(page, 'Preview');
  const duplicates = page.getByLabel('Also import people who have a ticket of the tier already');
  await duplicates.waitFor();
  await answerAfter('**/imports/preview', async () => {
    for (let time = 0; time < 3; time++) await duplicates.click();
    expect(await duplicates.isChecked()).toBe(true);
  });
  // Ticked: Ana gets a second ticket.
  await page.getByRole('button', { name: 'Import 1 order' }).waitFor();
});

test('a page is shown together with the band above it, which would move what is being pressed', async () => {
  await answerAfter('**/me/payments', async () => {
    const read = page.waitForResponse('**/subscription-tiers*');
    await page.goto(`${takilya.url}/dashboard/subscriptions`);
    await (await read).finished();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add tier' }).count()).toBe(0);
  });
  await page.getByRole('button', { name: 'Add tier' }).waitFor();
  expect(await page.getByText('Sandbox: no money is taken,', { exact: false }).count()).toBe(1);
});

test('a page is shown without the band when the server does not answer what the band says', async () => {
  await page.route('**/me/payments', () => {});
  await page.goto(`${takilya.url}/dashboard/subscriptions`);
  await page.getByRole('button', { name: 'Add tier' }).waitFor();
});

test('a page that is opened while the tab changes to test mode is one of test mode', async () => {
  await page.goto(`${takilya.url}/dashboard/`);
  const change = await delayAnswer('**/me/organization');
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await change.asked;
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await page.getByText('The people in your organization', { exact: false }).waitFor();
  await change.arrive();
  await page.getByText('The team of the live organization.', { exact: false }).waitFor();
  await press(page, 'Leave test mode');
  await page.getByRole('button', { name: 'Leave test mode' }).waitFor({ state: 'detached' });
  expect(problems).toStrictEqual([]);
});

test('what is entered while the file of an import is read stays', async () => {
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/import`);
  await page.evaluate(`{
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      await new Promise((goOn) => { window.readOn = goOn; });
      return arrayBuffer.call(this);
    };
  }`);
  const file = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from('email\nana@example.com') };
  await page.locator('input[type=file]').setInputFiles(file);
  const tickets = page.getByRole('checkbox', { name: /^Send/ });
  await tickets.uncheck();
  await page.evaluate('readOn()');
  await expect.poll(() => page.getByRole('textbox', { name: 'Rows' }).inputValue()).toContain('ana@example.com');
  expect(await tickets.isChecked()).toBe(false);
});

test('a meaning of a column that is refused is taken back, and another one can be chosen', async () => {
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/import`);
  await page
    .getByRole('textbox', { name: 'Rows' })
    .fill('name,email,sum\nAna,ana@example.com,1500\nBen,ben@example.com,1500');
  await press(page, 'Preview');
  const sum = page.getByLabel('sum: imported as');
  await sum.selectOption('Number of tickets');
  await page.getByRole('alert').filter({ hasText: 'One import has at most' }).waitFor();
  expect(await sum.inputValue()).toBe('');
  await sum.selectOption('Note');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await press(page, 'Import 2 orders');
  await dialog().getByRole('button', { name: 'Import 2 orders' }).click();
  await page.getByText('Imported: 2 orders').waitFor();
});

test('a message goes to the people who were counted in the question, and what was written since stays', async () => {
  for (const name of ['ana', 'ben'])
    await takilya.api('POST', '/orders', {
      ...{ event_id: eventId, items: [{ quantity: 1 }], customer: { email: `${name}@example.com` } },
      payment_method: 'CASH',
    });
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/messages`);
  await page.getByLabel('Subject').fill('Gates');
  await page.getByRole('textbox', { name: 'Text' }).fill('At five.');
  const audience = page.getByLabel('To', { exact: true });
  await audience.selectOption({ label: 'Checked in' });
  const preview = await delayAnswer('**/messages/preview');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await preview.asked;
  await audience.selectOption({ label: 'Everyone with a ticket' });
  await preview.arrive();
  await dialog().getByText('0 people will get it.', { exact: false }).waitFor();
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  const { messages } = await takilya.api('GET', `/events/${eventId}/messages`);
  expect(messages).toMatchObject([{ audience: { checked_in: true } }]);
  expect(await page.getByLabel('Subject').inputValue()).toBe('Gates');
  await page.getByLabel('Send on').fill('2099-12-30T20:00');
  await press(page, 'Schedule');
  await dialog().getByText('Send “Gates” on Dec 30, 2099, 8:00 PM?').waitFor();
});

test('a filter that is chosen before the answer to another one keeps that one', async () => {
  const inAddress = () => Object.fromEntries(new URL(page.url()).searchParams);
  await page.goto(`${takilya.url}/dashboard/webhooks/deliveries`);
  await page.getByLabel('Status').waitFor();
  await answerAfter('**/webhook-deliveries?*', async () => {
    await page.getByLabel('Status').selectOption('failed');
    await page.getByLabel('From').fill('2026-01-05');
  });
  await expect.poll(inAddress).toEqual({ status: 'failed', from: '2026-01-05' });
  await page.goto(`${takilya.url}/dashboard/box-office/closing`);
  await page.getByRole('combobox', { name: 'Event' }).waitFor();
  await answerAfter('**/box-office/closing*', async () => {
    await page.locator('input[type=date]').fill('2026-01-05');
    await page.getByRole('combobox', { name: 'Event' }).selectOption(eventId);
  });
  await expect.poll(inAddress).toEqual({ date: '2026-01-05', event_id: eventId });
});

test('a filter shows what was chosen before the answer arrives, and after Back what it was', async () => {
  await page.goto(`${takilya.url}/dashboard/webhooks/deliveries`);
  const status = page.getByLabel('Status');
  await status.waitFor();
  await answerAfter('**/webhook-deliveries?*', async () => {
    await status.selectOption('failed');
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await status.inputValue()).toBe('failed');
    await page.getByLabel('From').fill('2026-01-05');
    await page.getByLabel('To').focus();
    expect(await page.getByLabel('From').inputValue()).toBe('2026-01-05');
    expect(await status.inputValue()).toBe('failed');
  });
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
  await page.goBack();
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe('');
  expect(await status.inputValue()).toBe('failed');
  await page.goto(`${takilya.url}/dashboard/orders`);
  const event = page.getByRole('combobox', { name: 'Event' });
  await event.waitFor();
  await answerAfter('**/api/v1/orders?*', async () => {
    await event.selectOption(eventId);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await event.inputValue()).toBe(eventId);
  });
});

test('a list that is slow to be read keeps what is typed, and says that it is being read', async () => {
  await page.goto(`${takilya.url}/dashboard/orders`);
  const search = page.getByLabel('Search', { exact: true });
  await search.click();
  await answerAfter('**/api/v1/orders?*', async () => {
    const asked = page.waitForRequest(/orders\?.*q=An/);
    await page.keyboard.type('An');
    await asked;
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await page.locator('main [aria-busy=true]').count()).toBe(1);
    await page.keyboard.type('a Reyes');
  });
  await page.waitForURL(/q=Ana/);
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
  expect(await search.inputValue()).toBe('Ana Reyes');
});

test('a filter that is chosen by keyboard keeps the focus while the list is slow to be read', async () => {
  await page.goto(`${takilya.url}/dashboard/webhooks/deliveries`);
  const status = page.getByLabel('Status');
  await status.focus();
  await answerAfter('**/webhook-deliveries?*', async () => {
    await page.keyboard.press('ArrowDown');
    await page.getByRole('status', { name: 'Loading' }).waitFor();
  });
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
  expect(page.url()).toContain('status=');
  expect(await status.evaluate((select) => select === select.ownerDocument.activeElement)).toBe(true);
});

test('the page of messages stays, with the focus, while another page of them is slow to be read', async () => {
  const message = { text: 'See you there.', send_at: '2099-05-01T12:00' };
  for (let count = 1; count <= 21; count += 1)
    await takilya.api('POST', `/events/${eventId}/messages`, { ...message, subject: `Gates ${count}` });
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/messages`);
  await page.getByLabel('Subject').fill('Doors open at 7');
  const next = await delayAnswer('**/messages*page=2*');
  const button = page.getByRole('button', { name: 'Next page' });
  await button.press('Enter');
  await next.asked;
  await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');
  expect(await page.getByLabel('Subject').isVisible()).toBe(true);
  expect(await button.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  await next.arrive();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  expect(await page.getByLabel('Subject').inputValue()).toBe('Doors open at 7');
});

/** Another window sells a ticket, and the page is looked at again when it is no longer fresh. */
async function sellElsewhere() {
  await takilya.api('POST', '/orders', {
    ...{ event_id: eventId, items: [{ quantity: 1 }], customer: { email: 'ben@example.com' } },
    payment_method: 'CASH',
  });
  await page.clock.setSystemTime(Date.now() + 60_000);
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
}

test.each(['succeeds', 'fails'])('what a cashier types stays when what is read in the background %s', async (how) => {
  await page.goto(`${takilya.url}/dashboard/box-office?event_id=${eventId}`);
  await page.getByLabel('E-mail').click();
  await page.keyboard.type('ana@');
  const answered: unknown[] = [];
  await page.route('**/sections', async (route) => {
    await (how === 'fails' ? route.fulfill({ status: 429 }) : route.continue());
    answered.push(route);
  });
  await sellElsewhere();
  await page.getByLabel('9 left').waitFor();
  await expect.poll(() => answered.length).toBeGreaterThan(1);
  await page.keyboard.type('example.com');
  expect(await page.getByLabel('E-mail').inputValue({ timeout: 5_000 })).toBe('ana@example.com');
});

test('the subject of a message may have an emoji that is made of several', async () => {
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/messages`);
  await page.getByLabel('Subject').fill('🏳️‍🌈 Doors open at 7');
  await page.getByLabel('Text').fill('See you there.');
  await press(page, 'Preview');
  await page.getByTitle(/^Preview: /).waitFor();
});

test('an import is made for the sum that its question said, or not at all', async () => {
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/import`);
  await takilya.api('PUT', `/events/${eventId}`, { ticket_price: 100 });
  await page.getByRole('textbox', { name: 'Rows' }).fill('email\nana@example.com\nben@example.com');
  await press(page, 'Preview');
  await press(page, 'Import 2 orders');
  await dialog().getByText('2 tickets for ₱200.00', { exact: false }).waitFor();
  // A colleague ends the early price.
  await takilya.api('PUT', `/events/${eventId}`, { ticket_price: 300 });
  await dialog().getByRole('button', { name: 'Import 2 orders' }).click();
  await dialog().getByText('The total is ₱600.00 now: nothing was sold').waitFor();
  expect((await takilya.api('GET', `/orders?event_id=${eventId}`)).orders).toEqual([]);
  await dialog().getByText('2 tickets for ₱600.00', { exact: false }).waitFor();
  await dialog().getByRole('button', { name: 'Import 2 orders' }).click();
  await page.getByText('Imported: 2 orders').waitFor();
});
