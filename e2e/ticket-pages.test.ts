import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailServer, openMailServer, type Received } from '../server/test/fixtures/mail-server.ts';
import { APPLE_SETTINGS, googleIssuer } from '../server/test/fixtures/wallet.ts';
import { readQrOfPng } from '../server/test/readers/qr-reader.ts';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { picture } from './picture.ts';
import { readableInAll } from './readable.ts';
import { openShop } from './shop.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/** Long, without a place to break, and what an attacker would type. */
const TITLE = 'Gabi ng Musika & Sining: <script>alert(1)</script> Pagdiriwangngmgamanunulatatmangaawit 2099';

let mailServer: MailServer;
let takilya: Takilya;
let shop: Awaited<ReturnType<typeof openShop>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const refused: string[] = [];
const requested: string[] = [];

beforeAll(async () => {
  mailServer = await openMailServer();
  [takilya, shop, browser] = await Promise.all([
    startTakilya({
      MAIL_URL: mailServer.url,
      MAIL_FROM: 'tickets@takilya.example',
      ...APPLE_SETTINGS,
      ...googleIssuer().settings,
      GOOGLE_WALLET_URL: 'http://127.0.0.1:9',
    }),
    openShop(),
    launchBrowser(),
  ]);
  context = await browser.newContext({ javaScriptEnabled: true, viewport: { width: 320, height: 640 } });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  page = await context.newPage();
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  page.on('request', (request) => requested.push(request.url()));
});
afterAll(async () => {
  await Promise.all([browser?.close(), shop?.close(), takilya?.stop()]);
  await mailServer?.close();
});
afterEach(() => expect(refused).toStrictEqual([]));

let buyers = 0;

/** Buys in the browser, as a customer would. @returns the mail that came */
async function buy({ title = TITLE, quantity = 1, name = 'María Peñaflorida-Ñuñez' } = {}) {
  const { id: eventId } = await takilya.api('POST', '/events', {
    title,
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Music Museum',
    address: '12 Eisenhower Street, Greenhills',
    city: 'San Juan',
    capacity: 100,
    ticket_price: 0,
  });
  await takilya.api('PUT', `/events/${eventId}`, { status: 'active' });
  const email = `buyer${++buyers}@example.com`;
  const checkout = await takilya.api('POST', '/checkouts', {
    event_id: eventId,
    quantity,
    customer: { name, email },
    success_url: shop.successUrl,
  });
  await page.goto(String(checkout.checkout_url));
  await page.getByRole('button', { name: /^Get my ticket/ }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const state = await takilya.api('GET', `/checkouts/${checkout.checkout_id}`);
  const mail = await mailTo(email);
  return { eventId, ticketIds: state.ticket_ids as string[], orderUrl: String(state.tickets_url), mail };
}

async function mailTo(address: string): Promise<Received> {
  for (;;) {
    const [received] = mailServer.to(address);
    if (received) return received;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const linkIn = ({ mail }: Received) => /https?:\/\/\S+\/t\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true }).waitFor();

test('the link of the mail opens the ticket, and its code, held before a camera, admits once', async () => {
  const { eventId, ticketIds, mail } = await buy();
  requested.length = 0;
  await page.goto(linkIn(mail));
  await heading(TITLE);
  await page.getByText('Thursday, December 31, 2099 at 8:00 PM Philippines Time').waitFor();
  expect(requested, 'one request, and no other').toStrictEqual([page.url()]);
  await readableInAll(page);

  const ticket = await takilya.api('GET', `/tickets/${ticketIds[0]}`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const code = await page.getByRole('img', { name: /^QR code of ticket/ }).screenshot({ scale: 'css' });
    expect(readQrOfPng(code), colorScheme).toBe(ticket.code);
  }
  const scan = () => takilya.api('POST', '/tickets/check-in', { code: ticket.code, event_id: eventId });
  expect(await scan()).toMatchObject({ id: ticketIds[0], status: 'used' });
  await expect(scan()).rejects.toThrow('already_checked_in');
  await page.reload();
  await heading('Checked in');
  expect(await page.getByRole('img').count()).toBe(0);
  await readableInAll(page);
});

test('the page of the order leads to each ticket', async () => {
  const { orderUrl } = await buy({ quantity: 3 });
  await page.goto(orderUrl);
  await heading('Your 3 tickets');
  expect(await page.getByRole('listitem').count()).toBe(3);
  await readableInAll(page);
  await page
    .getByRole('link', { name: /^Ticket / })
    .last()
    .click();
  await heading(/^Ticket /);
});

test('a ticket goes into a wallet from its page', async () => {
  const { mail } = await buy();
  await page.goto(linkIn(mail));
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to Apple Wallet' }).click();
  expect((await downloaded).suggestedFilename()).toMatch(/\.pkpass$/);
  const google = await page.getByRole('link', { name: 'Add to Google Wallet' }).getAttribute('href');
  const { headers, status } = await fetch(new URL(String(google), page.url()), { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/^https:\/\/pay\.google\.com\//)]);
});

test('tickets that admit nobody say so', async () => {
  const { eventId, ticketIds, orderUrl, mail } = await buy({ quantity: 2 });
  await takilya.api('POST', `/tickets/${ticketIds[0]}/refund`);
  await page.goto(linkIn(mail));
  await heading('Refunded');
  await readableInAll(page);
  await takilya.api('PUT', `/events/${eventId}`, { status: 'cancelled' });
  await page.goto(orderUrl);
  await page.getByText('This event was cancelled').waitFor();
  await readableInAll(page);
});

test('a link that leads nowhere', async () => {
  await page.goto(`${takilya.url}/t/nothing`);
  await heading('Page not found');
  await readableInAll(page);
});

/** `npm run screenshots` */
test.runIf(process.env.SCREENSHOTS)('pictures of the pages and of the mail', async () => {
  const { mail, orderUrl } = await buy({ title: 'Gabi ng Musika', quantity: 2 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(linkIn(mail));
  await picture(page, 'ticket-phone', { fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'ticket-phone-dark', { fullPage: true });
  await page.goto(orderUrl);
  await picture(page, 'order-phone-dark', { fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 600, height: 900 });
  // As a mail program shows it: pictures that are attached in their places.
  const shown = (mail.mail.html ?? '').replaceAll(/cid:([^"]+)/g, (_, cid) => {
    const attachment = mail.mail.attachments.find(({ contentId }) => contentId === `<${cid}>`);
    return `data:image/png;base64,${Buffer.from(attachment?.content as ArrayBuffer).toString('base64')}`;
  });
  // Not on a page of ours, whose policy lets in no styles but its own.
  await page.goto('about:blank');
  await page.setContent(shown);
  await picture(page, 'mail', { fullPage: true });
});
