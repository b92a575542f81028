import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { switchTo } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/* What the page's script adds, and what a keyboard needs. */

let takilya: Takilya;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let checkoutUrl: string;
const complaints: string[] = [];

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

async function open({ javaScriptEnabled = true, width = 320 } = {}) {
  context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 640 } });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
}

beforeEach(async () => {
  const { id } = await takilya.api('POST', '/events', {
    title: 'Gabi ng Musika',
    start_datetime: '2099-12-31T20:00:00+08:00',
    capacity: 10,
    ticket_price: 100,
  });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  const code = { event_id: id, code: 'EARLY', discount_type: 'percentage', discount_amount: 10 };
  await takilya.api('POST', '/promo-codes', code);
  const checkout = await takilya.api('POST', '/checkouts', {
    event_id: id,
    quantity: 2,
    customer: { name: 'Maria Santos', email: 'maria@example.com' },
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/basket',
  });
  checkoutUrl = String(checkout.checkout_url);
});
afterEach(async () => {
  expect(complaints).toStrictEqual([]);
  await context.close();
});

describe('the time that is left', () => {
  const left = () => page.locator('#left').textContent();
  const told = () => page.locator('#announcement').textContent();

  test('is said in words without a script', async () => {
    await open({ javaScriptEnabled: false });
    await page.goto(checkoutUrl);
    expect(await left()).toMatch(/^1[45] minutes left$/);
    expect(await page.locator('#over').isVisible()).toBe(false);
    await switchTo(page, 'fil');
    expect(await left()).toMatch(/^1[45] minuto na lang$/);
  });

  test('counts down with one, is told now and then, and the page says when it is over', async () => {
    await open();
    await page.clock.install();
    await page.goto(checkoutUrl);
    expect(await left()).toMatch(/^1[45]:\d\d left$/);
    await page.clock.runFor(61_000);
    expect(await left()).toMatch(/^1[34]:\d\d left$/);
    expect(await told(), 'nothing is told every second').toBe('');
    await page.clock.fastForward(240_000);
    expect(await told()).toBe('10 minutes left');
    await page.clock.runFor(30_000);
    expect(await told()).toBe('10 minutes left');
    // The clock also goes on by itself, so the jump starts from what is left now.
    const [, minutes, seconds] = /^(\d+):(\d\d) left$/.exec((await left()) ?? '') ?? [];
    await page.clock.fastForward((Number(minutes) * 60 + Number(seconds) - 55) * 1_000);
    expect(await told()).toBe('1 minute left');
    expect(await page.getByRole('button', { name: /^Pay/ }).isVisible()).toBe(true);
    await page.clock.fastForward(60_000);
    const over = page.getByRole('alert').filter({ visible: true });
    expect(await over.textContent()).toContain('Your time to pay is over');
    expect(await page.locator('form').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('#hold').isVisible()).toBe(false);
    await over.getByRole('link').click();
    // By the clock of the server there is time: the page tells the truth again.
    await page.getByRole('button', { name: /^Pay/ }).waitFor();
  });
});

describe('what was typed and chosen', () => {
  const field = () => page.locator('#promo_code');
  const maya = () => page.getByLabel('Maya');

  test('is kept when the language is changed, and forgotten afterwards', async () => {
    await open();
    await page.goto(checkoutUrl);
    await field().fill('SUMMER');
    await maya().check();
    await switchTo(page, 'fil');
    expect(await field().inputValue()).toBe('SUMMER');
    expect(await maya().isChecked()).toBe(true);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.goto(checkoutUrl);
    expect(await page.locator('html').getAttribute('lang'), 'the language is remembered').toBe('fil');
    expect(await field().inputValue()).toBe('');
  });

  test('is lost without a script, and nothing else', async () => {
    await open({ javaScriptEnabled: false });
    await page.goto(checkoutUrl);
    await switchTo(page, 'fil');
    // Far below the button on a phone: the button says which one it is.
    await page.getByRole('button', { name: 'Magbayad ng ₱200.00 GCash' }).waitFor();
    await maya().check();
    await page.getByRole('button', { name: 'Magbayad ng ₱200.00 Maya' }).click();
    await page.getByRole('heading', { name: 'Maya' }).waitFor();
  });
});

describe('a promo code that was typed and not applied', () => {
  async function payWith(typed: string) {
    await open();
    await page.goto(checkoutUrl);
    await page.locator('#promo_code').fill(typed);
    await page.getByLabel('Maya').check();
    await page.getByRole('button', { name: 'Pay ₱200.00' }).click();
  }

  test('is applied by Pay, and the way to pay stays chosen', async () => {
    await payWith('early');
    await page.getByText('Discount (EARLY)').waitFor();
    for (const _ of ['applied', 'loaded again']) {
      expect(await page.getByLabel('Maya').isChecked()).toBe(true);
      await page.reload();
    }
    await page.getByRole('button', { name: 'Pay ₱180.00' }).click();
    await page.getByRole('heading', { name: 'Maya' }).waitFor();
  });

  test('and cannot be used is refused by Pay, until it is taken out again', async () => {
    await payWith('NONE');
    await page.getByText('Promo code NONE is not known for this event').waitFor();
    expect(await page.getByLabel('Maya').isChecked()).toBe(true);
    expect(complaints.splice(0), 'the browser complains of the 409').toHaveLength(1);
    await page.locator('#promo_code').fill(' ');
    await page.getByRole('button', { name: 'Pay ₱200.00' }).click();
    await page.getByRole('heading', { name: 'Maya' }).waitFor();
  });
});

async function expectRefusalInSight() {
  await page.goto(checkoutUrl);
  await page.locator('#promo_code').fill('NONE');
  await page.getByRole('button', { name: 'Apply' }).click();
  const reason = page.getByText('Promo code NONE is not known for this event');
  for (const shown of [reason, page.locator('#promo_code')])
    await expect.poll(async () => isInSight(await shown.boundingBox())).toBe(true);
  expect(complaints.splice(0), 'the browser complains of the 409').toHaveLength(1);
}

const isInSight = (box: { y: number; height: number } | null) => box && box.y >= 0 && box.y + box.height <= 640;

test('a promo code that is refused is in sight where a browser does not scroll to the field', async () => {
  await open();
  await page.route('**/promo', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(' autofocus', '') });
  });
  await expectRefusalInSight();
});

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])('with %o', (options) => {
  test('a promo code that is refused is in sight with its reason', async () => {
    await open(options);
    await expectRefusalInSight();
    expect(await page.locator('#promo_code:focus').count()).toBe(1);
  });

  test('the way to pay stays chosen after a payment that failed', async () => {
    await open(options);
    await page.goto(checkoutUrl);
    await page.getByLabel('Maya').check();
    await page.getByRole('button', { name: 'Pay ₱200.00' }).click();
    await page.getByRole('button', { name: 'Let the payment fail' }).click();
    await page.getByRole('heading', { name: 'Your payment did not go through' }).waitFor();
    expect(await page.getByLabel('Maya').isChecked()).toBe(true);
  });
});

test('a keyboard reaches everything in the order of the page, and sees where it is', async () => {
  await open();
  await page.goto(checkoutUrl);
  // A group of radio buttons is one stop: the chosen one.
  const stops = (await page.evaluate(`
    [...document.querySelectorAll('a[href], button, input, summary')]
      .filter((element) => element.checkVisibility() && (element.type !== 'radio' || element.checked))
      .map((element) => element.textContent.trim() || element.name)`)) as string[];
  expect(stops).toStrictEqual([
    'Filipino',
    'promo_code',
    'Apply',
    'Change tickets',
    'Change name or e-mail',
    'payment_method',
    'Pay ₱200.00',
    'Cancel this order',
    'Go back: your tickets stay held',
  ]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)');
    const reached: string[] = [];
    for (const _ of stops) {
      await page.keyboard.press('Tab');
      const focused = (await page.evaluate(`(() => {
        const element = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { top, bottom, left, right } = element.getBoundingClientRect();
        return {
          name: element.textContent.trim() || element.name,
          outline: outlineStyle + ' ' + outlineWidth,
          seen: top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth,
        };
      })()`)) as { name: string; outline: string; seen: boolean };
      expect(focused, colorScheme).toMatchObject({ outline: 'solid 3px', seen: true });
      reached.push(focused.name);
    }
    expect(reached).toStrictEqual(stops);
    // The next page load starts from the top again.
    await page.reload();
  }
});

test('nothing is smaller than a thumb wants it, and 400 % zoom needs no scrolling sideways', async () => {
  await open();
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(checkoutUrl);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  const small = await page.evaluate(`
    [...document.querySelectorAll('a[href], button, label.choice, input:not([type=radio])')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ name: element.textContent.trim() || element.name, height: element.getBoundingClientRect().height }))
      .filter(({ height }) => height < 40)`);
  expect(small).toStrictEqual([]);
});
