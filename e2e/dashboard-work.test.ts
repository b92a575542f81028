import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQrOfPng } from '../server/test/readers/qr-reader.ts';
import { launchBrowser } from './browser.ts';
import { buyFree, heading, newPage, openHome, press, type Watched } from './dashboard.ts';
import { readable, readableInAll } from './readable.ts';
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
const visit = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

async function newEvent(title: string, { price, statuses = [] }: { price: number; statuses?: string[] }) {
  const fields = { title, start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: price };
  const { id } = await takilya.api('POST', '/events', fields);
  for (const status of ['active', ...statuses]) await takilya.api('PUT', `/events/${id}`, { status });
  return String(id);
}
const freeEvent = (title: string, ...statuses: string[]) => newEvent(title, { price: 0, statuses });

/** Creates a show with these starts and puts it on sale. */
async function newShow(title: string, ...starts: string[]) {
  const ids: string[] = [];
  for (const start of starts) {
    const fields = { title, start_datetime: `2099-12-${start}:00+08:00`, capacity: 10, ticket_price: 350 };
    const { id } = await takilya.api('POST', '/events', fields);
    await takilya.api('PUT', `/events/${id}`, { status: 'active' });
    ids.push(String(id));
  }
  return ids;
}

const sell = (id: unknown, method = 'CASH') =>
  takilya.api('POST', '/orders', {
    event_id: id,
    items: [{ quantity: 1 }],
    customer: { name: 'Ana Ramos', email: 'ana@example.com' },
    payment_method: method,
  });

const optionsOf = (page: Page) => page.getByLabel('Event', { exact: true }).locator('option').allTextContents();

test('every event is found under All and in the choices, with its day', async () => {
  const { page, problems } = organizer;
  const doors = ['sold_out', 'paused', 'hidden', 'completed'];
  for (const status of [...doors, 'cancelled']) await freeEvent(`Gabing ${status}`, status);
  // 8 o'clock in the evening of London is the next day in Manila.
  const fields = { title: 'Gabing draft', start_datetime: '2035-05-01T20:00:00+01:00', capacity: 10, ticket_price: 0 };
  const { id: draftId } = await takilya.api('POST', '/events', fields);

  await page.goto(`${takilya.url}/dashboard/events`);
  for (const status of [...doors, 'cancelled', 'draft'])
    await page.getByRole('link', { name: `Gabing ${status}`, exact: true }).waitFor();

  const ours = async () => (await optionsOf(page)).filter((label) => label.startsWith('Gabing '));
  const atDoors = doors.map((status) => `Gabing ${status} · Dec 31, 2099`);
  const all = [...atDoors, 'Gabing cancelled · Dec 31, 2099', 'Gabing draft · May 2, 2035'].toSorted();
  for (const name of ['Orders', 'Analytics', 'Promo codes']) {
    await visit(page, name);
    await heading(page, name);
    expect((await ours()).toSorted(), name).toEqual(all);
  }
  await visit(page, 'Check-in');
  await heading(page, 'Check-in');
  expect((await ours()).toSorted()).toEqual(atDoors.toSorted());
  await visit(page, 'Box office');
  await heading(page, 'Box office');
  expect((await ours()).toSorted()).toEqual(atDoors.filter((label) => !label.includes('completed')).toSorted());
  // A link to it says which event it is for, whatever its status.
  await page.goto(`${takilya.url}/dashboard/check-in?event_id=${draftId}`);
  await heading(page, 'Check-in');
  const chosen = page.getByLabel('Event', { exact: true }).locator('option:checked');
  await expect.poll(() => chosen.textContent()).toBe('Gabing draft · May 2, 2035');

  await page.goto(`${takilya.url}/dashboard/promo-codes?event_id=${draftId}`);
  await press(page, 'Create promo code');
  expect(await dialog(page).getByLabel('Event').locator('option:checked').textContent()).toBe(
    'Gabing draft · May 2, 2035',
  );
  await dialog(page).getByLabel('Code').fill('maaga');
  await press(page, 'Save');
  await page.getByRole('row').filter({ hasText: 'MAAGA' }).getByText('Gabing draft').waitFor();
  expect(problems).toStrictEqual([]);
});

test('a promo code that is pasted with a space behind it is saved', async () => {
  const { page } = organizer;
  await page.goto(`${takilya.url}/dashboard/promo-codes`);
  await press(page, 'Create promo code');
  await dialog(page).getByLabel('Event').selectOption({ index: 1 });
  await dialog(page).getByLabel('Code').fill('FIESTA-10 ');
  await press(page, 'Save');
  await page.getByRole('row').filter({ hasText: 'FIESTA-10' }).waitFor();
});

test('two shows of one day can be told apart where an event is chosen', async () => {
  const { page } = organizer;
  await newShow('Dalawang palabas', '31T14:00', '31T20:00');
  await page.goto(`${takilya.url}/dashboard/box-office`);
  await heading(page, 'Box office');
  const shows = (await optionsOf(page)).filter((label) => label.startsWith('Dalawang palabas'));
  expect(shows.toSorted()).toEqual([
    expect.stringMatching(/^Dalawang palabas · Dec 31, 2099, 2:00\sPM$/),
    expect.stringMatching(/^Dalawang palabas · Dec 31, 2099, 8:00\sPM$/),
  ]);
});

test('an event of which every ticket is sold says so when its sales are resumed', async () => {
  const { page } = organizer;
  const fields = { title: 'Gabing ubos na', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 1, ticket_price: 0 };
  const { id } = await takilya.api('POST', '/events', fields);
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  await sell(id, 'COMP');
  await page.goto(`${takilya.url}/dashboard/events/${id}`);
  await press(page, 'Resume sales');
  await page.getByText('Sold out: every place is sold', { exact: false }).waitFor();
});

test('Home does not deny the orders while the stream of news is not reached', async () => {
  const { page } = organizer;
  await sell(await newEvent('Gabing may benta', { price: 350 }));
  await page.route('**/api/v1/live*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${takilya.url}/dashboard/`);
  await page.getByRole('heading', { name: 'Newest orders' }).waitFor();
  expect(await page.getByText('No orders yet.').count()).toBe(0);
  await page.unroute('**/api/v1/live*');
  await page.getByRole('link', { name: 'Ana Ramos' }).first().waitFor();
});

test('Home says which dates of a show start soon and are not published', async () => {
  const { page } = organizer;
  for (const days of [1, 2]) {
    const start_datetime = new Date(Date.now() + days * 86_400_000).toISOString();
    await takilya.api('POST', '/events', { title: 'Palabas na draft', start_datetime, capacity: 10, ticket_price: 0 });
  }
  await page.goto(`${takilya.url}/dashboard/`);
  const drafts = page.getByRole('link', { name: /^Palabas na draft/ });
  await expect.poll(async () => new Set(await drafts.allTextContents()).size).toBe(2);
});

test('an event whose sales have ended is not said to be on sale', async () => {
  const { page } = organizer;
  // Sales end an hour before the start.
  const start_datetime = new Date(Date.now() + 30 * 60_000).toISOString();
  const fields = { title: 'Malapit na', start_datetime, capacity: 10, ticket_price: 0 };
  const { id } = await takilya.api('POST', '/events', fields);
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  await page.goto(`${takilya.url}/dashboard/events/${id}`);
  await page.getByRole('region', { name: 'Share' }).getByRole('button', { name: /^Copy/ }).first().waitFor();
  expect(await page.getByText('Your event is on sale here:').count()).toBe(0);
});

test('the chart of the month follows the sales of today beside it', async () => {
  const { page } = organizer;
  const [id] = await newShow('Gabi ng benta', '31T20:00');
  await page.goto(`${takilya.url}/dashboard/`);
  await heading(page, 'Home');
  const today = page.getByRole('region', { name: 'Today', exact: true }).getByText(/^₱/).first();
  await page.getByText('Show as a table').click();
  const month = page.getByRole('region', { name: 'Sales of the last 30 days' }).getByRole('row');
  const before = String(await today.textContent());
  await month.nth(1).filter({ hasText: before }).waitFor();
  await sell(id);
  await today.filter({ hasNotText: before }).waitFor();
  await month
    .nth(1)
    .filter({ hasText: String(await today.textContent()) })
    .waitFor();
});

test('an event that was cancelled leaves the events on sale', async () => {
  const { page } = organizer;
  const [id] = await newShow('Gabing hindi natuloy', '01T20:00');
  await page.goto(`${takilya.url}/dashboard/`);
  const row = page.getByRole('region', { name: 'Events' }).getByRole('row', { name: 'Gabing hindi natuloy' });
  await row.waitFor();
  await takilya.api('PUT', `/events/${id}`, { status: 'cancelled' });
  await row.waitFor({ state: 'detached' });
});

test('the box office sells for cash and gives away, and the tickets open to be printed', async () => {
  const { page, problems } = organizer;
  const id = await newEvent('Gabi sa bintana', { price: 350 });
  await visit(page, 'Box office');
  // The event is of another program: a page that listed events before does not know it yet.
  await page.reload();
  await heading(page, 'Box office');
  await page.getByLabel('Event', { exact: true }).selectOption({ label: 'Gabi sa bintana · Dec 31, 2099' });
  await page.getByLabel('E-mail').fill('ana@example.com');
  await page.getByRole('button', { name: 'Sell for ₱0.00', disabled: true }).waitFor();
  // More than there are is refused, and never made fewer.
  await page.getByLabel('General Admission · ₱350.00 · 10 left').fill('12');
  await press(page, 'Sell for ₱4,200.00');
  await page.getByRole('alert').filter({ hasText: '10' }).waitFor();
  expect(await takilya.api('GET', `/events/${id}`)).toMatchObject({ tickets_sold: 0 });
  await page.getByLabel('General Admission · ₱350.00 · 10 left').fill('2');
  await page.getByLabel('Payment number').fill('OR-7');
  await readable(page);
  await press(page, 'Sell for ₱700.00');
  await page.getByText('Sold: 2 tickets for ₱700.00').waitFor();
  await readable(page);
  const [tickets] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the tickets to print' }).click(),
  ]);
  await tickets.getByRole('heading', { name: 'Gabi sa bintana' }).first().waitFor();
  // On paper nothing can be opened.
  await tickets.emulateMedia({ media: 'print' });
  for (const code of await tickets.locator('details svg').all()) expect(await code.isVisible()).toBe(true);
  expect(await tickets.locator('details svg').count()).toBe(2);
  await tickets.close();

  await press(page, 'Next buyer');
  await page.getByLabel('General Admission · ₱350.00 · 8 left').fill('1');
  await page.getByLabel('Complimentary (free)').check();
  await page.getByLabel('E-mail').fill('press@example.com');
  // The sale is done, and its answer is lost: pressed again, it is not done twice.
  const cutOff = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/v1/orders', cutOff, { times: 1 });
  await press(page, 'Sell for ₱0.00');
  await page.getByText('The server cannot be reached').waitFor();
  await press(page, 'Sell for ₱0.00');
  await page.getByText('Sold: 1 ticket for ₱0.00').waitFor();
  expect(await takilya.api('GET', `/events/${id}`)).toMatchObject({ tickets_sold: 3 });
  await page.getByRole('link', { name: /^Open order TK-/ }).click();
  await page.getByText('Complimentary', { exact: true }).waitFor();
  expect(problems).toStrictEqual([]);
});

test('at the window numbers are tapped, the change is worked out, and a buyer without an address costs one tap', async () => {
  const { page, problems } = organizer;
  const id = await newEvent('Gabing masikip', { price: 350 });
  await page.goto(`${takilya.url}/dashboard/box-office?event_id=${id}`);
  await page.getByText('Choose how many tickets first.').waitFor();
  const tickets = page.getByLabel('General Admission · ₱350.00 · 10 left');
  const [less, more] = ['One less', 'One more'].map((words) =>
    page.getByRole('button', { name: `${words}: General Admission` }),
  ) as [Locator, Locator];
  expect(await less.isDisabled()).toBe(true);
  for (let tap = 0; tap < 10; tap++) await more.click();
  expect(await more.isDisabled()).toBe(true);
  expect(await tickets.inputValue()).toBe('10');
  await page.getByRole('status').getByText('General Admission: 10').waitFor({ state: 'attached' });
  // Typed beside the number, wherever the field is tapped, it is the number.
  await tickets.click({ position: { x: 60, y: 20 } });
  await expect.poll(() => page.evaluate('getSelection().toString()')).toBe('10');
  await page.keyboard.type('2');
  expect(await tickets.inputValue()).toBe('2');
  const received = page.getByLabel('Cash received');
  await received.fill('500');
  await page.getByText('Missing: ₱200.00').waitFor();
  const own = page.getByRole('button', { name: 'No e-mail: use mine' });
  await own.press('Enter');
  expect(await own.and(page.locator(':focus')).count()).toBe(1);
  await received.press('Enter');
  expect(await takilya.api('GET', `/orders?event_id=${id}`)).toMatchObject({ orders: [] });
  await received.fill('1000.50');
  await page.getByText('Change: ₱300.50').waitFor();
  await readable(page);
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 560 });
  await press(page, 'Sell for ₱700.00');
  await page.getByText('Sold: 2 tickets for ₱700.00').waitFor();
  // The result is what the cashier sees first, and a key that is still held down does not leave it.
  const header = await page.getByRole('banner').boundingBox();
  const isBelowHeader = async (shown: Locator) =>
    ((await shown.boundingBox())?.y ?? 0) >= (header?.height ?? Number.NaN);
  await expect.poll(() => isBelowHeader(page.getByText('Sold: 2 tickets for ₱700.00'))).toBe(true);
  expect(await page.getByText('Change: ₱300.50').and(page.locator(':focus *')).count()).toBe(1);
  await page.keyboard.press('Enter');
  await readable(page);
  const code = await page.getByRole('img', { name: 'QR code of the tickets' }).screenshot();
  const [order] = (await takilya.api('GET', `/orders?event_id=${id}`)).orders as { customer: { email: string } }[];
  expect(order?.customer.email).toBe(takilya.owner.email);
  expect(readQrOfPng(code)).toBe(
    await page.getByRole('link', { name: 'Open the tickets to print' }).getAttribute('href'),
  );

  // The next buyer pays otherwise, and gets nothing back.
  await press(page, 'Next buyer');
  await expect.poll(() => isBelowHeader(page.getByText('General Admission · ₱350.00 · 8 left'))).toBe(true);
  if (desk) await page.setViewportSize(desk);
  await more.click();
  await received.fill('1000');
  await page.getByLabel('Paid elsewhere').check();
  await received.waitFor({ state: 'detached' });
  await page.getByLabel('E-mail').fill('ana@example.com');
  await press(page, 'Sell for ₱350.00');
  await page.getByText('Sold: 1 ticket for ₱350.00').waitFor();
  expect(await page.getByText('Change:').count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

test('the box office sells for what its button says, or nothing', async () => {
  const { page } = organizer;
  const id = await newEvent('Gabing mahal', { price: 350 });
  const sold = async () =>
    ((await takilya.api('GET', `/orders?event_id=${id}`)).orders as { total_amount: number }[]).map(
      ({ total_amount }) => total_amount,
    );
  await page.goto(`${takilya.url}/dashboard/box-office?event_id=${id}`);
  await page.getByLabel(/ · \d+ left$/).fill('2');
  await page.getByLabel('E-mail').fill('ana@example.com');
  // The manager raises the price meanwhile.
  await takilya.api('PUT', `/events/${id}`, { ticket_price: 500 });
  await press(page, 'Sell for ₱700.00');
  await page.getByText('The total is ₱1,000.00 now: nothing was sold').waitFor();
  expect(await sold()).toEqual([]);
  await press(page, 'Sell for ₱1,000.00');
  await page.getByText('Sold: 2 tickets for ₱1,000.00').waitFor();

  const kept = await takilya.api('POST', '/reservations', {
    event_id: id,
    items: [{ quantity: 4 }],
    name: 'Mrs. Santos',
  });
  await page.goto(`${takilya.url}/dashboard/box-office/reservations?event_id=${id}`);
  await press(page, 'Pick up');
  // A minus is not taken.
  await dialog(page)
    .getByLabel(/ · 4 kept$/)
    .fill('-4');
  await dialog(page).getByLabel('E-mail').fill('santos@example.com');
  // Two of them are picked up at the other window meanwhile.
  const { items } = kept as unknown as { items: [{ tier_id: string }] };
  await takilya.api('POST', `/reservations/${kept.id}/pick-up`, {
    ...{ payment_method: 'CASH', items: [{ tier_id: items[0].tier_id, quantity: 2 }] },
    customer: { email: 'santos@example.com' },
  });
  await dialog(page).getByRole('button', { name: 'Sell for ₱2,000.00' }).click();
  await dialog(page).getByRole('alert').filter({ hasText: '2' }).waitFor();
  expect(await sold()).toEqual([1_000, 1_000]);
});

/** Keeps places for two people: one picks hers up for cash, the other's are let go. */
async function keepAndPickUp(page: Page) {
  for (const [name, places] of [
    ['Mrs. Santos', '2'],
    ['Direktor', '3'],
  ] as const) {
    await page
      .getByLabel(/ · \d+ left$/)
      .first()
      .fill(places);
    // What was typed for the one before is gone.
    expect(await page.getByLabel('E-mail').inputValue()).toBe('');
    await page.getByLabel('E-mail').fill('ana@example.com');
    await press(page, 'Keep places');
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name);
    await readable(page);
    await dialog(page).getByRole('button', { name: 'Keep places' }).click();
    await dialog(page).waitFor({ state: 'detached' });
  }
  await visit(page, 'Kept places');
  await heading(page, 'Kept places');
  await page.getByText('Direktor').waitFor();
  await readable(page);
  await page.getByLabel('Search').fill('santos');
  await page.getByText('Direktor').waitFor({ state: 'detached' });
  await press(page, 'Pick up');
  await dialog(page).getByLabel('E-mail').fill('santos@example.com');
  await readable(page);
  await dialog(page).getByRole('button', { name: 'Sell for ₱700.00' }).click();
  await page.getByText('Sold: 2 tickets for ₱700.00').waitFor();
  await press(page, 'Next buyer');
  await page.getByText('No kept places are like this.').waitFor();
  await page.getByLabel('Search').fill('');
  const kept = page.getByRole('row').filter({ hasText: 'Direktor' });
  await kept.getByRole('button', { name: 'Let go' }).click();
  await dialog(page).getByText('3 places for Direktor will be free for everyone at once.').waitFor();
  await dialog(page).getByRole('button', { name: 'Let the places go' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText('Direktor').waitFor({ state: 'detached' });
}
test('a list is imported after its preview: a column is named, a wrong row left out, and a second time noticed', async () => {
  const { page, problems } = organizer;
  const fields = { title: 'Gabi ng mga kasapi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10 };
  const { id } = await takilya.api('POST', '/events', { ...fields, ticket_price: 350 });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  await page.goto(`${takilya.url}/dashboard/events/${id}/attendees`);
  await heading(page, 'Attendees');
  await visit(page, 'Import');
  await heading(page, 'Import attendees');
  const csv = 'Pangalan;Email;Qty;Koponan\nLuz Peña;luz@example.com;2;Pula\nBen;ben@example;1;\nCy;cy@example.com;;\n';
  // As a spreadsheet on Windows saves it.
  const file = { name: 'Members 2027.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Ready: 2 · with problems: 1 · left out: 0').waitFor();
  await page.getByText('General Admission: 3 tickets, of 10 left').waitFor();
  await page.getByText('“E-mail” must be an e-mail address').waitFor();
  await page.getByLabel('Koponan: imported as').selectOption({ label: 'Note' });
  await readable(page);
  await press(page, 'Leave out 1 row');
  await page.getByText('Ready: 2 · with problems: 0 · left out: 1').waitFor();
  await press(page, 'Import 2 orders');
  await dialog(page).getByText('3 tickets for ₱1,050.00. Everyone gets the tickets by e-mail now.').waitFor();
  await dialog(page).getByRole('button', { name: 'Import 2 orders' }).click();
  await page.getByText('Imported: 2 orders with 3 tickets for ₱1,050.00').waitFor();
  await readable(page);
  await page.getByRole('link', { name: 'Open the orders' }).click();
  await page.getByRole('button', { name: 'Only import · Members 2027: show all' }).waitFor();
  await page.getByRole('link', { name: 'Luz Peña' }).click();
  await page.getByText('Pula', { exact: true }).waitFor();

  await page.goto(`${takilya.url}/dashboard/events/${id}/import`);
  await page.getByRole('textbox', { name: 'Rows' }).fill('email\ncy@example.com\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Has a ticket of this tier already').waitFor();
  await page.getByLabel('Also import people who have a ticket of the tier already').check();
  await page.getByRole('button', { name: 'Import 1 order' }).waitFor();

  await page.getByRole('textbox', { name: 'Rows' }).fill('email,status\ndi@example.com,refunded\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Was refunded: leave the row out, or do not import the column').waitFor();
  await page.getByLabel('status: imported as').selectOption({ label: 'Not imported' });
  await page.getByRole('button', { name: 'Import 1 order' }).waitFor();
  expect(problems).toStrictEqual([]);
});

test('a day at the window closes with what the books say', async () => {
  const { page, problems } = organizer;
  const fields = { title: 'Isang araw', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 30, ticket_price: 350 };
  const { id: eventId } = await takilya.api('POST', '/events', fields);
  await takilya.api('POST', `/events/${eventId}/tiers`, { name: 'VIP', price: 999.5, quantity_total: 5 });
  await takilya.api('PUT', `/events/${eventId}`, { status: 'active' });
  await page.goto(`${takilya.url}/dashboard/box-office?event_id=${eventId}`);
  const sold = [
    { method: 'Cash', tickets: [2, 1], total: '₱1,699.50' },
    { method: 'Cash', tickets: [3, 0], total: '₱1,050.00' },
    { method: 'Paid elsewhere', tickets: [0, 2], total: '₱1,999.00' },
    { method: 'Complimentary (free)', tickets: [1, 1], total: '₱0.00' },
  ];
  for (const { method, tickets, total } of sold) {
    for (const [line, quantity] of tickets.entries())
      await page
        .getByLabel(/ · \d+ left$/)
        .nth(line)
        .fill(String(quantity));
    await page.getByLabel(method, { exact: true }).check();
    await page.getByLabel('E-mail').fill('window@example.com');
    await press(page, `Sell for ${total}`);
    await page.getByText(/^Sold: /).waitFor();
    await press(page, 'Next buyer');
  }
  await keepAndPickUp(page);
  interface Order {
    id: string;
    payment_method: string;
    total_amount: number;
    refunded_amount: number;
    quantity: number;
  }
  const orders = async () => (await takilya.api('GET', `/orders?event_id=${eventId}`)).orders as Order[];
  const [refunded] = (await orders()).filter(({ total_amount }) => total_amount === 1_050);
  await page.goto(`${takilya.url}/dashboard/orders/${refunded?.id}`);
  await press(page, /^Refund$/);
  await dialog(page)
    .getByRole('button', { name: /^Refund ₱1,050.00 for 3 tickets/ })
    .click();
  await page.getByRole('button', { name: /^Refund$/ }).waitFor({ state: 'detached' });

  await page.goto(`${takilya.url}/dashboard/box-office/closing?event_id=${eventId}`);
  await heading(page, 'Close the day');
  const everyone = page.getByRole('region', { name: 'Everyone' });
  const shown = await everyone.getByRole('row').allInnerTexts();
  const books = await orders();
  const pesos = (amount: number) => amount.toLocaleString('en', { style: 'currency', currency: 'PHP' });
  const expected = (name: string, method: string) => {
    const of = books.filter(({ payment_method }) => payment_method === method);
    const sum = (amount: (order: Order) => number) => of.reduce((total, order) => total + amount(order), 0);
    const [taken, back] = [sum(({ total_amount }) => total_amount), sum(({ refunded_amount }) => refunded_amount)];
    const returned = back === 0 ? 0 : 3;
    const changed = 0;
    return [
      ...[name, of.length, sum(({ quantity }) => quantity), pesos(taken), pesos(changed)],
      ...[returned, pesos(back), pesos(taken - back)],
    ];
  };
  expect(shown.slice(1).map((row) => row.split(/\s*\t\s*/))).toEqual(
    [expected('Cash', 'CASH'), expected('Complimentary (free)', 'COMP'), expected('Paid elsewhere', 'EXTERNAL')].map(
      (row) => row.map(String),
    ),
  );
  await page.getByText('Cash in the drawer: ₱2,399.50').first().waitFor();
  const sales = await takilya.api('GET', `/analytics/sales?event_id=${eventId}`);
  expect(sales.total_revenue).toBe(1_699.5 + 1_999 + 700);
  await readable(page);
  expect(problems).toStrictEqual([]);
});

test('a promo code is created, changed and made inactive', async () => {
  const { page, problems } = organizer;
  await visit(page, 'Promo codes');
  await press(page, 'Create promo code');
  await dialog(page).getByLabel('Event').selectOption({ index: 1 });
  await dialog(page).getByLabel('Code').fill('bayanihan');
  await dialog(page).getByLabel('Discount type').selectOption({ label: 'Fixed amount in pesos' });
  await dialog(page).getByLabel('Amount').fill('150.50');
  await dialog(page).getByLabel('Usage limit').fill('20');
  await dialog(page).getByLabel('Starts').fill('2099-12-01T00:00');
  await dialog(page).getByLabel('Expires').fill('2099-12-30T23:59');
  await press(page, 'Save');
  const row = page.getByRole('row').filter({ hasText: 'BAYANIHAN' });
  await row.getByText('₱150.50').waitFor();
  await row.getByText('Scheduled', { exact: true }).waitFor();
  const promo = async () =>
    ((await takilya.api('GET', '/promo-codes')).promo_codes as { code: string; expires_at: string }[]).find(
      ({ code }) => code === 'BAYANIHAN',
    );
  expect(await promo()).toMatchObject({
    discount_type: 'fixed_amount',
    usage_limit: 20,
    // The end of the day in Manila, the organization's time zone.
    expires_at: '2099-12-30T15:59:00.000Z',
  });
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByLabel('Active').uncheck();
  await press(page, 'Save');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await promo()).toMatchObject({ is_active: false, discount_amount: 150.5, usage_limit: 20 });
  expect(problems).toStrictEqual([]);
});

test('promo codes of two dates of a show say which date each is for, in the list and in the dialog', async () => {
  const { page } = organizer;
  for (const id of await newShow('Palabas na may code', '30T20:00', '31T20:00'))
    await takilya.api('POST', '/promo-codes', {
      ...{ event_id: id, code: 'KAMBAL', discount_type: 'percentage', discount_amount: 10 },
    });
  await page.goto(`${takilya.url}/dashboard/promo-codes`);
  const rows = page.getByRole('row').filter({ hasText: 'KAMBAL' });
  await rows.filter({ hasText: 'Dec 30, 2099' }).waitFor();
  await rows.filter({ hasText: 'Dec 31, 2099' }).getByRole('button').click();
  expect(await dialog(page).getByLabel('Event').locator('option:checked').textContent()).toBe(
    'Palabas na may code · Dec 31, 2099',
  );
});

test('questions are added, changed and deleted; the answers are with the order and the attendee', async () => {
  const { page, problems } = organizer;
  const id = await freeEvent('Gabing may tanong');
  await page.goto(`${takilya.url}/dashboard/events/${id}`);
  await visit(page, 'Questions');
  await heading(page, 'Questions');
  await press(page, 'Add question');
  await dialog(page).getByLabel('Question').fill('Shirt size');
  await dialog(page).getByLabel('Asked').selectOption({ label: 'For each ticket' });
  await dialog(page).getByLabel('Type of answer').selectOption({ label: 'Choice' });
  await dialog(page).getByLabel('Options').fill('S\nM\n\nM');
  await press(page, 'Save');
  await dialog(page).getByText('The option “M” is there twice').waitFor();
  await dialog(page).getByLabel('Options').fill('S\nM');
  await press(page, 'Save');
  const row = page.getByRole('row').filter({ hasText: 'Shirt size' });
  await row.getByText('For each ticket').waitFor();
  await readable(page);
  await row.getByRole('button', { name: 'Edit Shirt size' }).click();
  expect(await dialog(page).getByLabel('Type of answer').isDisabled()).toBe(true);
  await dialog(page).getByLabel('Question').fill('Size of your shirt');
  await press(page, 'Save');
  await page.getByRole('row').filter({ hasText: 'Size of your shirt' }).waitFor();
  const asked = async () => (await takilya.api('GET', `/events/${id}/questions`)).questions as { id: string }[];
  expect(await asked()).toMatchObject([{ label: 'Size of your shirt', options: ['S', 'M'], asked_of: 'ticket' }]);
  const answers = [{ question_id: (await asked())[0]?.id, value: 'M' }];
  const orderId = await buyFree(browser, takilya, id, 'Tina Tanong', { attendees: [{ answers }] });

  await page.goto(`${takilya.url}/dashboard/orders/${orderId}`);
  await page.getByRole('heading', { name: 'Answers' }).waitFor();
  await page.getByText('Size of your shirt').waitFor();
  await readable(page);
  await page.goto(`${takilya.url}/dashboard/events/${id}/attendees`);
  await press(page, /^Actions for ticket/);
  await page.getByRole('menuitem', { name: 'Answers' }).click();
  await dialog(page).getByText('Size of your shirt').waitFor();

  await page.goto(`${takilya.url}/dashboard/events/${id}/questions`);
  await press(page, 'Delete');
  await dialog(page).getByRole('button', { name: 'Delete question' }).click();
  await page.getByText('Buyers are asked for nothing but their name and e-mail address.').waitFor();
  expect(await asked()).toEqual([]);
  expect(problems).toStrictEqual([]);
});

test('the link of a referral code is made, and Analytics shows what it sold', async () => {
  const { page } = organizer;
  const id = await freeEvent('Fete de la Musique');
  const { public_url: url } = await takilya.api('GET', `/events/${id}`);
  await buyFree(browser, takilya, id, 'Maria Cruz', { quantity: 2, attribution: { source: 'radio', ref: 'MARIA 7' } });
  await page.goto(`${takilya.url}/dashboard/events/${id}`);
  await page.getByLabel('Referral code').fill(' MARIA 7 ');
  await page.getByText(`${url}?ref=MARIA+7`, { exact: true }).waitFor();
  await page.goto(`${takilya.url}/dashboard/analytics?event_id=${id}`);
  const rows = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('row');
  await rows('By referral').nth(1).waitFor();
  expect(await rows('By referral').nth(1).getByRole('cell').allTextContents()).toEqual([
    'radio',
    'MARIA 7',
    '₱0.00',
    '1',
    '2',
  ]);
  expect(await rows('By channel').allTextContents()).toContainEqual('Your programs₱0.0012');
  await readable(page);
});

test('the waiting list of an event is counted, filtered, and shortened after a question', async () => {
  const { page, problems } = organizer;
  problems.length = 0;
  const id = await freeEvent('Sold out at once');
  await page.goto(`${takilya.url}/dashboard/events/${id}`);
  await page.getByText('The waiting list is empty.').waitFor();
  await takilya.api('PUT', `/events/${id}`, { capacity: 1 });
  await buyFree(browser, takilya, id, 'Ana Reyes');
  for (const name of ['Benigno de los Santos', 'Carla Cruz'])
    await takilya.api('POST', `/events/${id}/waiting-list`, {
      quantity: 1,
      customer: { name, email: `${name.split(' ')[0]}@example.com` },
      success_url: 'https://example.com',
    });
  await page.reload();
  const counts = page.getByRole('region', { name: 'People on the waiting list, by tier' }).getByRole('row').nth(1);
  await counts.waitFor();
  expect(await counts.getByRole('cell').allTextContents()).toEqual(['General Admission', '2', '2', '0', '0']);
  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.getByRole('list', { name: 'People on the waiting list' }).getByRole('listitem');
  expect(await cards.filter({ visible: true }).count()).toBe(2);
  await readable(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const entries = page.getByRole('region', { name: 'People on the waiting list', exact: true }).getByRole('row');
  await entries.filter({ hasText: 'Carla Cruz' }).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByText('Carla Cruz leaves the waiting list.').waitFor();
  await dialog(page).getByRole('button', { name: 'Remove from the waiting list' }).click();
  await entries.filter({ hasText: 'Carla Cruz' }).getByText('Left').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('Waiting');
  await entries.filter({ hasText: 'Carla Cruz' }).waitFor({ state: 'detached' });
  expect(await entries.count()).toBe(2);
  expect(problems).toStrictEqual([]);
});

test('orders of two dates of a show say which date each is for', async () => {
  const { page } = organizer;
  const [id] = await newShow('Palabas sa dalawang gabi', '30T20:00', '31T20:00');
  const order = await sell(id);
  const event = page.getByRole('main').getByText('Palabas sa dalawang gabi').locator('..');
  for (const place of [`orders?event_id=${id}`, `orders/${order.id}`, '']) {
    await page.goto(`${takilya.url}/dashboard/${place}`);
    await event.filter({ hasText: 'Dec 30, 2099' }).first().waitFor();
  }
});

test('one ticket is refunded, then the rest of the order', async () => {
  const { page, problems } = organizer;
  const orderId = await buyFree(browser, takilya, await freeEvent('Dulaan'), 'Elena Cruz', { quantity: 2 });
  await page.goto(`${takilya.url}/dashboard/orders/${orderId}`);
  await heading(page, 'Order from Elena Cruz');
  await press(page, /^Refund$/);
  const [first, second] = [dialog(page).getByRole('checkbox').first(), dialog(page).getByRole('checkbox').last()];
  await dialog(page).getByRole('button', { name: 'Refund ₱0.00 for 2 tickets' }).waitFor();
  await first.uncheck();
  await second.uncheck();
  const nothing = dialog(page).getByRole('button', { name: 'Refund ₱0.00 for 0 tickets' });
  expect(await nothing.isDisabled()).toBe(true);
  await first.check();
  await press(page, 'Refund ₱0.00 for 1 ticket');
  await page.getByText('Partially refunded', { exact: true }).waitFor();
  await press(page, /^Refund$/);
  await press(page, 'Refund ₱0.00 for 1 ticket');
  await page.getByRole('button', { name: /^Refund$/ }).waitFor({ state: 'detached' });
  expect(await takilya.api('GET', `/orders/${orderId}`)).toMatchObject({ status: 'refunded' });
  expect(await page.getByRole('button', { name: 'Resend tickets' }).count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

test('the refund button says the amount', async () => {
  const { page, problems } = organizer;
  const { orders } = await takilya.api('GET', '/orders?per_page=50');
  const order = (orders as { id: string; status: string; quantity: number; total_amount: number }[]).find(
    ({ status, quantity, total_amount: total }) => status === 'paid' && quantity > 1 && total > 0,
  );
  if (!order) throw new Error('The demo has no such order');
  await page.goto(`${takilya.url}/dashboard/orders/${order.id}`);
  await press(page, /^Refund$/);
  const total = order.total_amount.toLocaleString('en-PH', { minimumFractionDigits: 2 });
  await press(page, `Refund ₱${total} for ${order.quantity} tickets`);
  // The word alone is on the page before.
  await expect.poll(async () => (await takilya.api('GET', `/orders/${order.id}`)).status).toBe('refunded');
  await page.getByText('Refunded', { exact: true }).first().waitFor();
  expect(await takilya.api('GET', `/orders/${order.id}`)).toMatchObject({
    status: 'refunded',
    refunded_amount: order.total_amount,
  });
  expect(problems).toStrictEqual([]);
});

test('a refund of a ticket that was paid in cash is not said to be on its way', async () => {
  const { page } = organizer;
  const id = await newEvent('Gabing binayaran ng cash', { price: 350 });
  await sell(id);
  await page.goto(`${takilya.url}/dashboard/events/${id}/attendees`);
  await press(page, /^Actions for ticket/);
  await page.getByRole('menuitem', { name: 'Refund ticket' }).click();
  await dialog(page).getByText('₱350.00').waitFor();
  await dialog(page).getByRole('button', { name: 'Refund ticket' }).click();
  await page.getByText('The ticket is refunded').waitFor();
  expect(await takilya.api('GET', `/events/${id}`)).toMatchObject({ tickets_sold: 0 });
});

test('no money is said to be on its way for tickets that were given away', async () => {
  const { page } = organizer;
  const order = await sell(await newEvent('Gabing handog', { price: 350 }), 'COMP');
  await page.goto(`${takilya.url}/dashboard/orders/${order.id}`);
  await press(page, /^Refund$/);
  await press(page, 'Refund ₱0.00 for 1 ticket');
  await page.getByText('The refund is noted').waitFor();
});

test('places of an order change at the window: the difference is shown, and taken or given back', async () => {
  const { page, problems } = organizer;
  const fields = { title: 'Lipat-upuan', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 500 };
  const { id: event_id, ticket_tiers } = await takilya.api('POST', '/events', fields);
  const [floor] = ticket_tiers as { id: string }[];
  const vip = await takilya.api('POST', `/events/${event_id}/tiers`, { name: 'VIP', price: 1_200, quantity_total: 1 });
  const section = (label: string, tier: unknown, row: string) => ({
    ...{ label, tier_ids: [tier] },
    rows: [{ label: row, seats: 4 }],
  });
  const sections = [section('Floor', floor?.id, 'A'), section('Box', vip.id, 'B')];
  await takilya.api('PUT', `/events/${event_id}/seating-plan`, { sections });
  await takilya.api('PUT', `/events/${event_id}`, { status: 'active' });
  const plan = await takilya.api('GET', `/events/${event_id}/sections`);
  const [first] = plan.sections as { id: string }[];
  const { id } = await takilya.api('POST', '/orders', {
    ...{ event_id, items: [{ section_id: first?.id, quantity: 2 }], payment_method: 'CASH' },
    ...{ customer: { name: 'Lea Santos', email: 'lea@example.com' }, attendees: [{ name: 'Dina Cruz' }] },
  });
  await page.goto(`${takilya.url}/dashboard/orders/${id}`);
  await heading(page, 'Order from Lea Santos');
  await press(page, 'Change places');
  const submit = dialog(page).getByRole('button', { name: 'Change places' });
  expect(await submit.isDisabled()).toBe(true);
  await dialog(page)
    .getByRole('checkbox', { name: / · Dina Cruz · General Admission · Floor A / })
    .check();
  expect(await submit.isDisabled()).toBe(true);
  await dialog(page).getByLabel('Tier').selectOption({ label: 'VIP, ₱1,200.00 (4 left)' });
  await dialog(page).getByText('The buyer pays ₱700.00.').waitFor();
  await dialog(page).getByLabel('Seat').selectOption({ label: 'Box B 4' });
  await dialog(page).getByLabel('Elsewhere').check();
  await readable(page);
  await press(page, 'Change places and take ₱700.00');
  await page.getByRole('row').filter({ hasText: 'Box B 4' }).waitFor();
  await page.getByText(/^A ticket moved: General Admission, Floor A \d → VIP, Box B 4 · \+₱700.00$/).waitFor();
  await page.getByText('Paid ₱1,000.00: Cash at the box office').waitFor();

  await press(page, 'Change places');
  const moved = dialog(page).getByRole('checkbox', { name: /VIP · Box B 4$/ });
  await moved.check();
  await dialog(page).getByLabel('Tier').selectOption({ label: 'General Admission, ₱500.00 (3 left)' });
  await press(page, 'Change places and give back ₱700.00');
  await page.getByText('Refund of ₱700.00: Cheaper places').waitFor();
  expect(await takilya.api('GET', `/orders/${id}`)).toMatchObject({ total_amount: 1_000, status: 'paid' });

  await takilya.api('PUT', `/events/${event_id}`, { status: 'completed' });
  await page.reload();
  await page.getByRole('button', { name: 'Resend tickets' }).waitFor();
  await page.getByRole('button', { name: 'Change places' }).waitFor({ state: 'detached' });
  expect(problems).toStrictEqual([]);
});

test('money that was paid online goes back online, whatever was said about money to take before', async () => {
  const { page } = organizer;
  const fields = {
    title: 'Lipat online',
    start_datetime: '2099-12-31T20:00:00+08:00',
    capacity: 10,
    ticket_price: 350,
  };
  const { id: event_id } = await takilya.api('POST', '/events', fields);
  const tier = (name: string, price: number) =>
    takilya.api('POST', `/events/${event_id}/tiers`, { name, price, quantity_total: 5 });
  const [vip, balcony] = [await tier('VIP', 1_000), await tier('Balcony', 100)];
  await takilya.api('PUT', `/events/${event_id}`, { status: 'active' });
  const checkout = await takilya.api('POST', '/checkouts', {
    ...{ event_id, quantity: 1, customer: { name: 'Lea Santos', email: 'lea@example.com' } },
    success_url: 'http://localhost:9/thanks',
  });
  const { page: buyer } = await newPage(browser);
  await buyer.goto(String(checkout.checkout_url));
  await buyer.locator('input[value=GCASH]').check();
  await buyer.getByRole('button', { name: /^Pay/ }).click();
  const thanks = buyer.waitForRequest(/localhost:9\/thanks/);
  await buyer.locator('button[value=authorize]').click();
  const orderId = new URL((await thanks).url()).searchParams.get('order_id');
  await buyer.context().close();
  await page.goto(`${takilya.url}/dashboard/orders/${orderId}`);
  await press(page, 'Change places');
  await dialog(page).getByRole('checkbox').first().check();
  await dialog(page).getByLabel('Tier').selectOption(String(vip.id));
  await dialog(page).getByText('The buyer pays ₱650.00.').waitFor();
  await dialog(page).getByLabel('Elsewhere').check();
  // The buyer would rather sit in a cheaper place.
  await dialog(page).getByLabel('Tier').selectOption(String(balcony.id));
  await dialog(page).getByText('₱250.00 is given back to the buyer.').waitFor();
  expect(await dialog(page).getByLabel('The way it was paid').isChecked()).toBe(true);
});

test('who refunds an order whose difference was paid in cash, or approves that, is told to give it back', async () => {
  const { page, problems } = organizer;
  const eventId = await freeEvent('Gabi sa bintana');
  await takilya.api('PUT', `/events/${eventId}`, { refund_rule: { allowed: 'request' } });
  const orderId = await buyFree(browser, takilya, eventId, 'Maria Santos');
  const order = await takilya.api('GET', `/orders/${orderId}`);
  const vip = await takilya.api('POST', `/events/${eventId}/tiers`, { name: 'VIP', price: 1_500, quantity_total: 2 });
  const tickets = [{ ticket_id: (order.ticket_ids as string[])[0], tier_id: vip.id }];
  await takilya.api('POST', `/orders/${orderId}/changes`, { tickets, payment_method: 'CASH' });
  const buyer = await newPage(browser);
  await buyer.page.goto(`${order.tickets_url}/refund`);
  await press(buyer.page, 'Continue');
  await press(buyer.page, 'Send the request');
  await buyer.page.context().close();

  const byHand = dialog(page).getByText('What was paid in cash or elsewhere, you give back yourself');
  await page.goto(`${takilya.url}/dashboard/orders/${orderId}`);
  await press(page, /^Refund$/);
  await byHand.waitFor();
  await press(page, 'Cancel');
  await press(page, 'Approve');
  await byHand.waitFor();
  // A colleague moves the ticket to a dearer tier: what the button said is not exceeded.
  const box = await takilya.api('POST', `/events/${eventId}/tiers`, { name: 'Box', price: 2_000, quantity_total: 2 });
  const dearer = tickets.map((ticket) => ({ ...ticket, tier_id: box.id }));
  await takilya.api('POST', `/orders/${orderId}/changes`, { tickets: dearer, payment_method: 'CASH' });
  await press(page, 'Refund ₱1,500.00');
  await page.getByText('The refund is ₱2,000.00 now: nothing was refunded').waitFor();
  await dialog(page).getByRole('button', { name: 'Refund ₱2,000.00' }).waitFor();
  await press(page, 'Cancel');
  await press(page, /^Refund$/);
  await dialog(page).getByRole('button', { name: 'Refund ₱2,000.00' }).waitFor();
  await takilya.api('POST', `/orders/${orderId}/changes`, { tickets, payment_method: 'CASH' });
  await press(page, 'Refund ₱2,000.00');
  await page.getByText('The refund is ₱1,500.00 now: nothing was refunded').waitFor();
  await press(page, 'Refund ₱1,500.00');
  await page.getByText('The refund is noted').waitFor();
  expect(problems).toStrictEqual([]);
});

test('an event whose sales are paused is not said to be on sale', async () => {
  const { page } = organizer;
  const id = await newEvent('Gabing naka-pause', { price: 350, statuses: ['paused'] });
  await page.goto(`${takilya.url}/dashboard/events/${id}`);
  await page.getByRole('region', { name: 'Share' }).waitFor();
  expect(await page.getByText('Your event is on sale here').count()).toBe(0);
});

test('the button that shows a hidden event to everyone does not say that it resumes sales', async () => {
  const { page } = organizer;
  const id = await newEvent('Lihim na presale', { price: 350, statuses: ['hidden'] });
  await page.goto(`${takilya.url}/dashboard/events/${id}`);
  await press(page, 'Show to everyone');
  await page.getByText('Status updated').waitFor();
  expect(await takilya.api('GET', `/events/${id}`)).toMatchObject({ status: 'active' });
});

test('the question before an event is cancelled has the number of tickets and the refunds, and can be declined', async () => {
  const { page, problems } = organizer;
  const id = await newEvent('Gabing may paradahan', { price: 100 });
  const parking = { name: 'Parking', price: 50, quantity_total: 10, admission: false };
  const { id: parkingId } = await takilya.api('POST', `/events/${id}/tiers`, parking);
  await takilya.api('POST', '/orders', {
    ...{ event_id: id, items: [{ quantity: 1 }, { tier_id: parkingId, quantity: 2 }] },
    ...{ customer: { name: 'Ana', email: 'buyer@example.com' }, payment_method: 'CASH' },
  });
  const question = async (words: string) => {
    await page.goto(`${takilya.url}/dashboard/events/${id}`);
    await press(page, 'Manage');
    await page.getByRole('menuitem', { name: 'Cancel event' }).click();
    await dialog(page).getByText(words, { exact: false }).waitFor();
    await dialog(page).getByRole('button', { name: 'Do not cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
  };
  await question('Valid tickets: 3. All of them are cancelled, and the buyers are refunded (₱200.00).');
  await question(
    'Money that you took yourself, such as cash, you give back: ₱200.00 of it is from the box office and imports.',
  );
  // Refunds that buyers asked for may have left a fee.
  await takilya.api('PUT', `/events/${id}`, { refund_rule: { allowed: 'automatic', fee_percent: 10 } });
  await question('Valid tickets: 3. All of them are cancelled, and the buyers are refunded.');
  await takilya.api('PUT', `/events/${id}`, { refund_rule: null });
  // Used tickets stay as they are and are not refunded.
  const { attendees } = await takilya.api('GET', `/events/${id}/attendees?status=valid&per_page=1`);
  await takilya.api('POST', `/tickets/${(attendees as { ticket_id: string }[])[0]?.ticket_id}/check-in`);
  await question('Valid tickets: 2. All of them are cancelled, and the buyers are refunded.');
  expect((await takilya.api('GET', `/events/${id}`)).status).not.toBe('cancelled');
  expect(problems).toStrictEqual([]);
});

test('a question about one date is not asked about the date that Back leads to', async () => {
  const { page, problems } = organizer;
  const first = await freeEvent('Dalawang gabi');
  await takilya.api('POST', `/events/${first}/dates`, { start_datetimes: ['2100-01-01T20:00:00+08:00'] });
  await page.goto(`${takilya.url}/dashboard/events/${first}`);
  const toSecond = page.getByRole('link', { name: /Jan 1, 2100/ });
  await toSecond.click();
  // The address changes before the page does, whose menu would close with it.
  await page.getByRole('link', { name: /Dec 31, 2099/ }).waitFor();
  await press(page, 'Manage');
  await page.getByRole('menuitem', { name: 'Cancel event' }).click();
  await dialog(page).waitFor();
  await page.goBack();
  await toSecond.waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  expect(problems).toStrictEqual([]);
});

test('a message is looked at, tried, sent to those who have tickets, and ended by its reader', async () => {
  const { page, problems } = organizer;
  const id = await freeEvent('Gabi ng liham');
  await takilya.api('POST', `/events/${id}/tiers`, { name: 'Balkonahe', price: 0, quantity_total: 5 });
  await buyFree(browser, takilya, id, 'Ana');
  await page.goto(`${takilya.url}/dashboard/events/${id}`);
  await visit(page, 'Messages');
  await heading(page, 'Messages');
  await page.getByLabel('Subject').fill('Alas-singko ang bukas');
  await page.getByLabel('Text').fill('Magdala ng tubig.\n\nMapa: https://gabi.example/mapa');
  await page.reload();
  await press(page, 'Continue where you left off');
  await press(page, 'Preview');
  await page.getByText('1 person will get it.').waitFor();
  const mail = page.frameLocator('iframe');
  await mail.getByRole('link', { name: 'https://gabi.example/mapa' }).waitFor();
  // The brand of the organizer: the policy of the page lets it through.
  const card = mail.getByRole('heading', { name: 'Alas-singko ang bukas' }).locator('..');
  expect(
    await card.evaluate((element) => {
      const page = globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } };
      return page.getComputedStyle(element).backgroundColor;
    }),
  ).toBe('rgb(255, 255, 255)');
  await readable(page);
  await press(page, 'Send to me');
  await page.getByText('The test e-mail is on its way to you').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/messages/preview') && asked.push(request.method())));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog(page).getByText('Send “Alas-singko ang bukas” now? 1 person will get it.', { exact: false }).waitFor();
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click();
  const sent = page.getByRole('row').filter({ hasText: 'Alas-singko ang bukas' });
  await sent.getByText('Sent', { exact: true }).waitFor();
  expect(asked, 'sending asks for no other preview, which would open the question again').toHaveLength(1);
  expect(await page.getByLabel('Subject').inputValue()).toBe('');
  await sent.getByRole('button', { name: 'Alas-singko ang bukas' }).click();
  await dialog(page).getByText('Magdala ng tubig.').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.endsWith('message:${id}'))`)).toEqual([]);

  await page.getByLabel('Subject').fill('Salamat');
  await page.getByLabel('Text').fill('Hanggang sa muli.');
  await page.getByLabel('Balkonahe').check();
  await page.getByLabel('Send on').fill('2020-12-31T23:00');
  await press(page, 'Schedule');
  const isPast = await page
    .getByLabel('Send on')
    .evaluate((input) => (input as unknown as { validity: { rangeUnderflow: boolean } }).validity.rangeUnderflow);
  expect(isPast, 'a time that is over would send it at once').toBe(true);
  await page.getByLabel('Send on').fill('20277-05-01T20:00');
  await press(page, 'Schedule');
  expect(asked).toHaveLength(1);
  await page.getByLabel('Send on').fill('2099-12-31T23:00');
  await press(page, 'Schedule');
  await dialog(page).getByText('0 people will get it.', { exact: false }).waitFor();
  await dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click();
  const scheduled = page.getByRole('row').filter({ hasText: 'Salamat' });
  await scheduled.getByText('Balkonahe').waitFor();
  await scheduled.getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel message' }).click();
  await scheduled.getByText('Cancelled', { exact: true }).waitFor();
  expect(problems).toStrictEqual([]);

  const words = { subject: 'Salamat', text: 'Hanggang sa muli.' };
  const { text } = await takilya.api('POST', `/events/${id}/messages/preview`, words);
  const reader = await newPage(browser);
  await reader.page.goto(/http\S+\/unsubscribe\/\S+/.exec(String(text))?.[0] ?? '');
  await readableInAll(reader.page);
  await press(reader.page, 'Unsubscribe');
  await reader.page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  await readable(reader.page);
  expect(reader.problems).toStrictEqual([]);
  await reader.page.context().close();
});

test('sales at the box office do not read the choices of events again, and a change of an event here does', async () => {
  const { page, problems } = organizer;
  const id = await newEvent('Gabi ng isang libo', { price: 100 });
  const choice = (title: string) =>
    page.getByLabel('Event', { exact: true }).locator('option', { hasText: `${title} · Dec 31, 2099` });
  await page.goto(`${takilya.url}/dashboard/box-office?event_id=${id}`);
  await choice('Gabi ng isang libo').waitFor({ state: 'attached' });
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/events?any_status=true&')) reads.push(request.url());
  });
  for (const left of [10, 9]) {
    await page.getByLabel(`General Admission · ₱100.00 · ${left} left`).fill('1');
    await page.getByLabel('E-mail').fill('ana@example.com');
    await press(page, 'Sell for ₱100.00');
    await page.getByText('Sold: 1 ticket for ₱100.00').waitFor();
    await press(page, 'Next buyer');
  }
  // The event itself is read again, and knows what is left.
  await page.getByLabel('General Admission · ₱100.00 · 8 left').waitFor();
  expect(reads).toStrictEqual([]);

  await page.keyboard.press('Control+k');
  await dialog(page).getByRole('searchbox').fill('isang libo');
  await dialog(page).getByRole('link', { name: 'Gabi ng isang libo' }).first().click();
  await page.getByRole('link', { name: 'Details', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Gabi ng dalawang libo');
  await press(page, 'Save changes');
  await page.getByText('Event saved').first().waitFor();
  await visit(page, 'Box office');
  await choice('Gabi ng dalawang libo').waitFor({ state: 'attached' });
  expect(problems).toStrictEqual([]);
});
