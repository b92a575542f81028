import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { heading, logIn, newPage } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/** More than any of these pages has stops. */
const MAX_STOPS = 60;

let takilya: Takilya;
let browser: Browser;

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

/** Presses Tab, as a person without a mouse does, up to the first element of this role whose name begins so. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox', name: RegExp) {
  const wanted = page.getByRole(role, { name }).first();
  await wanted.waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`${role} ${name} is not reached by ${MAX_STOPS} times Tab`);
}

test('with the keyboard alone: log in, and create an event', async () => {
  const { page, problems } = await newPage(browser);
  const type = (text: string) => page.keyboard.type(text);
  await page.goto(`${takilya.url}/dashboard/events`);
  await heading(page, 'Log in');
  await tabTo(page, 'textbox', /^E-mail/);
  await type(takilya.owner.email);
  await page.keyboard.press('Tab');
  await type(takilya.owner.password);
  await page.keyboard.press('Enter');
  // Where the address led before the log-in.
  await heading(page, 'Events');

  await page.keyboard.press('Tab');
  await tabTo(page, 'link', /^Skip/).catch(() => {});
  await tabTo(page, 'link', /^Create event/);
  await page.keyboard.press('Enter');
  await heading(page, 'Create event');
  await tabTo(page, 'textbox', /^Title/);
  await type('Made without a mouse');
  await page.keyboard.press('Tab');
  // The parts of a date-time field: month, day, year, hour, minute, half of the day.
  await type('10102099');
  await page.keyboard.press('Tab');
  await type('0800PM');
  await tabTo(page, 'textbox', /^Price in pesos/);
  await type('0');
  await tabTo(page, 'textbox', /^Description/);
  await type('No trap here.');
  await tabTo(page, 'button', /^Create draft/);
  await page.keyboard.press('Enter');
  await heading(page, 'Made without a mouse');
  expect(problems).toStrictEqual([]);
});

test('a form that is refused takes the keyboard to the reason', async () => {
  const { page } = await newPage(browser, { width: 390, height: 760 });
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/events/new`);
  await page.getByLabel('Title').fill('Too dear');
  await page.getByLabel('Starts').fill('2099-10-10T20:00');
  await page.getByLabel('Price in pesos').fill('99999999999');
  await page.getByRole('button', { name: 'Create draft' }).press('Enter');
  const reason = page.getByRole('alert').filter({ hasText: 'Price in pesos' });
  await reason.waitFor();
  await expect.poll(() => reason.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
});

test('whoever saves an event with the keyboard stays in the field, and what changed elsewhere is shown', async () => {
  const fields = { title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 100 };
  const event = await takilya.api('POST', '/events', fields);
  const { page } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/events/${event.id}/edit`);
  const title = page.getByLabel('Title');
  await title.fill('Gabi ng Musika');
  await title.press('Enter');
  await page.getByText('Event saved').waitFor();
  await heading(page, 'Gabi ng Musika');
  await page.keyboard.type('!');
  expect(await title.inputValue()).toBe('Gabi ng Musika!');
  await takilya.api('PUT', `/events/${event.id}`, { venue_name: 'Plaza' });
  await title.press('Enter');
  await expect.poll(() => page.getByLabel('Venue').inputValue()).toBe('Plaza');
});

test('Ctrl K opens the search, and not above a dialog', async () => {
  const { page } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/webhooks`);
  await heading(page, 'Webhooks');
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('dialog').getByLabel('URL').fill('https://example.com/hook');
  await page.keyboard.press('Control+K');
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

/** The name of what has the focus, or of nothing when it was lost. */
const focused = async (page: Page) => {
  const [one] = await page.locator(':focus').all();
  return one?.evaluate((element) => element.ariaLabel ?? element.textContent);
};

describe('when a dialog closes, the focus goes back', () => {
  const fields = { title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 100 };
  let page: Page;
  let eventId: unknown;

  beforeEach(async () => {
    ({ id: eventId } = await takilya.api('POST', '/events', fields));
    await takilya.api('PUT', `/events/${eventId}`, { status: 'active' });
    ({ page } = await newPage(browser));
    await logIn(page, takilya);
  });
  afterEach(() => page.context().close());

  const open = async (path: string) => {
    await page.goto(`${takilya.url}/dashboard/events/${eventId}${path}`);
    await heading(page, /./);
  };
  const dialog = () => page.getByRole('dialog');
  const pressEscape = async () => {
    await dialog().waitFor();
    await expect.poll(() => dialog().evaluate((one) => one.contains(one.ownerDocument.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  };

  test('to the button that opened it', async () => {
    await open('');
    for (const name of ['Add tier', /^Search/]) {
      await page.getByRole('button', { name }).first().press('Enter');
      await pressEscape();
      await expect.poll(() => focused(page)).toMatch(name);
    }
  });

  test('to the button of the menu that opened it', async () => {
    await open('');
    await page.getByRole('button', { name: 'Manage' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Repeat event' }).press('Enter');
    await pressEscape();
    await expect.poll(() => focused(page)).toBe('Manage');
  });

  test('to the button before the first of two dialogs', async () => {
    await takilya.api('PUT', `/events/${eventId}`, { start_datetime: new Date(Date.now() + 3_600_000).toISOString() });
    await page.goto(`${takilya.url}/dashboard/check-in?event_id=${eventId}`);
    await page.getByRole('button', { name: 'New door link' }).press('Enter');
    await dialog().getByLabel('Name').fill('Gate 1');
    await dialog().getByLabel('Name').press('Enter');
    await dialog().getByRole('button', { name: 'Done' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('New door link');
  });

  test('to the list, when the button that opened it is gone', async () => {
    for (const subject of ['Gates open', 'Bring water'])
      await takilya.api('POST', `/events/${eventId}/messages`, {
        subject,
        text: 'At five',
        send_at: '2099-05-01T12:00',
      });
    await open('/messages');
    const row = page.getByRole('row').filter({ hasText: 'Gates open' });
    await row.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog().getByRole('button', { name: 'Cancel message' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Written so far');
  });
});

test('on a phone the open page of an event is in sight among its tabs', async () => {
  const { page } = await newPage(browser, { width: 390, height: 760 });
  await logIn(page, takilya);
  const { events } = (await takilya.api('GET', '/events')) as { events: { id: string }[] };
  await page.goto(`${takilya.url}/dashboard/events/${events[0]?.id}/seat-map`);
  const tab = page.getByRole('link', { name: 'Seat map', exact: true });
  await tab.waitFor();
  const isInSight = () =>
    tab.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= element.ownerDocument.documentElement.clientWidth;
    });
  await expect.poll(isInSight).toBe(true);
});
