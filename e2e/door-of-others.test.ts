import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDataDir } from '../server/test/databases/prepared-data-dir.ts';
import { launchBrowser } from './browser.ts';
import { buyFree, logIn, newPage, press } from './dashboard.ts';
import { fakeCamera } from './fake-camera.ts';
import { makePatient } from './patient-device.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const PHONE = { width: 390, height: 844 };

interface Ticket {
  id: string;
  ticket_number: string;
  status: string;
  code: string;
}

let takilya: Takilya;
let browser: Browser;

/** Of another organization of the demo data. */
let stranger: Takilya['owner'];

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'takilya-e2e-'));
  await fillDataDir(dataDir, 'demo');
  [takilya, browser] = await Promise.all([startTakilya({ DATA_DIR: dataDir }), launchBrowser()]);
  const { organizations } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  stranger = organizations[1].dashboard;
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

const ticketNow = async ({ id }: Pick<Ticket, 'id'>) =>
  (await takilya.api('GET', `/tickets/${id}`)) as unknown as Ticket;

async function newEvent(title: string, fields: object = {}) {
  const { id } = await takilya.api('POST', '/events', {
    ...{ title, start_datetime: '2099-12-31T20:00:00+08:00', capacity: 100, ticket_price: 0 },
  });
  await takilya.api('PUT', `/events/${id}`, { status: 'active', ...fields });
  return String(id);
}
async function buy(eventId: string, customer: string): Promise<Ticket> {
  const orderId = await buyFree(browser, takilya, eventId, customer);
  const { tickets } = (await takilya.api('GET', `/orders/${orderId}`)) as unknown as { tickets: [Ticket] };
  return ticketNow(tickets[0]);
}
const newLink = async (eventId: string, name: string, listId?: string) => {
  const ends_at = new Date(Date.now() + 4 * 3_600_000).toISOString();
  const body = { name, ends_at, ...(listId ? { list_id: listId } : {}) };
  return (await takilya.api('POST', `/events/${eventId}/door-links`, body)) as { id: string; url: string };
};
const newList = async (eventId: string, name: string) =>
  String((await takilya.api('POST', `/events/${eventId}/check-in-lists`, { name, passes: 'once' })).id);
async function open(page: Page, url: string, name: string) {
  await page.goto(url);
  await page.getByText(name, { exact: true }).first().waitFor();
  await page.getByText('Online').waitFor();
}
async function openPhone(url: string, name: string) {
  const { page, problems } = await newPage(browser, PHONE);
  await makePatient(page.context());
  await open(page, url, name);
  await page.getByText('This page opens without a network.').waitFor({ state: 'attached' });
  return { page, problems, context: page.context() };
}
const show = (page: Page, view: 'Scan' | 'Search' | 'Counts') =>
  page.getByRole('button', { name: view, exact: true }).click();
const answers = (page: Page, words: string | RegExp) =>
  page.locator('[aria-live=assertive]').getByText(words, { exact: true }).waitFor();
async function type(page: Page, text: string) {
  await show(page, 'Search');
  await page.getByLabel('Name or ticket number').fill(text);
  await page.getByLabel('Name or ticket number').press('Enter');
}

test('whoever logs in next on a device sees no guests of another organization', async () => {
  const eventId = await newEvent('Gabi ng Ibang Samahan');
  await buy(eventId, 'Ana Reyes');
  const { page } = await newPage(browser, PHONE);
  await makePatient(page.context());
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/door?event=${eventId}`);
  await page.getByText('Online').waitFor();
  await page.getByText('0 of 1 checked in').waitFor();
  // The session ends while the page is closed, such as by a new password; then somebody else logs in.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await logIn(page, { ...takilya, owner: stranger });
  await page.goto(`${takilya.url}/door`);
  await page.locator('.dot.refused, .closed, .choices').first().waitFor();
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  if (await page.getByRole('button', { name: 'Search', exact: true }).count()) {
    await show(page, 'Search');
    await page.getByLabel('Name or ticket number').fill('Ana');
  }
  expect(await page.getByText('Ana Reyes').count()).toBe(0);
  await page.context().close();
});

test('the screen stays on while the camera runs, also after another app was looked at', async () => {
  const eventId = await newEvent('Gabi ng Ilaw');
  const { page, context } = await openPhone((await newLink(eventId, 'Gate A')).url, 'Gate A');
  await fakeCamera(page);
  await page.addInitScript(`
    globalThis.locks = 0;
    // As browsers do it: a page that is hidden loses its lock.
    const request = async () => {
      globalThis.locks += 1;
      let released = false;
      const lock = new EventTarget();
      const release = async () => {
        if (released) return;
        released = true;
        globalThis.locks -= 1;
        lock.dispatchEvent(new Event('release'));
      };
      document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && release());
      return Object.assign(lock, { release, get released() { return released; } });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    globalThis.look = (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
  `);
  await page.reload();
  await page.getByText('Online').waitFor();
  await press(page, 'Start camera');
  await expect.poll(() => page.evaluate('globalThis.locks'), { timeout: 10_000 }).toBe(1);
  await page.evaluate(`look('hidden')`);
  await page.evaluate(`look('visible')`);
  await expect.poll(() => page.evaluate('globalThis.locks'), { timeout: 10_000 }).toBe(1);
  await context.close();
});

test('a phone with a clock of another zone works without a network while its link works', async () => {
  const eventId = await newEvent('Gabi ng Maling Oras');
  const ana = await buy(eventId, 'Ana Reyes');
  const link = await newLink(eventId, 'Gate A');
  const { page } = await newPage(browser, PHONE);
  await makePatient(page.context());
  await page.addInitScript(`{
    const Right = Date;
    const fastMs = 5 * 3_600_000;
    globalThis.Date = class extends Right {
      constructor(...parts) { parts.length > 0 ? super(...parts) : super(Right.now() + fastMs); }
      static now() { return Right.now() + fastMs; }
    };
  }`);
  await open(page, link.url, 'Gate A');
  await page.getByText('0 of 1 checked in').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await page.context().close();
});

test('the door of another list reads all anew: what the list before did not tell it', async () => {
  const eventId = await newEvent('Gabi ng Ibang Lista');
  const [loungeId, stageId] = [await newList(eventId, 'Lounge'), await newList(eventId, 'Stage')];
  const ana = await buy(eventId, 'Ana Reyes');
  await takilya.api('POST', '/tickets/check-in', { code: ana.code, event_id: eventId, list_id: stageId });
  const { page, context } = await openPhone((await newLink(eventId, 'Lounge door', loungeId)).url, 'Lounge door');
  await page.goto('about:blank');
  const asked = page.waitForRequest((request) => request.url().includes(`/events/${eventId}/door?`));
  await open(page, (await newLink(eventId, 'Stage door', stageId)).url, 'Stage door');
  expect((await asked).url()).not.toContain('since');
  await context.setOffline(true);
  await page.getByText('You are offline').waitFor();
  await type(page, ana.code);
  await answers(page, 'Already used');
  await context.close();
});

test('a guest is found by Enter, also when the name is as long as a ticket number', async () => {
  const eventId = await newEvent('Gabi ng mga Pangalan');
  await buy(eventId, 'Maria Lopez');
  const { page, context } = await openPhone((await newLink(eventId, 'Gate A')).url, 'Gate A');
  await show(page, 'Search');
  await page.getByLabel('Name or ticket number').fill('Maria Lopez');
  await page.getByRole('button', { name: /^Admit Maria Lopez/ }).waitFor();
  await page.getByLabel('Name or ticket number').press('Enter');
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await page.locator('[aria-live=assertive]').textContent()).not.toContain('Invalid ticket');
  await page.getByRole('button', { name: /^Admit Maria Lopez/ }).waitFor({ timeout: 5_000 });
  await context.close();
});
