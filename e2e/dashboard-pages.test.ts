import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { heading, logIn, newPage, openHome, press, type Watched } from './dashboard.ts';
import { picture } from './picture.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/** JavaScript of the first page, compressed: on a slow phone most of the wait is for this. */
const MAX_SCRIPT_BYTES = { 'log-in': 120_000, home: 180_000, event: 220_000 };

let takilya: Takilya;
let browser: Browser;
let inside: Watched;

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya({ SUBSCRIPTION_WRITES: 'enabled' }), launchBrowser()]);
  const kept = { event_id: await firstEvent(), items: [{ quantity: 2 }], name: 'Mrs. Santos' };
  await takilya.api('POST', '/reservations', { ...kept, note: 'Comes at six' });
  inside = await newPage(browser);
  await openHome(inside.page, takilya);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

interface Shown {
  /** Also the name of its picture. */
  name: string;
  path: () => string | Promise<string>;
  en: string | RegExp;
  fil: string | RegExp;
}

const firstOf = (list: string, key: string) => async () => {
  const data = await takilya.api('GET', `${list}?per_page=1`);
  return String((data[key] as { id: string }[])[0]?.id);
};
const firstEvent = firstOf('/events', 'events');

const PAGES: Shown[] = [
  { name: 'home', path: () => '', en: 'Home', fil: 'Home' },
  { name: 'events', path: () => 'events', en: 'Events', fil: 'Mga event' },
  { name: 'new-event', path: () => 'events/new', en: 'Create event', fil: 'Gumawa ng event' },
  { name: 'event', path: async () => `events/${await firstEvent()}`, en: /./, fil: /./ },
  { name: 'event-edit', path: async () => `events/${await firstEvent()}/edit`, en: /./, fil: /./ },
  { name: 'attendees', path: async () => `events/${await firstEvent()}/attendees`, en: 'Attendees', fil: 'Mga dadalo' },
  {
    name: 'import',
    path: async () => `events/${await firstEvent()}/import`,
    en: 'Import attendees',
    fil: 'Mag-import ng mga dadalo',
  },
  { name: 'messages', path: async () => `events/${await firstEvent()}/messages`, en: 'Messages', fil: 'Mga mensahe' },
  { name: 'questions', path: async () => `events/${await firstEvent()}/questions`, en: 'Questions', fil: 'Mga tanong' },
  { name: 'orders', path: () => 'orders', en: 'Orders', fil: 'Mga order' },
  {
    name: 'order',
    path: async () => `orders/${await firstOf('/orders', 'orders')()}`,
    en: /^Order from /,
    fil: /^Order ni /,
  },
  {
    name: 'box-office',
    path: async () => `box-office?event_id=${await firstEvent()}`,
    en: 'Box office',
    fil: 'Box office',
  },
  { name: 'kept-places', path: () => 'box-office/reservations', en: 'Kept places', fil: 'Mga nakatabing puwesto' },
  { name: 'closing', path: () => 'box-office/closing', en: 'Close the day', fil: 'Isara ang araw' },
  { name: 'promo-codes', path: () => 'promo-codes', en: 'Promo codes', fil: 'Mga promo code' },
  { name: 'subscriptions', path: () => 'subscriptions', en: 'Subscriptions', fil: 'Mga subscription' },
  { name: 'analytics', path: () => 'analytics', en: 'Analytics', fil: 'Analytics' },
  {
    name: 'analytics-event',
    path: async () => `analytics?event_id=${await firstEvent()}`,
    en: 'Analytics',
    fil: 'Analytics',
  },
  { name: 'webhooks', path: () => 'webhooks', en: 'Webhooks', fil: 'Mga webhook' },
  { name: 'keys', path: () => 'keys', en: 'API keys', fil: 'Mga API key' },
  { name: 'team', path: () => 'team', en: 'Team', fil: 'Team' },
  { name: 'payments', path: () => 'payments', en: 'Payments', fil: 'Mga payment' },
  { name: 'audit-log', path: () => 'audit-log', en: 'Audit log', fil: 'Audit log' },
  { name: 'settings', path: () => 'settings', en: 'Settings', fil: 'Settings' },
  { name: 'settings-organization', path: () => 'settings?tab=organization', en: 'Settings', fil: 'Settings' },
  { name: 'settings-privacy', path: () => 'settings?tab=privacy', en: 'Settings', fil: 'Settings' },
  { name: 'nowhere', path: () => 'nowhere', en: 'Page not found', fil: 'Hindi nahanap ang page' },
];
/** A well-formed token that was never issued. */
const TOKEN = 'A'.repeat(43);
const OUTSIDE: Shown[] = [
  { name: 'log-in', path: () => 'log-in', en: 'Log in', fil: 'Mag-log in' },
  { name: 'set-up', path: () => `set-up#${TOKEN}`, en: 'Set up Takilya', fil: 'I-set up ang Takilya' },
  { name: 'reset', path: () => 'reset', en: 'Reset password', fil: 'I-reset ang password' },
  { name: 'new-password', path: () => `reset#${TOKEN}`, en: 'Reset password', fil: 'I-reset ang password' },
  { name: 'invitation', path: () => `invitation#${TOKEN}`, en: 'Invitation', fil: 'Imbitasyon' },
];
async function open(page: Page, { path, ...shown }: Shown, language: 'en' | 'fil') {
  await page.goto(`${takilya.url}/dashboard/${await path()}`);
  await heading(page, shown[language]);
  await page.getByRole('status', { name: /^(Loading|Naglo-load)$/ }).waitFor({ state: 'detached' });
  const failed = page.getByRole('heading', { name: /^(This page could not be loaded|Hindi ma-load)/ });
  expect(await failed.count(), await page.getByRole('alert').allTextContents().then(String)).toBe(0);
}

/** Sets the language as the menu at the top does. */
const speak = (page: Page, language: string) =>
  page.evaluate(`localStorage.setItem('takilya-language', '${language}')`);

describe.each(['en', 'fil'] as const)('in %s', (language) => {
  test.each(PAGES)('$name is accessible', async (shown) => {
    const { page, problems } = inside;
    problems.length = 0;
    await speak(page, language);
    await open(page, shown, language);
    await readable(page, language);
    expect(problems).toStrictEqual([]);
  });

  test.each(OUTSIDE)('$name, before the log-in, is accessible', async (shown) => {
    const { page, problems } = await newPage(browser, { locale: language });
    await open(page, shown, language);
    await readable(page, language);
    expect(problems).toStrictEqual([]);
    await page.context().close();
  });
});

test('menus and dialogs are accessible while they are open, and the search finds events and orders', async () => {
  const { page, problems } = inside;
  problems.length = 0;
  await speak(page, 'en');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${takilya.url}/dashboard/`);
  await heading(page, 'Home');
  await page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-expanded]').click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  await readable(page);

  const { orders } = await takilya.api('GET', '/orders?per_page=1');
  const [order] = orders as { order_number: string; customer: { name: string } }[];
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(order?.order_number ?? '');
  await dialog.getByRole('link', { name: order?.customer.name ?? '' }).waitFor();
  await dialog.getByRole('searchbox').fill('gabi');
  await dialog.getByRole('link', { name: 'Gabi ng Musika' }).first().waitFor();
  await readable(page);
  await page.keyboard.press('Enter');
  await heading(page, 'Gabi ng Musika');
  // Enter before anything is found opens what is in the box, not what was found before.
  await page.keyboard.press('Control+k');
  await dialog.getByRole('searchbox').fill(order?.order_number ?? '');
  await dialog.getByRole('link', { name: order?.customer.name ?? '' }).waitFor();
  await dialog.getByRole('searchbox').fill('Audit log');
  await page.keyboard.press('Enter');
  await heading(page, 'Audit log');
  await page.goBack();
  await heading(page, 'Gabi ng Musika');

  await page.getByRole('button', { name: 'Manage' }).click();
  const ending = page.getByRole('menuitem', { name: 'Close event' });
  await ending.waitFor();
  await readable(page);
  await ending.click();
  await dialog.waitFor();
  await readable(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add tier' }).click();
  await dialog.getByText('More options').click();
  await readable(page);
  expect(problems).toStrictEqual([]);
});

test.each(['set-up', 'reset', 'invitation'])('%s says that a link is incomplete', async (path) => {
  for (const token of [TOKEN.slice(1), `${TOKEN}.`]) {
    const { page, problems } = await newPage(browser);
    await page.goto(`${takilya.url}/dashboard/${path}#${token}`);
    await page.getByText('This link is incomplete. Copy the whole link and open it again.').waitFor();
    expect(await page.getByRole('button', { name: /Set|Create|Accept|Send/ }).count()).toBe(0);
    expect(problems).toStrictEqual([]);
    await page.context().close();
  }
});

test('a whole link is followed in the tab that asked for it, or that said that it is incomplete', async () => {
  const { page, problems } = await newPage(browser);
  const follow = (path: string, token: string) => page.goto(`${takilya.url}/dashboard/${path}#${token}`);
  await follow('reset', '');
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await press(page, 'Send reset link');
  await page.getByText('we have sent it a link').waitFor();
  await follow('reset', TOKEN.slice(1));
  await page.getByText('This link is incomplete').waitFor();
  await follow('reset', TOKEN);
  await page.getByLabel('New password').waitFor();
  await follow('set-up', TOKEN.slice(1));
  await page.getByText('This link is incomplete').waitFor();
  await follow('set-up', TOKEN);
  await page.getByLabel('Organization name').waitFor();
  await follow('invitation', TOKEN.slice(1));
  await page.getByText('This link is incomplete').waitFor();
  const looked = page.waitForRequest('**/invitations/look');
  await follow('invitation', TOKEN);
  await looked;
  expect(problems).toStrictEqual([]);
  await page.context().close();
});

test.each(Object.entries(MAX_SCRIPT_BYTES))('the code of %s is small', async (name, most) => {
  const { page } = name === 'log-in' ? await newPage(browser) : inside;
  const path = await [...PAGES, ...OUTSIDE].find((shown) => shown.name === name)?.path();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const headerBytes = new Map<string, number>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ type, requestId, response }) => {
    if (type === 'Script') headerBytes.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const headers = headerBytes.get(requestId);
    if (headers !== undefined) bytes += encodedDataLength - headers;
  });
  await page.goto(`${takilya.url}/dashboard/${path}`, { waitUntil: 'networkidle' });
  await heading(page, /./);
  await session.detach();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(most);
});

test("the code of a page does not wait for the dashboard's, nor its requests for each other", async () => {
  const { page } = await newPage(browser);
  await logIn(page, takilya);
  /** Answers the first only when the others are asked for, too. */
  const hold = (first: RegExp, others: RegExp[]) => {
    const asked = Promise.all(others.map((other) => page.waitForRequest(other)));
    return page.route(first, (route) => asked.then(() => route.continue()));
  };
  await hold(/assets\/index-/, [/assets\/orders-page-/]);
  await hold(/api\/v1\/orders\?/, [/refund-requests\?/, /api\/v1\/events\?/]);
  await page.goto(`${takilya.url}/dashboard/orders`);
  await heading(page, 'Orders');
});

/** `npm run screenshots` */
test.runIf(process.env.SCREENSHOTS)('pictures of the pages', async () => {
  const { page } = inside;
  await speak(page, 'en');
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ colorScheme: 'light' });
  for (const shown of PAGES) {
    await open(page, shown, 'en');
    await picture(page, `dashboard/${shown.name}`);
  }
  await page.setViewportSize({ width: 360, height: 720 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, PAGES[0] as Shown, 'en');
  await picture(page, 'dashboard/home-phone-dark');
  const outside = await newPage(browser, { width: 800, height: 640 });
  for (const shown of OUTSIDE) {
    await open(outside.page, shown, 'en');
    await picture(outside.page, `dashboard/${shown.name}`);
  }
});

test('a log-out that failed says so, and its page stays', async () => {
  const { page } = await newPage(browser);
  await openHome(page, takilya);
  await page.route('**/dashboard/api/log-out', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-expanded]').click();
  await press(page, 'Log out');
  await page.getByRole('alert').filter({ hasText: '503' }).waitFor();
  await heading(page, 'Home');
  await page.context().setOffline(true);
  await press(page, 'Log out');
  await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
  await page.context().setOffline(false);
  await press(page, 'Log out');
  await heading(page, 'Log in');
});

test('a language that could not be saved says so', async () => {
  const { page } = await newPage(browser);
  await openHome(page, takilya);
  const save = (route: Route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503 }) : route.continue();
  await page.route('**/dashboard/api/me', save);
  await page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-expanded]').click();
  await press(page, 'Filipino');
  await page.getByRole('alert').filter({ hasText: '503' }).waitFor();
});
