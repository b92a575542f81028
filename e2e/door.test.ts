import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readQrOfPng } from '../server/test/readers/qr-reader.ts';
import { launchBrowser } from './browser.ts';
import { buyFree, heading, logIn, newPage, press } from './dashboard.ts';
import { answers, kept, LINE_IS_BACK, PHONE, SCANS_KEPT, type } from './door-phone.ts';
import { fakeCamera, showToCamera } from './fake-camera.ts';
import { makePatient } from './patient-device.ts';
import { picture } from './picture.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const TITLE = 'Gabi sa Pinto';
/** What a phone loads before it can work, and what the code reader adds where the browser has none. */
const MAX_PAGE_KB = 85;
const MAX_READER_KB = 345;

/** How many tickets the device has in its storage, with the names of their guests. */
const GUESTS_KEPT = kept('tickets', 'count');
const LISTS_KEPT = kept('lists', 'count');
/** The list of an event whose link ended while the page was closed. */
const KEEP_ENDED_LIST = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('takilya-door');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const list = { event: { id: 'earlier' }, link: { ends_at: '2026-01-01T00:00:00.000Z' } };
    Object.assign(list, { readAt: '2026-01-01T00:00:00.000Z', requestedAt: { device: 0, page: 0 } });
    opening.result.transaction('lists', 'readwrite').objectStore('lists').put(list, 'earlier').onsuccess = resolve;
  };
})`;

interface Ticket {
  id: string;
  ticket_number: string;
  status: string;
  checked_in_at: string | null;
  code: string;
}

let takilya: Takilya;
let browser: Browser;
let eventId: string;
/** 50 that one person bought, and a family of 3. */
let crowd: Ticket[];
let family: Ticket[];

const ticketNow = async ({ id }: Pick<Ticket, 'id'>) =>
  (await takilya.api('GET', `/tickets/${id}`)) as unknown as Ticket;

async function buy(customer: string, quantity: number): Promise<Ticket[]> {
  const orderId = await buyFree(browser, takilya, eventId, customer, { quantity });
  const { tickets } = (await takilya.api('GET', `/orders/${orderId}`)) as unknown as { tickets: Ticket[] };
  return Promise.all(tickets.map(ticketNow));
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const newLink = async (name: string, hours = 4) =>
  (await takilya.api('POST', `/events/${eventId}/door-links`, { name, ends_at: inHours(hours) })) as {
    id: string;
    url: string;
  };

/** A phone of a volunteer, who has no account. */
async function openPhone(name: string, look: Parameters<typeof newPage>[1] = PHONE) {
  const link = await newLink(name);
  const { page, problems } = await newPage(browser, look);
  await makePatient(page.context());
  await fakeCamera(page);
  await page.goto(link.url);
  await page.getByText(name).waitFor();
  await page.getByText('Online').waitFor();
  await page.getByText('This page opens without a network.').waitFor({ state: 'attached' });
  return { page, problems, link, context: page.context() };
}

const show = (page: Page, view: 'Scan' | 'Search' | 'Counts') =>
  page.getByRole('button', { name: view, exact: true }).click();
/** A phone whose browser has its bars. */
const LOW_PHONE = { width: 360, height: 616 };
/** Expects the words of the answer above the tabs. */
async function isInView(page: Page, ...words: string[]) {
  const tabs = await page.locator('.tabs').boundingBox();
  for (const word of words) {
    const box = await page.locator('.answer').getByText(word, { exact: true }).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0), word).toBeLessThanOrEqual(tabs?.y ?? 0);
  }
}
const SENT_LATER = 'Saved on this device. It is sent to the server when you are online.';

/** Closed and opened again, as when a phone runs out of memory. The camera is that of the new page. */
async function reopen(context: BrowserContext) {
  const page = await context.newPage();
  await fakeCamera(page);
  await page.goto(`${takilya.url}/door`);
  return page;
}

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
  const { id } = await takilya.api('POST', '/events', {
    title: TITLE,
    start_datetime: '2099-12-31T20:00:00+08:00',
    capacity: 100,
    ticket_price: 0,
  });
  eventId = String(id);
  await takilya.api('PUT', `/events/${eventId}`, { status: 'active', max_per_order: 50 });
  crowd = await buy('Ana Reyes', 50);
  family = await buy('Ben Cruz', 3);
});
afterAll(async () => {
  await Promise.all([browser?.close(), takilya?.stop()]);
});

describe('a door without a network', () => {
  test('is loaded, closed, opened again, scans 50, and loses none; both doors are told of a conflict', async () => {
    const [gateA, gateB] = [await openPhone('Gate A'), await openPhone('Gate B')];
    const [first, ...others] = crowd;
    if (!first) throw new Error('no ticket');
    await Promise.all([gateA, gateB].map(({ context }) => context.setOffline(true)));
    // Whether the network is cut: the page's own server does not answer either.
    expect(await gateA.page.evaluate(`fetch('/healthz').then(() => 'answered', () => 'cut')`)).toBe('cut');
    await gateA.page.close();
    await gateB.page.close();

    const [a, b] = [await reopen(gateA.context), await reopen(gateB.context)];
    await a.getByText('You are offline').waitFor();
    await a.getByText('0 of 53 checked in').waitFor();
    await press(a, 'Start camera');
    await showToCamera(a, first.code);
    await answers(a, 'Admitted');
    await showToCamera(a, null);
    for (const [index, ticket] of others.entries()) {
      await type(a, index % 2 === 0 ? ticket.code : ticket.ticket_number.toLowerCase());
      await a.getByText(`${index + 2} of 53 checked in`).waitFor();
    }
    await a.getByText('Check-ins waiting to be sent: 50').waitFor();
    await type(a, first.code);
    await answers(a, 'Already used');
    // Nothing loads or replaces the page.
    for (const element of await a.locator('button:visible, a:visible, summary:visible').all()) await element.hover();
    await a.reload();
    await a.getByText('50 of 53 checked in').waitFor();
    await picture(a, 'door/offline-phone');
    await readable(a);
    expect((await ticketNow(first)).status).toBe('valid');

    await press(b, 'Start camera');
    await showToCamera(b, first.code);
    await answers(b, 'Admitted');
    await b.getByText(SENT_LATER).waitFor();
    await showToCamera(b, null);
    const scannedBefore = Date.now();

    await gateA.context.setOffline(false);
    await a.getByText('Online').waitFor(LINE_IS_BACK);
    await expect
      .poll(async () => (await Promise.all(crowd.map(ticketNow))).filter(({ status }) => status === 'used').length)
      .toBe(50);
    expect(Date.parse(String((await ticketNow(first)).checked_in_at))).toBeLessThan(scannedBefore);
    await a.getByText('Check-ins waiting').waitFor({ state: 'detached' });

    await gateB.context.setOffline(false);
    await b.getByText(SENT_LATER).waitFor({ state: 'detached', ...LINE_IS_BACK });
    const told = (page: Page) => page.getByRole('alert').filter({ hasText: 'Admitted twice' });
    await told(b)
      .getByText(/^And at Gate A: /)
      .waitFor(LINE_IS_BACK);
    await told(a)
      .getByText(/^And at Gate B: /)
      .waitFor(LINE_IS_BACK);
    for (const page of [a, b]) await told(page).getByText(`Ana Reyes · ${first.ticket_number}`).waitFor();
    await picture(a, 'door/conflict-phone');
    await readable(a);
    await press(a, 'Dismiss');
    await press(b, 'Dismiss');
    const timesTold = (page: Page) => told(page).getByText('Ana Reyes').count();
    // A dismissal is kept before the page shows it.
    for (const page of [a, b]) await expect.poll(() => timesTold(page)).toBe(0);
    for (const page of [a, b]) await page.reload();
    for (const page of [a, b]) {
      await page.getByText('Online').waitFor();
      expect(await timesTold(page)).toBe(0);
    }
    expect([...gateA.problems, ...gateB.problems]).toStrictEqual([]);
    await Promise.all([gateA.context.close(), gateB.context.close()]);
  });

  test('undoes what was not sent, and refuses what is forged, unknown or of another event', async () => {
    const { page, context, problems } = await openPhone('Gate C');
    const [ben] = family;
    if (!ben) throw new Error('no ticket');
    await context.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await type(page, ben.code);
    await answers(page, 'Admitted');
    await page.getByText(SENT_LATER).waitFor();
    await press(page, 'Undo check-in');
    await answers(page, 'Check-in undone: Ben Cruz');
    // One letter of the signature is another.
    await type(page, `${ben.code.slice(0, -10)}${ben.code.at(-10) === 'A' ? 'B' : 'A'}${ben.code.slice(-9)}`);
    await answers(page, 'Invalid ticket');
    await picture(page, 'door/refused-phone');
    await readable(page);
    await context.setOffline(false);
    await page.getByText('Online').waitFor(LINE_IS_BACK);
    expect((await ticketNow(ben)).status).toBe('valid');
    expect(problems).toStrictEqual([]);
    await context.close();
  });

  test('takes a new version only when nothing is unsent', async () => {
    const { page, context } = await openPhone('Gate D');
    const [ben] = family;
    if (!ben) throw new Error('no ticket');
    // The browser takes another address for a newer version: it waits as such a one does.
    const waits = () =>
      page.evaluate(`navigator.serviceWorker.getRegistration('/door').then(({ waiting }) => waiting !== null)`);
    let loads = 0;
    page.on('domcontentloaded', () => loads++);
    // Admitted here, and not sent: the server does not answer check-ins.
    await context.route('**/api/v1/tickets/check-in', (route) => route.abort());
    await type(page, ben.code);
    await page.getByText(SENT_LATER).waitFor();
    await page.evaluate(`navigator.serviceWorker.register('/door/worker.js?newer', { scope: '/door' })`);
    await expect.poll(waits).toBe(true);
    await page.reload();
    await page.getByText('Check-ins waiting to be sent: 1').waitFor();
    await press(page, 'Menu');
    await press(page, 'Update to the new version');
    expect([await waits(), loads]).toEqual([true, 1]);

    await context.unroute('**/api/v1/tickets/check-in');
    await page.getByText('Check-ins waiting to be sent').waitFor({ state: 'detached', ...LINE_IS_BACK });
    expect((await ticketNow(ben)).status).toBe('used');
    let reloads = 1;
    // A page that cannot take the new version in time starts with the old one, and takes it when it is next loaded.
    const waitsAfterReload = async () => {
      await page.reload();
      reloads++;
      await page.getByText('Online').waitFor();
      return waits();
    };
    await expect.poll(waitsAfterReload).toBe(false);
    // The page loads itself anew with it.
    await expect.poll(() => loads).toBeGreaterThan(reloads);
    await takilya.api('POST', `/tickets/${ben.id}/undo-check-in`);
    await context.close();
  });
});

describe('a door link', () => {
  test('is made in the dashboard, and its QR code opens the door on another phone, until it is revoked', async () => {
    const organizer = await newPage(browser);
    await logIn(organizer.page, takilya);
    await organizer.page.goto(`${takilya.url}/dashboard/check-in?event_id=${eventId}`);
    await heading(organizer.page, 'Check-in');
    await readable(organizer.page);
    await press(organizer.page, 'New door link');
    await organizer.page.getByLabel('Name of the door').fill('Back gate');
    await press(organizer.page, 'Create link');
    const dialog = organizer.page.getByRole('dialog');
    const code = dialog.getByRole('img', { name: 'QR code of the door link' });
    await code.waitFor();
    await readable(organizer.page);
    await picture(organizer.page, 'door/link-desk');
    const url = String(readQrOfPng(await code.screenshot()));
    expect(url).toMatch(new RegExp(`^${takilya.url}/door#event=${eventId}&key=door_`));
    await press(organizer.page, 'Done');

    const { page, problems } = await newPage(browser, PHONE);
    await makePatient(page.context());
    await page.goto(url);
    await page.getByText('Back gate').waitFor();
    // Neither the history nor a photograph of the screen shows the secret.
    expect(page.url()).toBe(`${takilya.url}/door`);
    await page.getByText('Online').waitFor();
    const [ben, cara] = family;
    await type(page, String(cara?.ticket_number));
    await answers(page, 'Admitted');
    await page.context().setOffline(true);
    await type(page, String(ben?.ticket_number));
    await answers(page, 'Admitted');

    const row = organizer.page.getByRole('row', { name: /Back gate/ });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await press(organizer.page, 'Revoke door link');
    await row.getByText('Revoked').waitFor();
    await page.context().setOffline(false);
    await heading(page, 'This door link is over');
    await page.getByText('1 check-ins of this device are not sent yet').waitFor();
    await page.getByText(`${ben?.ticket_number} · In`).waitFor();
    // What the server has is deleted, and what it has not is without a name.
    expect([await page.evaluate(LISTS_KEPT), await page.evaluate(GUESTS_KEPT)]).toStrictEqual([0, 0]);
    expect(await page.evaluate(SCANS_KEPT)).toMatchObject([{ ticketId: ben?.id, name: ben?.ticket_number }]);
    await readable(page);
    await picture(page, 'door/over-phone');

    // With a new link nothing is lost.
    await page.evaluate(KEEP_ENDED_LIST);
    const again = await newLink('Back gate again');
    await page.goto(again.url);
    await page.getByText('Back gate again').waitFor();
    await expect.poll(async () => (await ticketNow({ id: String(ben?.id) })).status).toBe('used');
    expect(await page.evaluate(LISTS_KEPT)).toBe(1);

    // An answer that was on its way when the link ended brings no names back.
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/door?*', async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await released.promise;
      await route.fulfill({ response });
    });
    await page.evaluate(`window.dispatchEvent(new Event('online'))`);
    await asked.promise;
    await takilya.api('DELETE', `/door-links/${again.id}`);
    await type(page, String(family[2]?.ticket_number));
    await heading(page, 'This door link is over');
    const answered = page.waitForEvent('requestfinished', (request) => request.url().includes('/door?'));
    released.resolve();
    await answered;
    expect([await page.evaluate(LISTS_KEPT), await page.evaluate(GUESTS_KEPT)]).toStrictEqual([0, 0]);
    for (const { id } of [ben, cara].filter((ticket) => ticket !== undefined))
      await takilya.api('POST', `/tickets/${id}/undo-check-in`);
    expect([...problems, ...organizer.problems]).toStrictEqual([]);
    await Promise.all([page.context().close(), organizer.page.context().close()]);
  });
});

describe('a check-in list', () => {
  test('is made in the dashboard, chosen on a phone, decides without a network, and the dashboard shows who passed', async () => {
    const organizer = await newPage(browser);
    await logIn(organizer.page, takilya);
    await organizer.page.goto(`${takilya.url}/dashboard/check-in?event_id=${eventId}`);
    await press(organizer.page, 'New check-in list');
    await organizer.page.getByLabel('Place').fill('VIP lounge');
    await organizer.page.getByLabel('A ticket passes').selectOption('Again after leaving');
    await readable(organizer.page);
    await press(organizer.page, 'Save');
    const row = organizer.page.getByRole('row', { name: /VIP lounge/ });
    await row.getByText('0 / 53').waitFor();

    const { page, context, problems } = await openPhone('Gate F');
    const [ben] = family;
    if (!ben) throw new Error('no ticket');
    await page.getByLabel('Scanning at').selectOption('VIP lounge');
    await page.getByText('0 inside · 0 of 53 checked in').waitFor();
    await type(page, ben.code);
    await answers(page, 'Admitted');
    await page.getByText('1 inside · 1 of 53 checked in').waitFor();

    await context.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await page.setViewportSize(LOW_PHONE);
    await type(page, ben.code);
    await answers(page, 'Already used');
    await isInView(page, 'Already used', 'Ben Cruz');
    await answers(page, 'This ticket was admitted just now. Do not admit a second person with it.');
    await page.setViewportSize(PHONE);
    await page.getByText('Out', { exact: true }).click();
    await type(page, ben.ticket_number);
    await answers(page, 'Left');
    await picture(page, 'door/list-phone');
    await readable(page);
    await type(page, ben.code);
    await answers(page, 'Not inside');
    await page.reload();
    // The list is kept, and begins with entries.
    await page.getByText('0 inside · 1 of 53 checked in').waitFor();
    expect(await page.getByLabel('Scanning at').locator('option:checked').textContent()).toBe('VIP lounge');
    await type(page, ben.code);
    await answers(page, 'Admitted');
    await page.getByText('Check-ins waiting to be sent: 2').waitFor();

    await context.setOffline(false);
    await page.getByText('Check-ins waiting to be sent').waitFor({ state: 'detached', ...LINE_IS_BACK });
    expect((await ticketNow(ben)).status).toBe('valid');
    await press(page, 'Undo check-in');
    await answers(page, 'Check-in undone: Ben Cruz');
    await page.getByText('0 inside · 1 of 53 checked in').waitFor();

    await organizer.page.reload();
    await row.getByText('1 / 53').waitFor();
    await readable(organizer.page);
    await organizer.page.goto(`${takilya.url}/dashboard/events/${eventId}/attendees?q=Ben`);
    await press(organizer.page, `Actions for ticket ${ben.ticket_number}`);
    await organizer.page.getByRole('menuitem', { name: 'Where it was scanned' }).click();
    const passages = organizer.page.getByRole('dialog').getByRole('row', { name: /VIP lounge/ });
    await passages.first().waitFor();
    expect(await passages.getByText('Gate F').count()).toBe(3);
    await passages.filter({ hasText: 'In (undone)' }).waitFor();
    await readable(organizer.page);

    // The list is deleted while a phone scans there.
    await organizer.page.goto(`${takilya.url}/dashboard/check-in?event_id=${eventId}`);
    await row.getByRole('button', { name: 'Delete' }).click();
    await press(organizer.page, 'Delete check-in list');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('alert').filter({ hasText: 'The organizer deleted the list' }).waitFor(LINE_IS_BACK);
    await readable(page);
    await page.getByLabel('Scanning at').selectOption('Gate');
    await page.getByText(/^\d+ of 53 checked in$/).waitFor();
    expect([...problems, ...organizer.problems]).toStrictEqual([]);
    await Promise.all([context.close(), organizer.page.context().close()]);
  });

  test('the storage of an earlier version of the page is taken over, with what it had not sent', async () => {
    const { page, problems } = await newPage(browser, PHONE);
    const [, bea] = family;
    // Another page of the same address has the same storage.
    await page.goto(`${takilya.url}/healthz`);
    const scan = {
      ...{
        nonce: crypto.randomUUID(),
        eventId,
        ticketId: bea?.id,
        code: bea?.code,
        ticketNumber: '',
        name: 'Ben Cruz',
      },
      ...{ scannedAt: new Date().toISOString(), state: 'waiting', sent: false },
    };
    await page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('takilya-door', 1);
      opening.onupgradeneeded = () => {
        const db = opening.result;
        db.createObjectStore('lists').put({ event: { id: '${eventId}' }, link: null, nextSince: '2099-01-01T00:00:00.000Z' }, '${eventId}');
        db.createObjectStore('tickets');
        const scans = db.createObjectStore('scans', { keyPath: 'nonce' });
        scans.createIndex('event', 'eventId');
        scans.createIndex('state', ['eventId', 'state']);
        scans.put(${JSON.stringify(scan)});
        db.createObjectStore('opened');
      };
      opening.onsuccess = () => resolve(opening.result.close());
      opening.onerror = () => reject(opening.error);
    })`);
    await page.goto((await newLink('Gate G')).url);
    await page.getByText('Online').waitFor();
    await expect.poll(async () => (await ticketNow({ id: String(bea?.id) })).status).toBe('used');
    expect((await ticketNow({ id: String(bea?.id) })).checked_in_at).toBe(scan.scannedAt);
    await page.getByText(/^\d+ of 53 checked in$/).waitFor();
    expect(await page.evaluate(GUESTS_KEPT)).toBe(53);
    const state = { state: 'admitted', listId: null, direction: 'in', passageId: null };
    await expect.poll(() => page.evaluate(SCANS_KEPT)).toMatchObject([{ nonce: scan.nonce, ...state }]);
    await takilya.api('POST', `/tickets/${bea?.id}/undo-check-in`);
    expect(problems).toStrictEqual([]);
    await page.context().close();
  });
});

describe('the page of the door', () => {
  test('admits a family with one press after one scan, finds guests by name, and says where a ticket was used', async () => {
    const { page, context, problems } = await openPhone('Gate A');
    const [first, , last] = family;
    await press(page, 'Start camera');
    await picture(page, 'door/ready-phone');
    await showToCamera(page, String(first?.code));
    await answers(page, 'Admitted');
    await picture(page, 'door/admitted-phone');
    // A code that stays may count as a second scan.
    await showToCamera(page, null);
    await readable(page);
    await press(page, /^Admit all 2 too/);
    await answers(page, '3 people');
    for (const one of family) expect((await ticketNow(one)).status).toBe('used');
    await readable(page);
    await press(page, 'Undo check-in');
    await answers(page, 'Check-in undone: Ben Cruz');
    for (const one of family) expect((await ticketNow(one)).status).toBe('valid');

    await show(page, 'Search');
    await page.getByLabel('Name or ticket number').fill('crúz b');
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Ben Cruz' }).count()).toBe(3);
    await picture(page, 'door/search-phone');
    await readable(page);
    await page.getByRole('button', { name: `Admit Ben Cruz, ${last?.ticket_number}` }).click();
    await answers(page, 'Admitted');
    await type(page, String(last?.code));
    await answers(page, 'Already used');
    await answers(page, 'Checked in by Gate A');
    await picture(page, 'door/used-phone');
    await readable(page);
    await show(page, 'Counts');
    await page.getByText(/^\d+ \/ 53$/).waitFor();
    await readable(page);
    await press(page, 'Menu');
    await readable(page);
    await page.getByLabel('Sound and vibration').uncheck();
    await page.getByLabel('Language').selectOption('Filipino');
    await readable(page, 'fil');
    await page.reload();
    await page.getByText('Online').waitFor();
    expect(await page.getByLabel('Tunog at vibration').isChecked()).toBe(false);
    await takilya.api('POST', `/tickets/${last?.id}/undo-check-in`);
    expect(problems).toStrictEqual([]);
    await context.close();
  });

  test('without a link, an account or a camera it says what to do, in both colour schemes', async () => {
    const { page, problems } = await newPage(browser, PHONE);
    await page.goto(`${takilya.url}/door`);
    await heading(page, 'Open your door link');
    await readable(page);
    await page.goto((await newLink('Gate E')).url);
    await page.getByText('Online').waitFor();
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    );
    await press(page, 'Start camera');
    await page.getByRole('alert').filter({ hasText: 'Camera access is blocked' }).waitFor();
    await readable(page);
    expect(problems).toStrictEqual([]);
    await page.context().close();
  });

  test('a person chooses the event, and goes on without a network', async () => {
    const { page, problems } = await newPage(browser);
    await logIn(page, takilya);
    await page.goto(`${takilya.url}/door`);
    await page.getByText('Choose the event').waitFor();
    await readable(page);
    // Another event was tapped just before. When the browser says that it is online, each door that is followed asks.
    await page.evaluate(`const choices = [...document.querySelectorAll('.choices li button')];
      choices[0].click();
      choices.findLast((one) => one.innerText.includes('${TITLE}')).click()`);
    await page.getByText('Online').waitFor();
    const asked = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('/door?')) asked.add(new URL(request.url()).pathname);
    });
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => [...asked]).toStrictEqual([`/api/v1/events/${eventId}/door`]);
    await page.getByText('This page opens without a network.').waitFor({ state: 'attached' });
    await readable(page);
    await picture(page, 'door/desk');
    await page.context().setOffline(true);
    await page.reload();
    await heading(page, TITLE);
    await page.getByText('You are offline').waitFor();
    await readable(page);
    // The list of the other event may have been read before.
    expect(await page.evaluate(GUESTS_KEPT)).toBeGreaterThanOrEqual(53);

    // Names of guests do not stay in a shared browser.
    await page.context().setOffline(false);
    await page.goto(`${takilya.url}/dashboard/`);
    await page.getByRole('button', { name: 'Demo' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('E-mail').waitFor();
    await expect.poll(() => page.evaluate(GUESTS_KEPT)).toBe(0);
    expect(problems).toStrictEqual([]);
    await page.context().close();
  });

  test(`is installable, and loads ${MAX_PAGE_KB} KB at most`, async () => {
    const manifest = await fetch(`${takilya.url}/dashboard/door.webmanifest`);
    expect(manifest.headers.get('content-type')).toMatch('application/manifest+json');
    expect(await manifest.json()).toMatchObject({ start_url: '/door', scope: '/door', display: 'fullscreen' });
    const dist = fileURLToPath(new URL('../dashboard/dist/', import.meta.url));
    const [, list = ''] = /FILES = (\[[^\]]*\])/.exec(readFileSync(join(dist, 'door-worker.js'), 'utf8')) ?? [];
    const sizes = (JSON.parse(list) as string[]).map((file) => {
      const [compressed = join(dist, file.replace('/dashboard/', ''))] = globSync(
        join(dist, `${file.replace('/dashboard/', '')}.br`),
      );
      return { isReader: /\/(zxing_)?reader-/.test(file), kb: readFileSync(compressed).length / 1_000 };
    });
    const sum = (isReader: boolean) =>
      sizes.filter((one) => one.isReader === isReader).reduce((total, { kb }) => total + kb, 0);
    expect(sum(false)).toBeGreaterThan(20);
    expect(sum(false)).toBeLessThan(MAX_PAGE_KB);
    expect(sum(true)).toBeGreaterThan(100);
    expect(sum(true)).toBeLessThan(MAX_READER_KB);
  });
});
