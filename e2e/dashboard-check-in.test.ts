import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../server/src/accounts/roles.ts';
import { type MailServer, openMailServer } from '../server/test/fixtures/mail-server.ts';
import { launchBrowser } from './browser.ts';
import { buyFree, heading, logIn, newPage, press, type Watched } from './dashboard.ts';
import { fakeCamera, showToCamera } from './fake-camera.ts';
import { makePatient } from './patient-device.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const TITLE = 'Gabi sa Pinto';
interface Ticket {
  id: string;
  ticket_number: string;
  status: string;
  checked_in_at: string | null;
  code: string;
}

let mailServer: MailServer;
let takilya: Takilya;
let browser: Browser;
let door: Watched;
let eventId: string;
let tickets: Record<'Ana' | 'Ben' | 'Dino', Ticket>;

const ticketNow = async ({ id }: Ticket) => (await takilya.api('GET', `/tickets/${id}`)) as unknown as Ticket;

async function newEvent(title: string) {
  const { id } = await takilya.api('POST', '/events', {
    title,
    start_datetime: '2099-12-31T20:00:00+08:00',
    capacity: 10,
    ticket_price: 0,
  });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  return String(id);
}

async function buy(event: string, customer: string, answers: object[] = []): Promise<Ticket> {
  const order = await takilya.api('GET', `/orders/${await buyFree(browser, takilya, event, customer, { answers })}`);
  const [ticket] = order.tickets as Ticket[];
  return (await takilya.api('GET', `/tickets/${ticket?.id}`)) as unknown as Ticket;
}

beforeAll(async () => {
  mailServer = await openMailServer();
  [takilya, browser] = await Promise.all([
    startTakilya({ MAIL_URL: mailServer.url, MAIL_FROM: 'tickets@takilya.example' }),
    launchBrowser(),
  ]);
  eventId = await newEvent(TITLE);
  const asked = { asked_of: 'order', kind: 'text', label: 'Needs', at_door: true };
  const { id: question_id } = await takilya.api('POST', `/events/${eventId}/questions`, asked);
  tickets = {
    Ana: await buy(eventId, 'Ana', [{ question_id, value: 'a ramp' }]),
    Ben: await buy(eventId, 'Ben', [{ question_id, value: 'a chair' }]),
    Dino: await buy(eventId, 'Dino'),
  };
  await takilya.api('POST', `/tickets/${tickets.Dino.id}/refund`);
  door = await newPage(browser, { width: 390, height: 844 });
  await makePatient(door.page.context());
  await fakeCamera(door.page);
});
afterAll(async () => {
  await Promise.all([browser?.close(), takilya?.stop()]);
  await mailServer?.close();
});

/** Read where a screen reader reads it: in the region that is announced. */
const answers = (words: string | RegExp) =>
  door.page.locator('[aria-live=assertive]').getByText(words, { exact: true }).waitFor();

async function type(code: string) {
  await door.page.getByRole('button', { name: 'Search', exact: true }).click();
  await door.page.getByLabel('Name or ticket number').fill(code);
  await door.page.getByLabel('Name or ticket number').press('Enter');
}

/** Accepts an invitation as a person with this role. */
async function join(page: Page, role: Role, name: string) {
  const email = `${name.toLowerCase()}@example.com`;
  await takilya.apiAsOwner('POST', '/team/invitations', { email, role });
  const link = () => /http\S+\/dashboard\/invitation#[\w-]+/.exec(mailServer.to(email)[0]?.mail.text ?? '')?.[0];
  await expect.poll(link).toBeDefined();
  await page.goto(String(link()));
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: false }).first().fill('a long enough password');
  await press(page, 'Accept invitation');
}

/** A guest comes with the code, and goes when they are let in: a code that stays may count as a second scan. */
async function scan(code: string) {
  await showToCamera(door.page, code);
  await answers('Admitted');
  await showToCamera(door.page, null);
}

test('a door person is invited, and lands where they work', async () => {
  const { page } = door;
  await join(page, 'door', 'Dora');
  await page.getByText('Choose the event').waitFor();
  await page.getByRole('button', { name: TITLE }).click();
  await page.getByText('0 of 2 checked in').waitFor();
});

test('a door person cannot refund, neither on a page nor past it', async () => {
  // In another tab of theirs: what is refused there is told on its console.
  const page = await door.page.context().newPage();
  await page.goto(`${takilya.url}/dashboard/orders`);
  await page.getByRole('alert').filter({ hasText: /role/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
  const refund = (id: string) => fetch(`/api/v1/tickets/${id}/refund`, { method: 'POST' }).then(({ status }) => status);
  expect(await page.evaluate(refund, tickets.Ana.id)).toBe(403);
  await page.close();
});

test('a door person has an account of their own to look after', async () => {
  const page = await door.page.context().newPage();
  await page.goto(`${takilya.url}/door`);
  await press(page, 'Menu');
  await page.getByRole('link', { name: 'My account' }).click();
  await heading(page, 'Settings');
  await readable(page);
  await page.getByRole('tab', { name: 'Organization' }).click();
  await page.getByText('Not available for your role').last().waitFor();
  await readable(page);
  await page.getByRole('tab', { name: 'My account' }).click();
  await page.getByLabel('Your name').fill('Dora Reyes');
  await press(page, 'Save');
  await press(page, 'Open menu');
  await page.getByRole('button', { name: 'Dora Reyes' }).waitFor();
  await press(page, 'Close menu');
  await page.getByLabel('Current password').fill('a long enough password');
  await page.getByLabel('New password').fill('another long password');
  await press(page, 'Change password');
  await page.getByText('Password changed').waitFor();
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
  await page.close();
});

test('online the server decides: admitted, undone, already used, wrong event', async () => {
  const { page } = door;
  await press(page, 'Start camera');
  // A QR code of the ticket number, which lists show, does not admit.
  await showToCamera(door.page, tickets.Ana.ticket_number);
  await answers('No ticket code');
  await showToCamera(door.page, null);
  await scan(tickets.Ana.code);
  await answers('Ana');
  await answers('Needs: a ramp');
  await page.getByText('1 of 2 checked in').waitFor();
  expect((await ticketNow(tickets.Ana)).status).toBe('used');

  await press(page, 'Undo check-in');
  await answers('Check-in undone: Ana');
  expect((await ticketNow(tickets.Ana)).status).toBe('valid');

  await type(tickets.Ana.ticket_number.toLowerCase().replace('-', ' '));
  await answers('Admitted');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/tickets')) asked.push(`${request.method()} ${pathname}`);
  });
  await type(tickets.Ana.code);
  await answers('Already used');
  await answers(/^Checked in: /);
  await answers(/^Checked in by /);
  await answers(`General Admission · ${tickets.Ana.ticket_number}`);
  expect(asked).toEqual(['POST /api/v1/tickets/check-in']);
  const other = await buy(await newEvent('Another night'), 'Olga');
  await type(other.code);
  await answers('Wrong event');
  await answers(/^Another night · /);
});

test('offline the device decides: refunded, of another event, and what it admitted before', async () => {
  const { page, problems } = door;
  const { Ben, Dino } = tickets;
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await type(Ben.code);
  await answers('Ben');
  await answers('Needs: a chair');
  await answers('Admitted');
  await type(Ben.ticket_number);
  await answers('Already used');
  await type(Dino.code);
  await answers('Refunded');
  await page.context().setOffline(false);
  await expect.poll(async () => (await ticketNow(Ben)).status).toBe('used');
  expect(problems).toStrictEqual([]);
});

test('offline, a page of the dashboard stays when a link is pointed at or followed', async () => {
  const { page, problems } = await newPage(browser, { width: 390, height: 844 });
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/check-in?event_id=${eventId}`);
  await page.getByRole('link', { name: 'Open the door on this device' }).waitFor();
  const settings = '**/assets/settings-page*';
  // Without a network, too, the browser takes the file from its cache: another tab loaded it.
  await page.route(settings, (route) => route.abort());
  await page.context().setOffline(true);
  await press(page, 'Open menu');
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().includes('settings-page')),
    page.getByRole('link', { name: 'Settings' }).hover(),
  ]);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('alert').filter({ hasText: 'The page that you came from still works' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Open the door on this device' }).waitFor();
  expect(problems).toEqual([expect.stringContaining('The code of the page was not loaded')]);
  await page.context().close();
});

test('why a mail failed is said in Filipino on a Filipino page', async () => {
  mailServer.refuse.recipient = 550;
  const order = await takilya.api('POST', '/orders', {
    ...{ event_id: eventId, items: [{ quantity: 1 }], customer: { email: 'wala@example.com' } },
    payment_method: 'CASH',
  });
  await expect
    .poll(async () => (await takilya.api('GET', `/orders/${order.id}/mails`)).mails)
    .toMatchObject([{ status: 'failed' }]);
  delete mailServer.refuse.recipient;
  const { page } = await newPage(browser);
  await logIn(page, takilya);
  await page.addInitScript(`localStorage.setItem('takilya-language', 'fil')`);
  await page.goto(`${takilya.url}/dashboard/orders/${order.id}`);
  await page.getByText('Hindi tinatanggap ng mail server ang email address na ito (550)').waitFor();
});

test('a viewer changes no event, leaves its form without a question, and is told why a menu is grey', async () => {
  const { page, problems } = await newPage(browser);
  await join(page, 'viewer', 'Vic');
  await heading(page, 'Home');
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/edit`);
  await page.getByLabel('Venue').waitFor();
  const selects = await page.locator('form').getByRole('combobox').all();
  expect(await Promise.all(selects.map((select) => select.isDisabled()))).toEqual([true, true, true]);
  await page.getByRole('button', { name: 'Save changes', disabled: true }).waitFor();
  await page.goto(`${takilya.url}/dashboard/events/new`);
  await page.getByRole('button', { name: 'Create draft', disabled: true }).waitFor();
  expect(await page.getByLabel('Venue').isEditable()).toBe(false);
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await heading(page, 'Orders');
  const read: string[] = [];
  page.on('request', (request) => void (/\/orders\/[\da-f-]{36}$/.test(request.url()) && read.push(request.url())));
  await page.getByLabel(/^All on this page/).check();
  await page.getByText(/^\d+ chosen$/).waitFor();
  expect(read, 'orders are read for what a role may do').toEqual([]);

  await page.goto(`${takilya.url}/dashboard/events/${eventId}/attendees`);
  await page
    .getByRole('button', { name: /^Actions for ticket/ })
    .first()
    .click();
  await page.getByText('Your role (viewer) cannot do this').waitFor();
  // The arrow keys come to it, and the reason is read out.
  const refund = page.getByRole('menuitem', {
    name: 'Refund ticket',
    disabled: true,
    description: 'Your role (viewer) cannot do this',
  });
  const isReached = async () => {
    await page.keyboard.press('ArrowDown');
    return refund.and(page.locator(':focus')).count();
  };
  await expect.poll(isReached).toBe(1);
  await page.keyboard.press('Enter');
  await readable(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

test('a cashier sells and prints tickets, and can neither refund nor change an event', async () => {
  const { page, problems } = await newPage(browser);
  await join(page, 'cashier', 'Celia');
  await heading(page, 'Home');
  await readable(page);
  await page.getByRole('link', { name: 'Box office', exact: true }).click();
  await heading(page, 'Box office');
  await page.getByLabel('Event', { exact: true }).selectOption({ label: `${TITLE} · Dec 31, 2099` });
  await page.getByLabel('E-mail').fill('walk-in@example.com');
  await page.getByLabel(/^General Admission/).fill('1');
  await press(page, 'Sell for ₱0.00');
  await page.getByText('Sold: 1 ticket for ₱0.00').waitFor();
  const [printed] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the tickets to print' }).click(),
  ]);
  await printed.getByRole('heading', { name: TITLE }).first().waitFor();
  await printed.close();
  await page.getByRole('link', { name: /^Open order TK-/ }).click();
  await page.getByRole('button', { name: 'Refund', exact: true, disabled: true }).waitFor();
  await press(page, 'Resend tickets');
  await page.getByText('The e-mail is on its way').waitFor();
  await readable(page);
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/edit`);
  await page.getByRole('button', { name: 'Save changes', disabled: true }).waitFor();
  expect(problems).toStrictEqual([]);
});

test('who may not save the organization or a seat map cannot change them, and is asked nothing', async () => {
  const { page, problems } = await newPage(browser);
  await join(page, 'viewer', 'Vera');
  await heading(page, 'Home');
  await page.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  const policy = page.getByLabel('Refund policy');
  await policy.waitFor();
  expect.soft(await policy.isEditable()).toBe(false);
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/seat-map`);
  const choosing = page.getByLabel('Seats are chosen by');
  await choosing.waitFor();
  expect.soft(await choosing.isEnabled()).toBe(false);
  expect(problems).toStrictEqual([]);
});
