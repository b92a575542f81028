import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { logIn, newPage } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/** As long as the dashboard takes what it loaded for fresh, and a bit. */
const STALE_MS = 11_000;

let takilya: Takilya;
let browser: Browser;
let page: Page;
let heard: string[];

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));
beforeEach(async () => {
  ({ page, problems: heard } = await newPage(browser));
  await logIn(page, takilya);
});
afterEach(async () => {
  expect(heard).toStrictEqual([]);
  await page.context().close();
});

const dialog = () => page.getByRole('dialog');
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });

async function newEvent(fields: object = {}) {
  const event = { title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 100 };
  const { id } = await takilya.api('POST', '/events', { ...event, ...fields });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  return String(id);
}

/** @returns the id of the ticket */
async function sold(eventId: string, name: string) {
  const { tickets } = await takilya.api('POST', '/orders', {
    ...{ event_id: eventId, items: [{ quantity: 1 }], customer: { name, email: 'guest@example.com' } },
    payment_method: 'CASH',
  });
  return String((tickets as { id: string }[])[0]?.id);
}

test('the question about a refund stays about its ticket while the list changes', async () => {
  const eventId = await newEvent({ ticket_price: 0 });
  const [ana, ben, carla] = [await sold(eventId, 'Ana'), await sold(eventId, 'Ben'), await sold(eventId, 'Carla')];
  await page.clock.install();
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/attendees?status=valid`);
  await rowOf('Ben').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  await dialog().getByText('The ticket of Ben becomes invalid').waitFor();
  // Ana is admitted at the door, and the organizer comes back from another window.
  await takilya.api('POST', `/tickets/${ana}/check-in`);
  await page.clock.fastForward(STALE_MS);
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await page.getByRole('cell', { name: 'Ana', exact: true }).waitFor({ state: 'detached' });
  await dialog().getByText('The ticket of Ben becomes invalid').waitFor();
  await dialog().getByRole('button', { name: 'Refund' }).click();
  await dialog().waitFor({ state: 'detached' });
  const statuses = [ana, ben, carla].map(async (id) => (await takilya.api('GET', `/tickets/${id}`)).status);
  expect(await Promise.all(statuses)).toStrictEqual(['used', 'refunded', 'valid']);
});
