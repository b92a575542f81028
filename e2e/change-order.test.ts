import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeTexts } from '../server/src/sales/pages/change-texts.ts';
import { checkoutTexts } from '../server/src/sales/pages/texts.ts';
import { LANGUAGES, LOCALES } from '../server/src/values/language.ts';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { readable } from './readable.ts';
import { openShop } from './shop.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/* What a buyer changes before paying, without JavaScript. */

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

let takilya: Takilya;
let shop: Awaited<ReturnType<typeof openShop>>;
let browser: Browser;

beforeAll(async () => {
  [takilya, shop, browser] = await Promise.all([startTakilya(), openShop(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), shop?.close(), takilya?.stop()]));

/** Two seats in a hall of 24. */
async function openCheckout(page: Page) {
  const { id, ticket_tiers: tiers } = await takilya.api('POST', '/events', {
    title: 'Gabi ng Musika',
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Music Museum',
    city: 'San Juan',
    capacity: 24,
    ticket_price: 850,
  });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  const [tier = { id: '' }] = tiers as { id: string }[];
  const rows = ['A', 'B', 'C'].map((label) => ({ label, seats: 8 }));
  const plan = { sections: [{ label: 'Orchestra', rows, tier_ids: [tier.id] }] };
  const { sections } = await takilya.api('PUT', `/events/${id}/seating-plan`, plan);
  await takilya.api('POST', '/promo-codes', {
    event_id: id,
    code: 'EARLY',
    discount_type: 'percentage',
    discount_amount: 10,
  });
  const checkout = await takilya.api('POST', '/checkouts', {
    event_id: id,
    section_id: (sections as { id: string }[])[0]?.id,
    quantity: 2,
    customer: { name: 'Maria Santos', email: 'maria@example.com' },
    success_url: shop.successUrl,
    cancel_url: shop.cancelUrl,
  });
  await page.goto(String(checkout.checkout_url));
  return String(checkout.checkout_id);
}

async function open(language: (typeof LANGUAGES)[number], viewport = PHONE, javaScriptEnabled = false) {
  const context = await browser.newContext({ javaScriptEnabled, viewport, locale: LOCALES[language] });
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  return { context, page, checkoutId: await openCheckout(page) };
}

/** Takes pictures of the pages: PICTURES=/tmp/pictures npx vitest run --project once e2e/change-order */
async function picture(page: Page, name: string) {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
}

describe.each(LANGUAGES)('without JavaScript, in %s', (language) => {
  const words = changeTexts[language];
  const { pay, promo } = checkoutTexts[language];

  test('a buyer changes tickets, name, promo code and seats, and then pays', async () => {
    const { context, page, checkoutId } = await open(language);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.getByText(words.tickets, { exact: true }).click();
    await page.getByLabel(words.quantityOf('General Admission', '₱850.00')).fill('3');
    await press(words.updateTickets);
    await page.getByRole('button', { name: pay.pay('₱2,550.00') }).waitFor();
    await page.getByText(words.buyer, { exact: true }).click();
    await page.getByLabel(words.name, { exact: true }).fill('Ana Cruz');
    await press(words.save);
    await page.getByText('Ana Cruz, maria@example.com').waitFor();
    await page.getByLabel(promo.label).fill('early');
    await press(promo.apply);
    await page.getByRole('button', { name: pay.pay('₱2,295.00') }).waitFor();
    await press(words.removeCode('EARLY'));
    const before = await takilya.api('GET', `/checkouts/${checkoutId}`);
    await press(words.otherSeats);
    await page.getByRole('button', { name: pay.pay('₱2,550.00') }).waitFor();
    const after = await takilya.api('GET', `/checkouts/${checkoutId}`);
    expect(after).toMatchObject({ quantity: 3, total_amount: 2_550 });
    expect(after.assigned_seats).not.toEqual(before.assigned_seats);
    await picture(page, `changed-${language}`);
    await page.getByRole('button', { name: pay.pay('₱2,550.00') }).click();
    await page.waitForURL(/sandbox/);
    await context.close();
  });

  test('Cancel frees the places at once and goes back to the shop', async () => {
    const { context, page, checkoutId } = await open(language);
    await page.getByRole('button', { name: words.cancel }).click();
    await page.waitForURL(shop.cancelUrl);
    expect(await takilya.api('GET', `/checkouts/${checkoutId}`)).toMatchObject({ status: 'expired' });
    await context.close();
  });

  test('a refused change is readable, in light and dark', async () => {
    const { context, page } = await open(language, PHONE, true);
    await page.getByText(words.tickets, { exact: true }).click();
    await page.getByText(words.buyer, { exact: true }).click();
    await readable(page, language);
    await page.getByLabel(words.quantityOf('General Admission', '₱850.00')).fill('99');
    await page.getByRole('button', { name: words.updateTickets }).click();
    await page.getByText(words.nothingChanged).waitFor();
    await readable(page, language);
    await picture(page, `refused-${language}`);
    await context.close();
  });
});

describe('the button to pay', () => {
  const isInView = async (page: Page) => {
    const box = await page.locator('button.pay').boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    return box !== null && box.y >= 0 && box.y + box.height <= height;
  };

  test('is on the first screen of a phone and of a desk, which has two columns', async () => {
    const { context, page } = await open('en');
    expect(await isInView(page)).toBe(true);
    await picture(page, 'phone');
    await page.setViewportSize(DESK);
    expect(await isInView(page)).toBe(true);
    const [order, form] = await Promise.all(
      ['[aria-labelledby=order]', '#pay'].map((part) => page.locator(part).boundingBox()),
    );
    expect(form?.x).toBeGreaterThan((order?.x ?? 0) + (order?.width ?? 0));
    await picture(page, 'desk');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'desk-dark');
    await context.close();
  });

  test('hides nothing that has the focus', async () => {
    const { context, page } = await open('en', PHONE, true);
    const pay = await page.locator('button.pay').boundingBox();
    for (let pressed = 0; pressed < 30; pressed++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      if ((await focused.count()) === 0 || (await focused.getAttribute('class')) === 'pay') continue;
      const box = await focused.boundingBox();
      if (box)
        expect(box.y + box.height, await focused.evaluate('(part) => part.outerHTML')).toBeLessThanOrEqual(pay?.y ?? 0);
    }
    await context.close();
  });

  test('GCash and Maya are the first methods, with their marks', async () => {
    const { context, page } = await open('en');
    const methods = await page
      .locator('input[name=payment_method]')
      .evaluateAll((all) => all.map((input) => input.getAttribute('value')));
    expect(methods).toEqual(['GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'CARD', 'BANK_TRANSFER']);
    expect(await page.locator('.mark').allInnerTexts()).toEqual(['G', 'M']);
    await context.close();
  });
});
