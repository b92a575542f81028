import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { heading, logIn, newPage, press } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;
let page: Page;
/** Statuses of the answers that the server had kept and gave again. */
let replayed: number[];

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));
beforeEach(async () => {
  ({ page } = await newPage(browser));
  replayed = [];
  page.on('response', (response) => {
    if (response.headers()['idempotent-replayed']) replayed.push(response.status());
  });
  await logIn(page, takilya);
});
afterEach(() => page.context().close());

const dialog = () => page.getByRole('dialog');
async function newEvent({ status = 'active', ...fields }: Record<string, unknown> = {}) {
  const made = await takilya.api('POST', '/events', {
    ...{ title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 100 },
    ...fields,
  });
  if (status !== 'draft') await takilya.api('PUT', `/events/${made.id}`, { status });
  return String(made.id);
}
/** The server carries out the next request, and its answer is lost. */
async function loseAnswer(path: string, method = 'POST') {
  let isLost = false;
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}
/** Either the text, or an answer of before. */
async function expectNewTry(text: string | RegExp) {
  await expect.poll(async () => replayed.length + (await page.getByText(text).count())).toBeGreaterThan(0);
  expect(replayed).toEqual([]);
}

test('a pick-up that was refused is tried anew when it is pressed again', async () => {
  const eventId = await newEvent({ status: 'draft' });
  await takilya.api('POST', '/reservations', {
    ...{ event_id: eventId, items: [{ quantity: 2 }], name: 'Direktor', email: 'd@example.com' },
  });
  await page.goto(`${takilya.url}/dashboard/box-office/reservations?event_id=${eventId}`);
  await press(page, 'Pick up');
  await dialog()
    .getByRole('button', { name: /^Sell for/ })
    .click();
  await dialog().getByRole('alert').waitFor();
  await takilya.api('PUT', `/events/${eventId}`, { status: 'active' });
  await dialog()
    .getByRole('button', { name: /^Sell for/ })
    .click();
  await expectNewTry(/^Sold: 2 tickets/);
});

test('at the window a sale that was refused is tried anew when it is pressed again', async () => {
  const eventId = await newEvent();
  await page.goto(`${takilya.url}/dashboard/box-office?event_id=${eventId}`);
  await page
    .getByLabel(/ · \d+ left$/)
    .first()
    .fill('3');
  await page.getByLabel('E-mail').fill('ana@example.com');
  await takilya.api('PUT', `/events/${eventId}`, { max_per_order: 2 });
  await press(page, /^Sell for/);
  await page.getByRole('alert').first().waitFor();
  await takilya.api('PUT', `/events/${eventId}`, { max_per_order: null });
  await press(page, /^Sell for/);
  await expectNewTry(/^Sold: 3 tickets/);
});

test('what failed of several is tried anew', async () => {
  const eventId = await newEvent({ ticket_price: 0 });
  const sell = (name: string) =>
    takilya.api('POST', '/orders', {
      ...{ event_id: eventId, items: [{ quantity: 1 }], customer: { name, email: 'b@example.com' } },
      payment_method: 'CASH',
    });
  const ana = await sell('Ana');
  await sell('Ben');
  const ticket = (ana.tickets as { id: string }[])[0]?.id;
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/attendees`);
  await page.getByLabel('All (2)').check();
  await takilya.api('POST', `/tickets/${ticket}/check-in`);
  await press(page, 'Resend tickets');
  await page.getByText('Done: 1. Failed: 1').waitFor();
  // A used ticket is not sent again.
  const row = page.getByRole('row').filter({ hasText: 'Ana' });
  await row.getByRole('button', { name: /^Actions for ticket/ }).click();
  await page.getByRole('menuitem', { name: 'Undo check-in' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Resend ticket' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await takilya.api('POST', `/tickets/${ticket}/undo-check-in`);
  await press(page, 'Try the failed ones again');
  await expectNewTry(/^Done: 1$/);
});

test('a tier whose answer was lost is not added twice, not even in another dialog', async () => {
  const eventId = await newEvent();
  await page.goto(`${takilya.url}/dashboard/events/${eventId}`);
  const addTier = async () => {
    await press(page, 'Add tier');
    await dialog().getByRole('textbox', { name: 'Name' }).fill('VIP');
    await dialog().locator('[data-path=price]').fill('900');
    await dialog().getByRole('button', { name: 'Save' }).click();
  };
  await loseAnswer('**/tiers');
  await addTier();
  await dialog().getByText('The server cannot be reached').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'detached' });
  await addTier();
  await dialog().waitFor({ state: 'detached' });
  expect(replayed).toEqual([201]);
  const { ticket_tiers: tiers } = await takilya.api('GET', `/events/${eventId}`);
  expect((tiers as { name: string }[]).map(({ name }) => name)).toEqual(['General Admission', 'VIP']);
});

test('an import whose answer was lost is not made twice, not even in another dialog', async () => {
  const eventId = await newEvent();
  const csv = 'name,email\nAna,ana@example.com\n';
  await takilya.api('POST', `/events/${eventId}/imports`, { csv, payment_method: 'EXTERNAL', send_tickets: false });
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/import`);
  await page.getByRole('textbox', { name: 'Rows' }).fill(csv);
  await press(page, 'Preview');
  await page.getByLabel('Also import people who have a ticket of the tier already').check();
  const submit = async () => {
    await press(page, 'Import 1 order');
    await dialog().getByRole('button', { name: 'Import 1 order' }).click();
  };
  await loseAnswer('**/imports');
  await submit();
  await dialog().getByText('The server cannot be reached').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'detached' });
  await submit();
  await dialog().waitFor({ state: 'detached' });
  expect(await takilya.api('GET', `/events/${eventId}`)).toMatchObject({ tickets_sold: 2 });
});

test('a secret whose answer was lost is replaced once, so that the one before it stays valid', async () => {
  const made = await takilya.api('POST', '/webhooks', {
    url: 'https://example.com/hook',
    events: ['ticket.purchased'],
  });
  await page.goto(`${takilya.url}/dashboard/webhooks/${made.id}`);
  const replace = () => dialog().getByRole('button', { name: 'Replace secret' }).click();
  await press(page, 'Replace secret');
  await loseAnswer('**/rotate-secret');
  await replace();
  await dialog().getByText('The server cannot be reached').waitFor();
  await replace();
  await page.getByText(/^whsec_/).waitFor();
  expect(replayed).toEqual([200]);
});

test('a seat map whose answer was lost is not said to be changed by someone else', async () => {
  const id = await newEvent();
  const { ticket_tiers: tiers } = await takilya.api('GET', `/events/${id}`);
  const [tier] = tiers as { id: string }[];
  await takilya.api('PUT', `/events/${id}/seating-plan`, {
    sections: [{ label: 'Orchestra', tier_ids: [tier?.id], rows: [{ label: 'A', seats: 4 }] }],
  });
  await page.goto(`${takilya.url}/dashboard/events/${id}/seat-map`);
  await heading(page, 'Seat map');
  const rows = async () => {
    const plan = await takilya.api('GET', `/events/${id}/seating-plan`);
    return (plan.sections as { rows: object[] }[])[0]?.rows;
  };
  // The second change is made after the answer to the first was lost.
  for (const seats of [
    [1, null, 2, 3],
    [1, null, null, 2],
  ]) {
    await page.getByRole('gridcell', { name: 'A-2, free', exact: true }).click();
    await loseAnswer('**/seating-plan', 'PUT');
    await press(page, 'Save');
    await page.getByRole('alert').waitFor();
    await expect.poll(rows).toMatchObject([{ seats }]);
  }
  await press(page, 'Save');
  await page.getByText('All changes are saved.').waitFor();
  expect(await page.getByRole('alert').allTextContents()).toEqual(['Saved']);
});

/** As a person does: Playwright tells the page of a file that is in the input already, a browser does not. */
async function chooseFile(button: string, file: string) {
  await Promise.all([page.waitForEvent('filechooser'), press(page, button)]);
  const devtools = await page.context().newCDPSession(page);
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: "document.querySelector('input[type=file]')",
  });
  await devtools.send('DOM.setFileInputFiles', { files: [file], objectId: String(result.objectId) });
}

test('a list that was corrected in its file is read again when the file is chosen again', async () => {
  const eventId = await newEvent();
  const file = join(mkdtempSync(join(tmpdir(), 'takilya-')), 'guests.csv');
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/import`);
  for (const email of ['ana@example', 'ana@example.com']) {
    writeFileSync(file, `name,email\nAna Reyes,${email}\n`);
    await chooseFile('File', file);
    await expect.poll(() => page.getByRole('textbox', { name: 'Rows' }).inputValue()).toContain(`${email}\n`);
  }
});

test('a list has the name of the last file, unless another was typed', async () => {
  const eventId = await newEvent();
  const folder = mkdtempSync(join(tmpdir(), 'takilya-'));
  const choose = async (name: string) => {
    writeFileSync(join(folder, `${name}.csv`), `name,email\nAna Reyes,${name}@example.com\n`);
    await chooseFile('File', join(folder, `${name}.csv`));
    await expect.poll(() => page.getByRole('textbox', { name: 'Rows' }).inputValue()).toContain(`${name}@`);
  };
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/import`);
  const listName = page.getByLabel('Name of the list');
  for (const name of ['sponsors', 'press']) {
    await choose(name);
    expect(await listName.inputValue()).toBe(name);
  }
  await listName.fill('Friends');
  await choose('band');
  expect(await listName.inputValue()).toBe('Friends');
});

test('a picture that was removed can be chosen again', async () => {
  await page.goto(`${takilya.url}/dashboard/settings?tab=brand`);
  const logo = fileURLToPath(new URL('logo.png', import.meta.url));
  await chooseFile('Choose a picture', logo);
  await press(page, 'Remove');
  await chooseFile('Choose a picture', logo);
  await page.getByRole('button', { name: 'Choose another picture' }).waitFor();
});
