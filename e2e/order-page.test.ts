import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../server/test/fixtures/mail-server.ts';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { newPage, openHome } from './dashboard.ts';
import { readable, readableInAll } from './readable.ts';
import { openShop } from './shop.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const TITLE = 'Gabi ng Musika';

let mailServer: MailServer;
let takilya: Takilya;
let shop: Awaited<ReturnType<typeof openShop>>;
let browser: Browser;
let page: Page;
const refused: string[] = [];
let buyers = 0;

beforeAll(async () => {
  mailServer = await openMailServer();
  [takilya, shop, browser] = await Promise.all([
    startTakilya({ MAIL_URL: mailServer.url, MAIL_FROM: 'tickets@takilya.example' }),
    openShop(),
    launchBrowser(),
  ]);
  const context = await browser.newContext({ viewport: { width: 390, height: 760 } });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  page = await context.newPage();
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
});
afterAll(async () => {
  await Promise.all([browser?.close(), shop?.close(), takilya?.stop()]);
  await mailServer?.close();
});
afterEach(() => expect(refused).toStrictEqual([]));

/** Buys two tickets in the browser, and opens the page of the order. */
async function openOrder(refund_rule: object | null = null) {
  const { id: eventId } = await takilya.api('POST', '/events', {
    title: TITLE,
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Music Museum',
    capacity: 100,
    ticket_price: 500,
    refund_rule,
  });
  await takilya.api('PUT', `/events/${eventId}`, { status: 'active' });
  const email = `buyer${++buyers}@example.com`;
  const checkout = await takilya.api('POST', '/checkouts', {
    event_id: eventId,
    quantity: 2,
    customer: { name: 'Maria Santos', email },
    success_url: shop.successUrl,
  });
  await page.goto(String(checkout.checkout_url));
  await page.getByLabel('GCash').check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.locator('button[value=authorize]').click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const { order_id, order_number, ticket_ids, tickets_url } = await takilya.api(
    'GET',
    `/checkouts/${checkout.checkout_id}`,
  );
  await page.goto(String(tickets_url));
  return { email, orderId: String(order_id), number: String(order_number), ticketIds: ticket_ids as string[] };
}

const status = (words: string) => page.getByRole('status').getByText(words).waitFor();
const subjectsTo = (address: string) => mailServer.to(address).map(({ mail }) => mail.subject);

test('shows the order number, and sends the tickets again', async () => {
  const { number, email } = await openOrder();
  await page.getByText(`Order ${number}`).waitFor();
  await page.getByRole('button', { name: 'Send the tickets again' }).click();
  await status('The tickets are on their way to your mailbox.');
  await readableInAll(page);
  await expect.poll(() => subjectsTo(email)).toHaveLength(2);
});

test('changes a name, and passes a ticket on after a question', async () => {
  const { ticketIds } = await openOrder();
  const change = () => page.getByRole('link', { name: /^Change name or pass on/ });
  await change().first().click();
  const naming = page.getByRole('region', { name: 'Change the name' });
  await naming.waitFor();
  await readableInAll(page);
  await naming.getByLabel('Name').fill('Ben Cruz');
  await naming.getByRole('button', { name: 'Save' }).click();
  await status('The name was changed.');
  await page.getByText('Ben Cruz').waitFor();

  await change().last().click();
  const passing = page.getByRole('region', { name: 'Pass the ticket on' });
  await passing.getByLabel('Name').fill('www.evil.example');
  await passing.getByLabel('E-mail address').fill('carla@example.com');
  await passing.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Please enter a name, without web addresses.').waitFor();
  await readable(page);
  await passing.getByLabel('Name').fill('Carla Diaz');
  await passing.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Pass this ticket on?' }).waitFor();
  await readable(page);
  await page.getByRole('button', { name: 'Pass the ticket on' }).click();
  await status('The ticket was passed on.');
  await page.getByText('Passed on', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: /^Ticket \S+$/ }).count()).toBe(1);
  await readableInAll(page);
  await expect.poll(() => subjectsTo('carla@example.com')).toEqual([`Your ticket for ${TITLE}`]);
  expect(await takilya.api('GET', `/tickets/${ticketIds[1]}`)).toMatchObject({ attendee: { name: 'Carla Diaz' } });
});

test('gives a ticket back, less the fee that the page says', async () => {
  const { orderId } = await openOrder({ allowed: 'automatic', until_hours_before_start: 24, fee_percent: 10 });
  await page.getByRole('link', { name: 'Ask for a refund' }).click();
  await page.getByRole('heading', { name: 'Ask for a refund' }).waitFor();
  await readableInAll(page);
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Please choose at least one ticket.').waitFor();
  await readable(page);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('You get ₱450.00 back. The organizer keeps ₱50.00.').waitFor();
  await readable(page);
  await page.getByRole('button', { name: 'Refund the tickets' }).click();
  await status('The tickets were refunded.');
  await readableInAll(page);
  expect(await takilya.api('GET', `/orders/${orderId}`)).toMatchObject({ refunded_amount: 450 });
});

test('asks the organizer for a refund, withdraws that and asks again; the organizer approves it in the dashboard', async () => {
  const { orderId, number } = await openOrder({ allowed: 'request', fee_percent: 10, fee_fixed: 20 });
  async function ask() {
    await page.getByRole('link', { name: 'Ask for a refund' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Send the request' }).click();
    await status('The organizer has your request for a refund');
  }
  await ask();
  await page.getByRole('link', { name: 'Withdraw the request' }).click();
  await page.getByRole('heading', { name: 'Withdraw the request?' }).waitFor();
  await readableInAll(page);
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  await status('Your request for a refund was withdrawn.');
  await ask();

  const organizer = await newPage(browser, { width: 390 });
  await openHome(organizer.page, takilya);
  await organizer.page.getByRole('link', { name: 'Refund requests that wait for your answer: 1' }).click();
  const requests = organizer.page.getByRole('region', { name: 'Refund requests' });
  await requests.getByRole('link', { name: number }).waitFor();
  await requests.getByText('10 % + ₱20.00').waitFor();
  // Declining cannot be taken back: it asks first.
  await requests.getByRole('button', { name: 'Decline' }).click();
  const decline = organizer.page.getByRole('dialog');
  await decline.getByText('The tickets stay valid, and the buyer is told by e-mail at once.').waitFor();
  await organizer.page.keyboard.press('Escape');
  await decline.waitFor({ state: 'detached' });
  await requests.getByRole('button', { name: 'Decline' }).click();
  const reason = decline.getByLabel('Reason (optional)');
  await reason.fill('The singer is well again.');
  await readable(organizer.page);
  // Escape does not lose what was typed.
  await organizer.page.keyboard.press('Escape');
  expect(await reason.inputValue()).toBe('The singer is well again.');
  await decline.getByRole('button', { name: 'Cancel' }).click();
  await decline.waitFor({ state: 'detached' });
  await requests.getByRole('button', { name: 'Approve' }).click();
  await organizer.page.getByRole('dialog').getByRole('button', { name: 'Refund ₱860.00' }).click();
  await organizer.page.getByText('The refund is on its way').waitFor();
  await requests.waitFor({ state: 'detached' });
  expect(organizer.problems).toStrictEqual([]);
  await organizer.page.context().close();
  expect(await takilya.api('GET', `/orders/${orderId}`)).toMatchObject({ status: 'refunded', refunded_amount: 860 });
});

test('finds a lost order by the e-mail address, without JavaScript', async () => {
  const { email } = await openOrder();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 760 } });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const plain = await context.newPage();
  await plain.goto(`${takilya.url}/find`);
  await plain.getByLabel('E-mail address').fill(email);
  await plain.getByRole('button', { name: 'Send the links' }).click();
  await plain.getByText('If tickets were bought with that address').waitFor();
  await context.close();
  await page.goto(`${takilya.url}/find`);
  await readableInAll(page);
  await page.goto(`${takilya.url}/find?sent=1`);
  await readableInAll(page);
  await expect.poll(() => subjectsTo(email)).toContainEqual(expect.stringMatching(/^Your orders at /));
});
