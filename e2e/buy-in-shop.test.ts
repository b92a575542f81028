import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sandboxTexts } from '../server/src/payments/sandbox/texts.ts';
import { checkoutTexts } from '../server/src/sales/pages/texts.ts';
import { shopTexts } from '../server/src/shop/pages/texts.ts';
import { waitingTexts } from '../server/src/shop/pages/waiting-texts.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language, LOCALES } from '../server/src/values/language.ts';
import type { EntryStatus } from '../server/src/waiting-list/entry.ts';
import { waitingListTexts } from '../server/src/waiting-list/pages/texts.ts';
import { roomTexts } from '../server/src/waiting-room/pages/texts.ts';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { buyFree } from './dashboard.ts';
import { picture } from './picture.ts';
import { readable, readableInAll } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/** The first view: lighter than that of every ticket shop we know. */
const MAX_FIRST_VIEW_BYTES = 20_000;
/** With 2,000 seats. */
const MAX_SEATS_PAGE_BYTES = 20_000;

let takilya: Takilya;
let browser: Browser;
let shop: string;
beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
  await takilya.api('PUT', '/organization', {
    contact_email: 'help@mabuhay.example',
    contact_phone: '+63 917 000 0000',
    refund_policy: 'Full refund until seven days before the event.',
    terms_url: 'https://mabuhay.example/terms',
  });
  shop = String((await takilya.api('GET', '/organization')).public_url);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

let events = 0;
/** An event with two kinds of tickets. */
async function openEvent(fields: object = {}) {
  events += 1;
  const event = await takilya.api('POST', '/events', {
    title: 'Tom & Jerry’s <b>Live</b> Band',
    slug: `band-${events}`,
    start_datetime: '2099-12-31T20:00:00+08:00',
    end_datetime: '2099-12-31T23:00:00+08:00',
    venue_name: 'Music Museum',
    city: 'San Juan',
    capacity: 100,
    ticket_price: 850.5,
    description_html: '<h2>Programme</h2><p>An evening of <strong>songs</strong>.</p><ul><li>Doors: 7 pm</li></ul>',
    ...fields,
  });
  await takilya.api('POST', `/events/${event.id}/tiers`, { name: 'VIP', price: 2_000, quantity_total: 5 });
  return takilya.api('PUT', `/events/${event.id}`, { status: 'active' });
}

async function openPhone(language: Language) {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, locale: LOCALES[language] });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  return { context, page, refused };
}

describe.each(LANGUAGES)('a stranger with a phone and no JavaScript, in %s', (language) => {
  const texts = shopTexts[language];
  let context: BrowserContext;
  let page: Page;
  let refused: string[];
  beforeAll(async () => {
    ({ context, page, refused } = await openPhone(language));
  });
  afterAll(() => context.close());
  afterEach(() => expect(refused).toStrictEqual([]));

  test('finds the event in the shop, buys two tickets and one of another kind, and sees them', async () => {
    const event = await openEvent();
    await page.goto(shop);
    await page.locator(`a[href$="/${event.slug}"]`).click();
    await page.getByRole('combobox', { name: texts.quantityOf('General Admission') }).selectOption('2');
    await page.getByRole('combobox', { name: texts.quantityOf('VIP') }).selectOption('1');
    await page.getByRole('button', { name: texts.continue }).click();
    await page.getByRole('alert').getByRole('link', { name: texts.problems.noEmail }).waitFor();
    expect(await page.getByRole('combobox', { name: texts.quantityOf('VIP') }).inputValue()).toBe('1');
    await page.getByLabel(texts.name).fill('Maria Santos');
    await page.getByLabel(texts.email).fill(`maria-${language}@example.com`);
    await page.getByRole('button', { name: texts.continue }).click();
    await page.getByRole('button', { name: checkoutTexts[language].pay.pay('₱3,701.00') }).click();
    await page.getByRole('button', { name: sandboxTexts[language].outcomes.authorize }).click();
    await page.waitForURL(/\/o\//);
    expect(await page.locator('li.card').count()).toBe(3);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    const { orders } = (await takilya.api('GET', `/orders?event_id=${event.id}`)) as { orders: object[] };
    expect(orders).toMatchObject([{ quantity: 3, total_amount: 3_701, status: 'paid' }]);
  });

  test('enters a code after everything else, sees what it opens, and has lost nothing', async () => {
    const event = await openEvent();
    const hidden = { name: 'Friends', price: 50, quantity_total: 5, hidden: true };
    const { id } = await takilya.api('POST', `/events/${event.id}/tiers`, hidden);
    const code = { event_id: event.id, code: 'FRIEND', discount_type: 'percentage', discount_amount: 0 };
    await takilya.api('POST', '/promo-codes', { ...code, opens_tier_ids: [id] });
    await page.goto(String(event.public_url));
    await page.getByRole('combobox', { name: texts.quantityOf('VIP') }).selectOption('1');
    await page.getByLabel(texts.name).fill('Maria Santos');
    await page.getByLabel(texts.email).fill('maria@example.com');
    await page.getByLabel(texts.code.label).fill('FRIEND');
    await page.getByLabel(texts.code.label).press('Enter');
    await page.getByRole('combobox', { name: texts.quantityOf('Friends') }).selectOption('2');
    await page.getByRole('button', { name: texts.continue }).click();
    await page.waitForURL(/\/c\/cs_/);
    expect(await page.locator('main').textContent()).toContain('2,100.00');
  });
});

describe('the pages of a shop', () => {
  let page: Page;
  const refused: string[] = [];
  beforeAll(async () => {
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  });
  afterEach(() => expect(refused).toStrictEqual([]));

  const screenshot = async (name: string, colorScheme: 'light' | 'dark' = 'light') => {
    if (!process.env.SCREENSHOTS) return;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, name);
  };
  const put = (event: Record<string, unknown>, fields: object) => takilya.api('PUT', `/events/${event.id}`, fields);
  const tierOf = (event: Record<string, unknown>) => (event.ticket_tiers as { id: string }[])[0]?.id;

  test('of all events are light and readable by everyone', async () => {
    await page.goto(shop);
    await readableInAll(page);
    await screenshot('shop-phone');
  });

  test('of a waiting room are readable by everyone, and lead to the form by themselves at the opening', async () => {
    const room = roomTexts.en;
    const early = await openEvent({ waiting_room: { enabled: true, opens_at: '2099-12-01T10:00:00+08:00' } });
    await page.goto(String(early.public_url));
    await readable(page);
    await page.getByRole('link', { name: shopTexts.en.room.enter }).click();
    await page.getByRole('button', { name: room.join }).waitFor();
    await readableInAll(page);
    await screenshot('waiting-room-phone');
    await page.getByRole('button', { name: room.join }).click();
    await page.getByRole('heading', { name: room.early }).waitFor();
    await readableInAll(page);
    expect(gzipSync(await page.content()).length).toBeLessThan(6_000);

    await put(early, { waiting_room: { enabled: true, opens_at: new Date(Date.now() + 1_000).toISOString() } });
    await page.reload();
    // The page loads itself again: nothing is pressed.
    await page.getByRole('button', { name: shopTexts.en.continue }).waitFor();
    expect(page.url()).toBe(early.public_url);
    await page.getByText('It is your turn: order until').waitFor();
    await readable(page);
  });

  test('of an event are light and readable by everyone, also with errors', async () => {
    const event = await openEvent();
    await page.goto(String(event.public_url));
    await readable(page);
    await screenshot('shop-event-phone');
    await page.getByRole('button', { name: shopTexts.en.continue }).click();
    await page.getByRole('alert').waitFor();
    await readable(page);
    await page.getByRole('navigation').getByRole('button', { name: LANGUAGE_NAMES.fil }).click();
    await page.locator('html[lang=fil]').waitFor();
    await readable(page, 'fil');
    await page.getByRole('navigation').getByRole('button', { name: LANGUAGE_NAMES.en }).click();
    await page.locator('html[lang=en]').waitFor();
  });

  test('of a series let a buyer choose the date, readable by everyone, and stay small with 100 dates', async () => {
    const event = await openEvent({ title: 'Gabi ng Kundiman', slug: 'kundiman' });
    const rule = { from: '2100-01-01', count: 99, times: ['15:00', '20:00'] };
    const { series, dates } = (await takilya.api('POST', `/events/${event.id}/dates`, { rule })) as {
      series: { id: string; public_url: string };
      dates: { event_id: string }[];
    };
    await takilya.api('PUT', `/series/${series.id}`, { publish: true });
    await takilya.api('PUT', `/events/${dates[1]?.event_id}`, { status: 'sold_out' });
    await takilya.api('PUT', `/events/${dates[2]?.event_id}`, { capacity: 3 });
    await page.goto(shop);
    await readable(page);
    await page.getByText(/100 dates, next /).waitFor();
    await page.getByRole('link', { name: 'Gabi ng Kundiman' }).click();
    await page.getByRole('heading', { name: 'January 2100' }).waitFor();
    expect(gzipSync(await page.content()).length).toBeLessThan(MAX_FIRST_VIEW_BYTES);
    await readableInAll(page);
    await screenshot('shop-series-phone');
    await screenshot('shop-series-phone-dark', 'dark');
    const third = page.getByRole('listitem').filter({ hasText: 'Only 3 left' });
    await third.getByRole('link').click();
    await page.getByRole('heading', { name: shopTexts.en.series.others }).waitFor();
    await readable(page);
    await page.getByRole('link', { name: shopTexts.en.series.all }).click();
    await page.waitForURL(String(series.public_url));
  });

  test('of a seated event let a buyer choose a section', async () => {
    await page.goto(`${shop}/arena-night-the-best-seats-together`);
    await readable(page);
    await screenshot('shop-seated-phone-dark', 'dark');
    expect(await page.getByRole('group').count()).toBeGreaterThan(3);
  });

  test('let a buyer tick seats with the keyboard, readable by everyone, and stay small for 2,000 seats', async () => {
    const event = await openEvent();
    const tier_ids = (event.ticket_tiers as { id: string }[]).map(({ id }) => id);
    const row = (index: number, seats: number) => ({
      label: String.fromCharCode(65 + (index % 26)).repeat(1 + Math.floor(index / 26)),
      seats: [null, null, ...Array.from({ length: seats }, (_, place) => place + 1)].toSpliced(12, 0, null),
      // The first rows are VIP, the last have both prices.
      ...(index < 4 ? { tier_ids: tier_ids.slice(index < 2 ? 1 : 0, index < 2 ? 2 : 1) } : {}),
    });
    const rowsOf = (count: number, seats: number) => Array.from({ length: count }, (_, index) => row(index, seats));
    const { sections } = (await takilya.api('PUT', `/events/${event.id}/seating-plan`, {
      selection_mode: 'choose',
      sections: [
        { label: 'Lower Box', tier_ids, rows: rowsOf(6, 20) },
        { label: 'Upper Box', tier_ids, rows: rowsOf(40, 50) },
      ],
    })) as { sections: { id: string }[] };
    const block = (seats: number[]) =>
      takilya.api('POST', `/events/${event.id}/seats/block`, { section: 'Lower Box', row: 'A', seats });
    await block([5, 6, 15]);
    const texts = shopTexts.en;
    await page.goto(String(event.public_url));
    await readable(page);
    await page.getByRole('link', { name: texts.seats.chooseIn('Lower Box') }).click();
    const seat = (label: string, number: string) =>
      page
        .getByRole('group', { name: new RegExp(`^Row ${label} `) })
        .getByRole('checkbox', { name: number, exact: true });
    expect(await seat('A', '15').isDisabled()).toBe(true);
    await seat('A', '14').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await Promise.all(['14', '16'].map((number) => seat('A', number).isChecked()))).toEqual([true, true]);
    await readable(page);
    await screenshot('shop-seats-phone');
    await screenshot('shop-seats-phone-dark', 'dark');
    await block([14]);
    await takilya.api('PUT', `/tiers/${tier_ids[1]}`, { price_mode: 'chosen', minimum_price: 500 });
    await page.getByLabel(texts.name).fill('Maria Santos');
    await page.getByLabel(texts.email).fill('seats@example.com');
    await page.getByRole('button', { name: texts.continue }).click();
    await page.getByRole('link', { name: texts.problems.seatsTaken('A-14') }).waitFor();
    await readable(page);
    await page.getByRole('navigation').getByRole('button', { name: LANGUAGE_NAMES.fil }).click();
    await page.locator('html[lang=fil]').waitFor();
    await readable(page, 'fil');
    await page.getByRole('navigation').getByRole('button', { name: LANGUAGE_NAMES.en }).click();
    await page.locator('html[lang=en]').waitFor();
    await page.getByRole('button', { name: texts.continue }).click();
    await page.waitForURL(/\/c\/cs_/);
    const [{ total_amount } = {}] = (await takilya.api('GET', `/checkouts?event_id=${event.id}`))
      .checkouts as object[] as {
      total_amount: number;
    }[];
    expect(total_amount).toBe(2_000);
    const arena = await fetch(`${event.public_url}?section=${sections[1]?.id}`);
    const html = await arena.text();
    expect(html.match(/<input type="checkbox"/g)).toHaveLength(2_000);
    expect(gzipSync(html).length).toBeLessThan(MAX_SEATS_PAGE_BYTES);
  });

  test('say in every state what is the matter, readably', async () => {
    const [notYet, soldOut, over] = [await openEvent(), await openEvent(), await openEvent()];
    await takilya.api('PUT', `/tiers/${tierOf(notYet)}`, { sales_start_datetime: '2099-01-01T00:00:00+08:00' });
    await put(soldOut, { status: 'sold_out' });
    await put(over, { sales_end_datetime: '2026-01-01T00:00:00+08:00' });
    const urls = [notYet, soldOut, over].map(({ public_url }) => String(public_url));
    for (const status of ['paused', 'cancelled', 'completed']) {
      const event = await openEvent();
      await put(event, { status });
      urls.push(String(event.public_url));
    }
    urls.push(`${shop}/unknown-event`);
    for (const url of urls) {
      await page.goto(url);
      await readable(page);
    }
  });

  test('take people for the waiting list, beside tickets on sale too, and show how they stand', async () => {
    const event = await openEvent({ capacity: 2, ticket_price: 0 });
    const [url, put] = [
      String(event.public_url),
      (fields: object) => takilya.api('PUT', `/events/${event.id}`, fields),
    ];
    const orderId = await buyFree(browser, takilya, event.id, 'Ana Reyes', { quantity: 2 });
    const tickets = (await takilya.api('GET', `/orders/${orderId}`)).ticket_ids as string[];
    const join = async (name: string, quantity: number) => {
      const customer = { name, email: `${name}@example.com` };
      const fields = { quantity, customer, success_url: 'https://example.com' };
      return String((await takilya.api('POST', `/events/${event.id}/waiting-list`, fields)).leave_url);
    };
    const readableIn = async (address: string, prepare = async (_language: Language) => {}) => {
      for (const language of LANGUAGES) {
        await page.goto(`${address}?lang=${language}`);
        await prepare(language);
        await readable(page, language);
      }
    };
    const joinNobody = async (language: Language) => {
      await page.getByRole('button', { name: waitingTexts[language].join }).click();
      await page.getByRole('alert').waitFor();
    };
    await readableIn(url, joinNobody);
    await put({ capacity: 10 });
    await readableIn(url);
    expect(await page.getByRole('button', { name: shopTexts.fil.continue }).count()).toBe(1);
    await readableIn(url, joinNobody);
    await put({ capacity: 2 });
    const [first, second, third, last] = [
      await join('first', 1),
      await join('second', 1),
      await join('third', 1),
      await join('last', 2),
    ];
    await page.goto(`${url}?lang=en`);
    await page.getByLabel(shopTexts.en.name).fill('Ben Cruz');
    await page.getByLabel(shopTexts.en.email).fill('ben@example.com');
    await page.getByRole('button', { name: waitingTexts.en.join }).click();
    await page.getByRole('heading', { name: waitingTexts.en.joined }).waitFor();
    await readable(page);

    const turnsTo = async (address: string, status: EntryStatus | 'cancelled') => {
      const { states, cancelled } = waitingListTexts.en;
      const [heading] = status === 'cancelled' ? cancelled : states[status];
      await expect
        .poll(async () => page.goto(`${address}?lang=en`).then(() => page.getByRole('status').textContent()))
        .toContain(heading);
    };
    /** Readable in both languages. */
    const shows = async (address: string, status: EntryStatus | 'cancelled') => {
      await turnsTo(address, status);
      await readableIn(address);
    };
    const refund = (ticket = '') => takilya.api('POST', `/orders/${orderId}/refund`, { ticket_ids: [ticket] });
    const button = (name: string) => page.getByRole('button', { name });
    await shows(first, 'waiting');
    await refund(tickets[0]);
    await shows(first, 'offered');
    await page.goto(`${first}?lang=en`);
    await page.getByRole('link', { name: waitingListTexts.en.getTickets(1) }).click();
    await page.getByRole('button', { name: /^Get my/ }).click();
    await shows(first, 'bought');
    await refund(tickets[1]);
    await turnsTo(second, 'offered');
    await page.goto(`${second}?lang=en`);
    await button(waitingListTexts.en.decline).click();
    await shows(second, 'left');
    await turnsTo(third, 'offered');
    const { entries } = await takilya.api('GET', `/events/${event.id}/waiting-list?status=offered`);
    await takilya.api('POST', `/checkouts/${(entries as { checkout_id: string }[])[0]?.checkout_id}/release`);
    await shows(third, 'passed');
    await put({ status: 'cancelled' });
    await shows(last, 'cancelled');
  });

  test.each(['', '/gabi-ng-musika', '/arena-night-the-best-seats-together'])(
    `%j is one request of at most ${MAX_FIRST_VIEW_BYTES} bytes, compressed, and images`,
    async (path) => {
      const requested: string[] = [];
      const note = (request: { url(): string }) => void requested.push(request.url());
      page.on('request', note);
      const response = await page.goto(shop + path, { waitUntil: 'networkidle' });
      page.off('request', note);
      const html = (await response?.body()) ?? Buffer.alloc(0);
      expect(requested.filter((url) => !url.startsWith('data:'))).toEqual([shop + path]);
      expect(gzipSync(html).length).toBeLessThan(MAX_FIRST_VIEW_BYTES);
    },
  );

  test('are used with the keyboard alone', async () => {
    const event = await openEvent();
    await page.goto(`${event.public_url}?lang=en`);
    const reached: (string | null)[] = [];
    for (let presses = 0; presses < 14; presses++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate('document.activeElement.id || document.activeElement.textContent'));
    }
    const fields = reached.filter((id) => id && /^(q_|name|email|phone)/.test(id));
    expect(fields.map((id) => id?.slice(0, 2))).toEqual(['q_', 'q_', 'na', 'em', 'ph']);
    expect(reached).toContain(shopTexts.en.continue);
  });
});
