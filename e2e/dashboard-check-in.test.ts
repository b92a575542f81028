import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../server/test/fixtures/mail-server.ts';
import { launchBrowser } from './browser.ts';
import { buyFree, heading, newPage, press, type Watched } from './dashboard.ts';
import { fakeCamera, showToCamera } from './fake-camera.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const SCREENSHOTS = fileURLToPath(new URL('../docs/screenshots/dashboard/', import.meta.url));
const TITLE = 'Gabi sa Pinto';
/** The page tries again every ten seconds, on a busy machine a little later. */
const LINE_IS_BACK = { timeout: 60_000 };

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
let tickets: Record<'Ana' | 'Ben' | 'Carla' | 'Dino' | 'Elena', Ticket>;

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
    Carla: await buy(eventId, 'Carla'),
    Dino: await buy(eventId, 'Dino'),
    Elena: await buy(eventId, 'Elena'),
  };
  await takilya.api('POST', `/tickets/${tickets.Dino.id}/refund`);
  door = await newPage(browser, { width: 390, height: 844 });
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
  await door.page.getByLabel('Code or ticket number').fill(code);
  await door.page.getByRole('button', { name: 'Check in', exact: true }).click();
}

/** Points at a link to a page whose code cannot be loaded, follows it, and comes back. */
async function lookAtAnotherPage() {
  const { page } = door;
  const settings = '**/assets/settings-page*';
  // Without a network, too, the browser takes the file from its cache: another tab loaded it.
  await page.route(settings, (route) => route.abort());
  await press(page, 'Open menu');
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().includes('settings-page')),
    page.getByRole('link', { name: 'Settings' }).hover(),
  ]);
  await page.getByText('You are offline').waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('alert').filter({ hasText: 'The page that you came from still works' }).waitFor();
  await page.goBack();
  await page.getByText('Tickets are checked against the list').waitFor();
  await press(page, 'Start camera');
  await page.unroute(settings);
  expect(door.problems.splice(0)).toEqual([expect.stringContaining('The code of the page was not loaded')]);
}

/** Somebody comes with it, and goes. */
async function scan(code: string) {
  await showToCamera(door.page, code);
}

test('a door person is invited, and lands where they work', async () => {
  const { page } = door;
  await takilya.apiAsOwner('POST', '/team/invitations', { email: 'door@example.com', role: 'door' });
  const link = () =>
    /http\S+\/dashboard\/invitation#[\w-]+/.exec(mailServer.to('door@example.com')[0]?.mail.text ?? '');
  await expect.poll(link).not.toBeNull();
  await page.goto(String(link()?.[0]));
  await page.getByLabel('Your name').fill('Dora');
  await page.getByLabel('Password', { exact: false }).first().fill('a long enough password');
  await press(page, 'Accept invitation');
  await heading(page, 'Check-in');
  await page.getByLabel('Event', { exact: true }).selectOption({ label: `${TITLE} · Dec 31, 2099` });
  await page.getByText('0 of 4 checked in').waitFor();
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
  await page.goto(`${takilya.url}/dashboard/`);
  await press(page, 'Open menu');
  await page.getByRole('link', { name: 'Settings' }).click();
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
  await scan(tickets.Ana.code);
  await answers(/Admitted$/);
  await answers('Ana');
  await answers('Needs: a ramp');
  await page.getByText('1 of 4 checked in').waitFor();
  expect((await ticketNow(tickets.Ana)).status).toBe('used');

  await press(page, 'Undo check-in');
  await answers('Check-in undone: Ana');
  expect((await ticketNow(tickets.Ana)).status).toBe('valid');

  await showToCamera(page, null);
  await type(tickets.Ana.ticket_number.toLowerCase().replace('-', ' '));
  await answers(/Admitted$/);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/tickets')) asked.push(`${request.method()} ${pathname}`);
  });
  await type(tickets.Ana.code);
  await answers(/Already used$/);
  await answers(/^Checked in: /);
  await answers(/^Checked in by /);
  await answers(tickets.Ana.ticket_number);
  expect(asked).toEqual(['POST /api/v1/tickets/check-in']);
  const other = await buy(await newEvent('Another night'), 'Olga');
  await type(other.code);
  await answers(/Wrong event$/);
  await answers('Another night');
});

test('offline the device decides, and stores its check-ins', async () => {
  const { page } = door;
  const { Ben, Carla, Dino, Elena } = tickets;
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await lookAtAnotherPage();
  await scan(Ben.code);
  await answers('Ben');
  await answers('Needs: a chair');
  await answers(/Admitted$/);
  await answers('Saved on this device. It is sent to the server when you are online.');
  expect((await ticketNow(Ben)).status).toBe('valid');

  // One letter of the signature is another.
  await scan(`${Ben.code.slice(0, -10)}${Ben.code.at(-10) === 'A' ? 'B' : 'A'}${Ben.code.slice(-9)}`);
  await answers(/Invalid ticket$/);
  await scan(Ben.code);
  await answers(/Already used$/);
  await scan(Dino.code);
  await answers(/Refunded$/);
  await scan(Carla.code);
  await answers('Carla');
  await answers(/Admitted$/);
  await showToCamera(page, null);
  await type(Elena.ticket_number);
  await answers('Elena');
  await press(page, 'Undo check-in');
  await answers('Check-in undone: Elena');
  await page.getByText('Check-ins waiting to be sent: 2').waitFor();
  if (process.env.SCREENSHOTS) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await scan(Ben.code);
    await answers(/Already used$/);
    await page.screenshot({ path: `${SCREENSHOTS}check-in-phone.png`, fullPage: true });
    await showToCamera(page, null);
  }
});

test('stored check-ins survive a reload; back online they are sent, and rejected ones are shown', async () => {
  const { page, problems } = door;
  const { Ben, Carla, Elena } = tickets;
  const scannedBefore = Date.now();
  await takilya.api('POST', `/tickets/${Carla.id}/check-in`);
  // The pages come, but telling does not work yet.
  await page.route('**/api/v1/tickets/check-in', (route) => route.abort());
  await page.context().setOffline(false);
  await page.reload();
  await page.getByText('Check-ins waiting to be sent: 2').waitFor();
  await page.getByText('2 of 4 checked in').waitFor();
  await type(Ben.ticket_number);
  await answers(/Already used$/);
  expect((await ticketNow(Ben)).status).toBe('valid');

  await page.unroute('**/api/v1/tickets/check-in');
  await expect.poll(async () => (await ticketNow(Ben)).status).toBe('used');
  expect(Date.parse(String((await ticketNow(Ben)).checked_in_at))).toBeLessThan(scannedBefore);
  const conflict = page.getByRole('alert').filter({ hasText: 'Rejected check-ins' });
  await conflict.getByText(`Carla · ${Carla.ticket_number}`).waitFor(LINE_IS_BACK);
  await conflict.getByText(/The ticket was already used · Checked in: .* · Checked in by /).waitFor();
  // Taken back before anybody was told: nobody is.
  expect((await ticketNow(Elena)).status).toBe('valid');

  await type(Ben.code);
  await answers(/Already used$/);
  await readable(page);
  await press(page, 'Dismiss');
  await conflict.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('3 of 4 checked in').waitFor();
  expect(await conflict.count()).toBe(0);
  expect(problems).toStrictEqual([]);
});

test('the page is accessible in both languages, and says why the camera is blocked', async () => {
  const { page } = door;
  await type(tickets.Elena.ticket_number);
  await answers(/Admitted$/);
  await press(page, 'Start camera');
  await readable(page);
  await page.evaluate(`localStorage.setItem('takilya-language', 'fil')`);
  await page.reload();
  await heading(page, 'Check-in');
  await page.getByText('4 sa 4 ang naka-check in').waitFor();
  await page.evaluate(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
  );
  await press(page, 'Buksan ang camera');
  await page.getByRole('alert').filter({ hasText: 'Naka-block ang camera' }).waitFor();
  await readable(page, 'fil');
});
