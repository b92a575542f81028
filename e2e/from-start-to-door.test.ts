import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { heading, newPage, press } from './dashboard.ts';
import { fakeCamera, showToCamera } from './fake-camera.ts';
import { picture } from './picture.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/**
 * What an organizer who does not program does on the first evening: no key, no program, by mouse and keyboard alone.
 */

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
/**
 * Limits from the link that the server prints to the link where strangers buy. At each further step some organizers
 * give up.
 */
const MOST = {
  /** Set up, Home, Create event, the event. */
  pages: 4,
  /** Required fields: 4 of the account, 4 of the event, 3 of its second tier. */
  required: 11,
  /** Visible fields, filled in or not: 4 of the account, 9 of the event, 3 of its second tier. */
  shown: 16,
};

let takilya: Takilya;
let browser: Browser;
beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya({ DEMO: '0' }), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click();

/** What the way so far asked of the organizer. */
interface Effort {
  pages: Set<string>;
  required: number;
  shown: number;
}

function followEffort(page: Page): Effort {
  const effort: Effort = { pages: new Set(), required: 0, shown: 0 };
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) effort.pages.add(new URL(frame.url()).pathname.replace(/[0-9a-f-]{36}/, ':id'));
  });
  return effort;
}

/** Call it before a form is sent, with the form. */
async function countFields(form: Locator, effort: Effort) {
  const fields = form.locator('input, select, textarea').filter({ visible: true });
  effort.shown += await fields.count();
  effort.required += await fields.and(form.locator(':required')).count();
}

async function setUp(page: Page, effort: Effort) {
  await page.goto(/http\S+\/dashboard\/set-up#\S+/.exec(takilya.greeting())?.[0] ?? '');
  await page.getByLabel('Organization name').fill('Tanghalang Bayan');
  await page.getByLabel('Your name').fill('Ana Reyes');
  await page.getByLabel('E-mail').fill('ana@example.com');
  await page.getByLabel('Password', { exact: false }).first().fill('a long enough password');
  await countFields(page.locator('form'), effort);
  await press(page, 'Create organization');
  await heading(page, 'Home');
}

/** @returns the link that the page of the published event shows */
async function publish(page: Page, effort: Effort): Promise<string> {
  await page.getByRole('region', { name: 'Start selling' }).getByRole('link', { name: 'Create event' }).click();
  await page.getByLabel('Title').fill('Florante at Laura');
  await page.getByLabel('Starts').fill('2099-12-31T20:00');
  await page.getByLabel('Capacity').fill('120');
  await page.getByLabel('Price in pesos').fill('350');
  await countFields(page.locator('form'), effort);
  await press(page, 'Create draft');
  await heading(page, 'Florante at Laura');
  await press(page, 'Add tier');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Balcony');
  await dialog.getByLabel('Price in pesos').fill('200');
  await dialog.getByLabel('Quantity').fill('40');
  await countFields(dialog.locator('form'), effort);
  await dialog.getByRole('button', { name: /^(Add|Create|Save)/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await press(page, 'Publish');
  const copy = page.getByRole('button', { name: 'Copy link', exact: true });
  await copy.waitFor();
  await picture(page, 'first-sale/1-published', { fullPage: true });
  // On a phone it is seen without scrolling.
  await page.setViewportSize(PHONE);
  await page.evaluate('scrollTo(0, 0)');
  const box = await copy.boundingBox();
  expect(box && box.y + box.height).toBeLessThan(PHONE.height);
  await page.setViewportSize(DESK);
  const link = page.getByRole('link', { name: /\/shop\/tanghalang-bayan\/florante-at-laura$/ });
  return String(await link.getAttribute('href'));
}

/** @returns the path of the order's page */
async function buyTwoAndOne(link: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.goto(link);
  await page.getByRole('combobox', { name: 'General Admission' }).selectOption('2');
  await page.getByRole('combobox', { name: 'Balcony' }).selectOption('1');
  await page.getByLabel('Full name').fill('Ben Cruz');
  await page.getByLabel('E-mail address').fill('ben@example.com');
  await picture(page, 'first-sale/2-shop', { fullPage: true });
  await press(page, 'Continue');
  await page.getByRole('button', { name: /₱900\.00/ }).waitFor();
  await picture(page, 'first-sale/3-checkout', { fullPage: true });
  await press(page, /₱900\.00/);
  await press(page, 'Authorize');
  await page.waitForURL(/\/o\//);
  expect(await page.locator('li.card').count()).toBe(3);
  await picture(page, 'first-sale/4-order', { fullPage: true });
  await context.close();
  return new URL(page.url()).pathname;
}

/** The codes that the pages of the tickets draw, as the owner's browser reads them. */
const codesOf = (page: Page) =>
  page.evaluate(`(async () => {
    const read = async (path) => (await (await fetch('/api/v1' + path)).json()).data;
    const { orders } = await read('/orders');
    const { ticket_ids } = await read('/orders/' + orders[0].id);
    return Promise.all(ticket_ids.map(async (id) => (await read('/tickets/' + id)).code));
  })()`) as Promise<string[]>;

async function scanAll(page: Page, codes: string[]) {
  await menu(page, 'Check-in');
  await heading(page, 'Check-in');
  await page.getByLabel('Event', { exact: true }).selectOption({ label: 'Florante at Laura · Dec 31, 2099' });
  await page.getByRole('link', { name: 'Open the door on this device' }).click();
  await page.getByText('0 of 3 checked in').waitFor();
  await press(page, 'Start camera');
  for (const [index, code] of codes.entries()) {
    await showToCamera(page, code);
    await page.getByText(`${index + 1} of 3 checked in`).waitFor();
    await picture(page, 'first-sale/5-door', { fullPage: true });
    await showToCamera(page, null);
  }
}

test('an organizer starts, publishes and shares a link; a stranger buys 2 + 1 on a phone; the door admits them', async () => {
  const organizer = await newPage(browser);
  await fakeCamera(organizer.page);
  const effort = followEffort(organizer.page);
  await setUp(organizer.page, effort);
  const link = await publish(organizer.page, effort);
  expect([...effort.pages]).toHaveLength(MOST.pages);
  expect(effort.required).toBeLessThanOrEqual(MOST.required);
  expect(effort.shown).toBeLessThanOrEqual(MOST.shown);
  const path = await buyTwoAndOne(link);
  expect(path).toMatch(/^\/o\//);
  await menu(organizer.page, 'Orders');
  await organizer.page.getByRole('link', { name: 'Ben Cruz' }).click();
  await heading(organizer.page, 'Order from Ben Cruz');
  const codes = await codesOf(organizer.page);
  expect(codes).toHaveLength(3);
  await scanAll(organizer.page, codes);
  expect(organizer.problems).toStrictEqual([]);
});
