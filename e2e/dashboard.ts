import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PAGE_TIMEOUT_MS } from './browser.ts';
import type { Takilya } from './takilya.ts';

interface Look {
  width?: number;
  height?: number;
  /** Language of the browser; the dashboard uses it until a person logs in. */
  locale?: string;
}

/** Whatever goes wrong in the page itself, a refusal of its own policy included. */
export interface Watched {
  page: Page;
  problems: string[];
}

/** A page with its own cookies, on which no person is logged in. */
export async function newPage(browser: Browser, { width = 1280, height = 800, locale = 'en-PH' }: Look = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // A refused request is for the page to show; see the tests of what it shows.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return { page, problems } satisfies Watched;
}

/** The browser gets a session of the owner, by the request that the form of the log-in sends; no page is loaded. */
export async function logIn(page: Page, { url, owner }: Takilya) {
  const userAgent = String(await page.evaluate('navigator.userAgent'));
  const answer = await page.context().request.post(`${url}/dashboard/api/log-in`, {
    data: owner,
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': userAgent },
  });
  expect(answer.ok(), 'log-in').toBe(true);
}

/** Logs in, and opens the first page. */
export async function openHome(page: Page, takilya: Takilya) {
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/`);
  await heading(page, 'Home');
}

/** Ends it as a new password would. The page is left first: by itself it goes to the log-in, and ends a `goto` so. */
export async function endSession(page: Page) {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** On the page of the log-in. */
export async function fillLogIn(page: Page, { email, password }: Takilya['owner']) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await press(page, 'Log in');
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Not words of the page, such as "Buyers still see the saved ones". */
export const untilSaved = (page: Page) => page.getByRole('alert').getByText('Saved', { exact: true }).waitFor();

/** Through the API, up to the tickets: a buyer's pages have tests of their own. */
export async function buyFree(
  browser: Browser,
  takilya: Takilya,
  eventId: unknown,
  customer: string,
  places: {
    section_id?: string;
    tier_id?: string;
    quantity?: number;
    attendees?: object[];
    answers?: object[];
    attribution?: object;
  } = {},
) {
  const { page } = await newPage(browser);
  const checkout = await takilya.api('POST', '/checkouts', {
    event_id: eventId,
    quantity: 1,
    ...places,
    customer: { name: customer, email: 'buyer@example.com' },
    success_url: 'http://localhost:9/thanks',
    cancel_url: 'http://localhost:9/basket',
  });
  await page.goto(String(checkout.checkout_url));
  const thanks = page.waitForRequest(/localhost:9\/thanks/);
  await page.getByRole('button', { name: /^Get my/ }).click();
  const orderId = new URL((await thanks).url()).searchParams.get('order_id');
  expect(orderId).not.toBeNull();
  await page.context().close();
  return String(orderId);
}
