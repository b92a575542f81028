import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxTexts } from '../server/src/payments/sandbox/texts.ts';
import { checkoutTexts } from '../server/src/sales/pages/texts.ts';
import { shopTexts } from '../server/src/shop/pages/texts.ts';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { picture } from './picture.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';
import { openWebsite } from './websites.ts';

const texts = shopTexts.en;

let takilya: Takilya;
let browser: Browser;
let embedded = '';
/** What the website around the frame serves: the element, as docs/embed.md shows it. */
const html = () => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>The band</title><meta name="viewport" content="width=device-width">
<script src="${takilya.url}/embed.js" async></script>
<h1>The band</h1>
<takilya-event src="${embedded}"><a href="${embedded}" target="_blank" rel="noopener">Buy tickets</a></takilya-event>
<p>Below</p>
</html>`;
type Website = Awaited<ReturnType<typeof openWebsite>>;
let listed: Website;
let unlisted: Website;
beforeAll(async () => {
  // The way browsers are about to treat all cookies of frames in other sites.
  [takilya, browser, listed, unlisted] = await Promise.all([
    startTakilya(),
    launchBrowser(['--test-third-party-cookie-phaseout']),
    openWebsite('127.0.0.1', html),
    openWebsite('127.0.0.1', html),
  ]);
  expect(new URL(takilya.url).hostname).toBe('localhost');
  await takilya.api('PUT', '/organization', { embed_sites: [listed.origin] });
});
afterAll(async () => {
  listed?.close();
  unlisted?.close();
  await Promise.all([browser?.close(), takilya?.stop()]);
});

async function openEvent(fields: object = {}) {
  const event = await takilya.api('POST', '/events', {
    title: 'Live in a frame',
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Music Museum',
    capacity: 100,
    ticket_price: 850,
    description_html: '<p>See <a href="https://band.example/">our songs</a>.</p>',
    ...fields,
  });
  return takilya.api('PUT', `/events/${event.id}`, { status: 'active' });
}

let context: BrowserContext;
let page: Page;
let refused: string[];
beforeEach(async () => {
  refused = [];
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  page = await context.newPage();
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
});
afterEach(() => context.close());

const frame = (): FrameLocator => page.frameLocator('takilya-event iframe');
const frameHeight = async () => (await page.locator('takilya-event iframe').boundingBox())?.height ?? 0;
const contentHeight = async () => Math.ceil((await frame().locator('body').boundingBox())?.height ?? 0);

/** The frame never scrolls, and leaves no gap below. */
const fits = () => expect.poll(async () => (await frameHeight()) - (await contentHeight())).toBe(0);

async function visit(website: Website, event: Record<string, unknown>) {
  embedded = String(event.public_url);
  await page.goto(website.origin);
}

async function order() {
  await frame().getByRole('combobox').selectOption('1');
  await frame().getByLabel(texts.name).fill('Maria Santos');
  await frame().getByLabel(texts.email).fill('maria@example.com');
  await frame().getByRole('button', { name: texts.continue }).click();
}

describe('an event in a listed website, with cookies of other sites blocked', () => {
  test('is another one when the website gives the element another address', async () => {
    const [first, second] = [await openEvent({ title: 'Friday' }), await openEvent({ title: 'Saturday' })];
    await visit(listed, first);
    await frame().getByRole('heading', { level: 1, name: 'Friday' }).waitFor();
    // As a framework does when the visitor chooses another show.
    await page.evaluate(`document.querySelector('takilya-event').setAttribute('src', '${second.public_url}')`);
    await frame().getByRole('heading', { level: 1, name: 'Saturday' }).waitFor({ timeout: 5_000 });
  });

  test('is as high as its content on every page, and pays in the whole window', async () => {
    const event = await openEvent();
    await visit(listed, event);
    await frame()
      .getByRole('heading', { level: 1, name: String(event.title) })
      .waitFor();
    await fits();
    await page.setViewportSize({ width: 800, height: 600 });
    await fits();
    await order();
    const pay = frame().getByRole('button', { name: checkoutTexts.en.pay.pay('₱850.00') });
    await pay.waitFor();
    await fits();
    expect(page.url()).toBe(`${listed.origin}/`);
    await pay.click();
    await page.getByRole('button', { name: sandboxTexts.en.outcomes.authorize }).click();
    await page.waitForURL(`${takilya.url}/o/**`);
    expect(refused).toStrictEqual([]);
  });

  test('shows free tickets in the frame, and opens each of them beside it', async () => {
    await visit(listed, await openEvent({ ticket_price: 0 }));
    await order();
    await frame()
      .getByRole('button', { name: checkoutTexts.en.pay.get(1) })
      .click();
    const ticket = frame().locator('li.card a').first();
    await ticket.waitFor();
    const blocked = (await context.cookies()).filter((cookie) => !('partitionKey' in cookie) || !cookie.partitionKey);
    expect(blocked).toStrictEqual([]);
    await fits();
    const [opened] = await Promise.all([context.waitForEvent('page'), ticket.click()]);
    await opened.waitForURL(`${takilya.url}/t/**`);
    const change = frame().locator('a[href^="/o/"]').first();
    const [changing] = await Promise.all([context.waitForEvent('page'), change.click()]);
    await changing.waitForURL(`${takilya.url}/o/*/**`);
    expect(refused).toStrictEqual([]);
  });

  test('leads to its waiting room in the frame, and from there back to the tickets', async () => {
    const opens_at = new Date(Date.now() - 60_000).toISOString();
    await visit(listed, await openEvent({ waiting_room: { enabled: true, opens_at } }));
    await frame().getByRole('link', { name: texts.room.enter }).click();
    const inFrame = () => page.frames().some((one) => one.url().includes('/room/'));
    await expect.poll(() => inFrame() || context.pages().length > 1).toBe(true);
    expect(context.pages().map((one) => one.url())).toStrictEqual([`${listed.origin}/`]);
    await frame().getByRole('button').last().click();
    await frame().getByRole('combobox').waitFor();
  });

  test('stays in the language that the buyer chose', async () => {
    await visit(listed, await openEvent());
    await frame().getByRole('navigation').getByRole('button', { name: 'Filipino' }).click();
    await frame().locator('html[lang=fil]').waitFor();
    await frame().getByLabel(shopTexts.fil.name).fill('Maria Santos');
    await frame().getByLabel(shopTexts.fil.email).fill('maria@example.com');
    await frame().getByRole('button', { name: shopTexts.fil.continue }).click();
    await frame()
      .getByRole('button', { name: checkoutTexts.fil.pay.pay('₱850.00') })
      .waitFor();
    expect(await frame().locator('html').getAttribute('lang')).toBe('fil');
  });

  test('stays in the language of its address on the way through the shop and the waiting room', async () => {
    const opens_at = new Date(Date.now() - 60_000).toISOString();
    const event = await openEvent({ title: 'Awit at Sayaw', waiting_room: { enabled: true, opens_at } });
    const [shop = ''] = String(event.public_url).match(/^.*\/shop\/[^/]+/) ?? [];
    await visit(listed, { public_url: `${shop}?lang=fil` });
    await frame().getByRole('link', { name: 'Awit at Sayaw' }).click();
    await frame().getByRole('link', { name: shopTexts.fil.room.enter }).click();
    await frame().getByRole('button', { name: 'Pumila' }).click();
    await frame().getByRole('combobox').waitFor();
    expect(await frame().locator('html').getAttribute('lang')).toBe('fil');
  });

  test('opens links to other sites beside the frame', async () => {
    await context.route('https://band.example/', (route) => route.fulfill({ body: 'Songs' }));
    await visit(listed, await openEvent());
    const link = frame().getByRole('link', { name: 'our songs' });
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await opened.waitForURL('https://band.example/');
    expect(page.url()).toBe(`${listed.origin}/`);
  });

  test('is readable by everyone, on phone and desk', async () => {
    await visit(listed, await openEvent());
    await frame().getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('takilya-event iframe').getAttribute('title')).toBe('Tickets');
    await page.goto(embedded);
    await readable(page);
  });

  test.each([
    ['embed-phone', 390, 'light'],
    ['embed-desk-dark', 1280, 'dark'],
  ] as const)('looks like a part of the page: %s', async (name, width, colorScheme) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await visit(listed, await openEvent());
    await frame().getByRole('heading', { level: 1 }).waitFor();
    await fits();
    await picture(page, name, { fullPage: true });
  });
});

describe('an event that cannot be shown in the frame', () => {
  test('is a link to the whole page in a website that is not listed', async () => {
    const event = await openEvent();
    await visit(unlisted, event);
    const link = page.getByRole('link', { name: 'Buy tickets' });
    await link.waitFor();
    expect(await page.locator('takilya-event iframe').isVisible()).toBe(false);
    expect(refused).toContainEqual(expect.stringContaining('frame-ancestors'));
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await opened.waitForURL(String(event.public_url));
  });

  test('is a link in an element without content, too', async () => {
    await visit(unlisted, await openEvent());
    await page.evaluate(`document.querySelector('takilya-event').replaceChildren()`);
    await page.getByRole('link', { name: 'Tickets', exact: true }).waitFor();
  });

  test('is a link without JavaScript, and nothing runs from an address that is none', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    plain.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const other = await plain.newPage();
    embedded = String((await openEvent()).public_url);
    await other.goto(listed.origin);
    await other.getByRole('link', { name: 'Buy tickets' }).waitFor();
    await plain.close();
    embedded = 'javascript:document.title=1';
    await page.goto(listed.origin);
    await page.getByRole('link', { name: 'Buy tickets' }).waitFor();
    expect(await page.title()).toBe('The band');
  });

  test('keeps its height when another window or frame sends a message', async () => {
    await visit(listed, await openEvent());
    await frame().getByRole('heading', { level: 1 }).waitFor();
    await fits();
    const before = await frameHeight();
    await page.evaluate(`window.postMessage({ takilya: 'size', height: 9999 }, '*')`);
    await page.evaluate('new Promise((done) => setTimeout(done, 200))');
    expect(await frameHeight()).toBe(before);
  });
});
