import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { picture } from './picture.ts';
import { readable, readableInAll } from './readable.ts';
import { comeBackTooSoon, openShop } from './shop.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/** Long, without a place to break, and what an attacker would type. */
const TITLE = 'Gabi ng Musika & Sining: <script>alert(1)</script> Pagdiriwangngmgamanunulatatmangaawit 2099';
const LOGO = fileURLToPath(new URL('logo.png', import.meta.url));
/** The first view on a slow line: all bytes that come over it. */
const MAX_PAGE_BYTES = 50_000;

let takilya: Takilya;
let shop: Awaited<ReturnType<typeof openShop>>;
let browser: Browser;
let page: Page;
const refused: string[] = [];
const requested: string[] = [];
let transferred = 0;

beforeAll(async () => {
  [takilya, shop, browser] = await Promise.all([startTakilya(), openShop(), launchBrowser()]);
  page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  page.on('request', (request) => requested.push(request.url()));
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transferred += encodedDataLength;
  });
});
afterAll(() => Promise.all([browser?.close(), shop?.close(), takilya?.stop()]));
afterEach(() => expect(refused).toStrictEqual([]));

interface Show {
  title?: string;
  price?: number;
  quantity?: number;
  cover?: string;
  /** One section; without it the event has no seats. */
  hall?: { label: string; rows: { label: string; seats: (number | null)[] }[] };
}

async function openCheckout({ title = TITLE, price = 1_234_567.5, quantity = 2, hall, cover }: Show = {}, query = '') {
  const { id, ticket_tiers: tiers } = await takilya.api('POST', '/events', {
    title,
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Music Museum',
    address: '12 Eisenhower Street, Greenhills',
    city: 'San Juan',
    capacity: 100,
    ticket_price: price,
    cover_image_url: cover,
  });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  const tierIds = (tiers as { id: string }[]).map((tier) => tier.id);
  const plan = hall && { sections: [{ ...hall, tier_ids: tierIds }] };
  const seated = plan && (await takilya.api('PUT', `/events/${id}/seating-plan`, plan));
  const [section] = (seated?.sections ?? []) as { id: string }[];
  const checkout = await takilya.api('POST', '/checkouts', {
    event_id: id,
    section_id: section?.id,
    quantity,
    customer: { name: 'Maria Concepcion Santos', email: 'maria.concepcion.santos@example.com' },
    success_url: shop.successUrl,
    cancel_url: shop.cancelUrl,
  });
  requested.length = 0;
  transferred = 0;
  const response = await page.goto(`${checkout.checkout_url}${query}`, { waitUntil: 'networkidle' });
  return { eventId: id, checkoutId: checkout.checkout_id, response };
}

async function goToPay(method: string) {
  await page.getByLabel(method).check();
  await page.getByRole('button', { name: /^Pay ₱/ }).click();
}

async function pay(method: string, answer: string) {
  await goToPay(method);
  await page.getByRole('button', { name: answer }).click();
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

test('an open checkout: the title is text, and a slow line has little to load', async () => {
  const { response } = await openCheckout();
  await heading(TITLE);
  await page.getByText('Thursday, December 31, 2099 at 8:00 PM Philippines Time').waitFor();
  await page.getByText(/held for you until .* \(1[45]:\d\d left\)/).waitFor();
  await page.getByText('₱2,469,135.00', { exact: true }).first().waitFor();
  expect((await response?.body())?.length).toBeLessThan(MAX_PAGE_BYTES);
  expect(requested, 'one request, and no other').toStrictEqual([page.url()]);
  expect(transferred).toBeLessThan(MAX_PAGE_BYTES);
  expect(transferred).toBeGreaterThan(5_000);
  await readableInAll(page);
});

test('a seated checkout: the seats are named, drawn and said, in a deep section with long rows too', async () => {
  const blocks = [14, 16, 14];
  const hall = { label: 'General Patron, Lower Level', rows: rowsOf(80, blocks) };
  const { response } = await openCheckout({ hall, quantity: 46 });
  expect((await response?.body())?.length).toBeLessThan(MAX_PAGE_BYTES);
  expect(transferred).toBeLessThan(MAX_PAGE_BYTES);
  await page
    .getByText(/^seats \d+ to \d+$/)
    .first()
    .waitFor();
  const drawing = page.getByRole('img', { name: /from above: your seats are in row 1 of 80 from the front/ });
  const { height } = (await drawing.boundingBox()) ?? { height: Infinity };
  expect(height, 'the way to pay is not pushed far down').toBeLessThan(0.4 * 640);
  await readableInAll(page);
});

/** Rows of blocks of seats with aisles between them. */
function rowsOf(count: number, blocks: number[]) {
  const places = blocks.flatMap((seats, block) => [
    ...(block > 0 ? [null] : []),
    ...Array.from({ length: seats }, () => 1),
  ]);
  let number = 0;
  const seats = places.map((place) => (place === null ? null : ++number));
  return Array.from({ length: count }, (_, row) => ({ label: String(row + 1), seats }));
}

test('a payment that failed', async () => {
  await openCheckout();
  await pay('Credit or debit card', 'Let the payment fail');
  await heading('Your payment did not go through');
  expect(await page.title()).toMatch(/^Payment failed: /);
  await readableInAll(page);
});

test('a free checkout', async () => {
  await openCheckout({ price: 0, quantity: 1 });
  await page.getByText('There is nothing to pay.').waitFor();
  await readableInAll(page);
});

test('the page of the sandbox, before and after an outcome was chosen', async () => {
  await openCheckout();
  await goToPay('Bank transfer');
  await heading('Bank transfer');
  await readableInAll(page);
  const sandbox = page.url();
  await page.getByRole('button', { name: 'Let the payment fail' }).click();
  await heading('Your payment did not go through');
  await page.goto(sandbox);
  await page.getByText('This payment has ended').waitFor();
  await readableInAll(page);
});

test('money on its way, and its page at the sandbox', async () => {
  await openCheckout();
  await pay('Bank transfer', 'Pay later, by bank transfer');
  await heading('Waiting for your payment');
  await readableInAll(page);
  await page.getByRole('link', { name: 'Back to the payment page' }).click();
  await page.getByRole('button', { name: 'The transfer arrived' }).waitFor();
  await readableInAll(page);
});

test('a buyer who is back before the payment service knows', async () => {
  await openCheckout();
  // It looks again every five seconds, which is sooner than all that is looked at here.
  await page.route('**/return/**', async (route) => {
    const response = await route.fetch();
    const { refresh, ...headers } = response.headers();
    expect(refresh).toBe('5');
    await route.fulfill({ response, headers });
  });
  await goToPay('GCash');
  await comeBackTooSoon(page, 'Go back');
  await heading('Confirming your payment');
  await readableInAll(page);
  await page.unroute('**/return/**');
});

test('a checkout that was ended before its time', async () => {
  const { checkoutId } = await openCheckout();
  await takilya.api('POST', `/checkouts/${checkoutId}/expire`);
  await page.reload();
  await heading('This order was cancelled');
  await readableInAll(page);
});

test('a checkout of an event that was cancelled', async () => {
  const { eventId } = await openCheckout();
  await takilya.api('PUT', `/events/${eventId}`, { status: 'cancelled' });
  await page.reload();
  await heading('This event was cancelled');
  await readableInAll(page);
});

test('a promo code that is refused, and Pay without a way to pay, with what is wrong beside it', async () => {
  for (const [language, refusal] of [
    ['en', 'Promo code NONE is not known for this event'],
    ['fil', 'Walang promo code na NONE para sa event na ito'],
  ] as const) {
    await openCheckout({}, `?lang=${language}`);
    await page.locator('#promo_code').fill('none');
    await page.locator('#promo_code').press('Enter');
    await page.getByText(refusal).waitFor();
    await readable(page, language);
    await openCheckout({}, `?lang=${language}`);
    await page.evaluate(`for (const input of document.querySelectorAll('[type=radio]')) input.remove()`);
    await page.locator('form button').first().click();
    await page.getByRole('alert').filter({ visible: true }).waitFor();
    await readable(page, language);
  }
  await openCheckout({}, '?lang=en');
});

test('an organizer’s colour that is hard to read, and a logo', async () => {
  await page.route('https://cdn.example/**', (route) => route.fulfill({ path: LOGO }));
  for (const color of ['#FFE600', '#0A0A12', '#7F7F7F']) {
    await takilya.api('PUT', '/organization', { color, logo_url: 'https://cdn.example/logo.png' });
    await openCheckout();
    await readableInAll(page);
    await pay('GCash', 'Let the payment fail');
    await heading('Your payment did not go through');
    await readable(page);
  }
  await takilya.api('PUT', '/organization', { color: null, logo_url: null });
});

test('an address that leads nowhere', async () => {
  await page.goto(`${takilya.url}/c/nothing`);
  await heading('Page not found');
  await readableInAll(page);
});

/** `npm run screenshots` */
test.runIf(process.env.SCREENSHOTS)('pictures of the pages', async () => {
  async function pictureOf(name: string, title: string, fullPage = false) {
    await heading(title);
    const viewport = page.viewportSize();
    // As high as the page, so that the button to pay is at its end.
    if (viewport && fullPage)
      await page.setViewportSize({ ...viewport, height: Number(await page.evaluate('document.body.scrollHeight')) });
    await picture(page, name);
    if (viewport) await page.setViewportSize(viewport);
  }
  await page.route('https://cdn.example/**', (route) => route.fulfill({ path: LOGO }));
  await takilya.api('PUT', '/organization', { color: '#B5179E', logo_url: 'https://cdn.example/logo.png' });
  const example = { title: 'Gabi ng Musika', price: 850 };
  await page.emulateMedia({ colorScheme: 'light' });
  await openCheckout(example);
  await pictureOf('checkout-phone', example.title, true);
  await openCheckout(example, '?lang=fil');
  await pictureOf('checkout-phone-filipino', example.title, true);
  await page.getByLabel('Bank transfer').check();
  await page.getByRole('button', { name: /^Magbayad/ }).click();
  await pictureOf('sandbox-phone-filipino', 'Bank transfer');
  await page.getByRole('button', { name: 'Magbayad mamaya' }).click();
  await pictureOf('waiting-phone-filipino', 'Hinihintay ang bayad mo');
  await openCheckout(example, '?lang=en');
  await goToPay('GCash');
  await comeBackTooSoon(page, 'Go back');
  await pictureOf('confirming-phone', 'Confirming your payment');
  const { checkoutId } = await openCheckout(example);
  await takilya.api('POST', `/checkouts/${checkoutId}/expire`);
  await page.reload();
  await pictureOf('ended-phone', 'This order was cancelled');
  const seated = { ...example, quantity: 4, hall: { label: 'Orchestra', rows: rowsOf(14, [6, 10, 6]) } };
  await openCheckout(seated);
  await page.evaluate(`document.querySelector('[aria-labelledby=seats]').scrollIntoView()`);
  await pictureOf('seats-phone', example.title);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openCheckout(example);
  await pay('GCash', 'Let the payment fail');
  await pictureOf('failed-phone-dark', 'Your payment did not go through');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1_280, height: 800 });
  await openCheckout(example);
  await pictureOf('checkout-desktop', example.title);
});
