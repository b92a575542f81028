import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { buyFree, fillLogIn, logIn, newPage } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/** The text that an attacker types into every field that another person reads later. */
const ATTACK = `<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>'"{{7*7}}\${7*7}`;
const LINK = 'javascript:window.attacked=1';

let takilya: Takilya;
let browser: Browser;

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

/** On every page that shows what others typed: it is there as text, and nothing of it ran. */
async function expectText(page: Page, path: string, text: string) {
  await page.goto(`${takilya.url}/dashboard/${path}`);
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  // Opened, to show what is folded.
  for (const details of await page.locator('details').all())
    await details.evaluate((element) => element.setAttribute('open', ''));
  expect(await page.evaluate('window.attacked'), path).toBeUndefined();
  expect(await page.locator('img[src="x"], #root script').count(), path).toBe(0);
  expect(await page.locator('a[href^="javascript"]').count(), path).toBe(0);
}

test('what buyers and colleagues type is text on every page that shows it', async () => {
  const { page, problems } = await newPage(browser);
  const { id } = await takilya.api('POST', '/events', {
    title: ATTACK,
    start_datetime: '2099-12-31T20:00:00+08:00',
    capacity: 10,
    venue_name: ATTACK,
    description_html: `<p onclick="window.attacked=1">Hello ${ATTACK}</p><a href="${LINK}">here</a><svg onload="window.attacked=1">`,
  });
  await takilya.api('POST', `/events/${id}/tiers`, { name: ATTACK, price: 10, quantity_total: 1 });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  await takilya.api('POST', '/promo-codes', {
    event_id: id,
    code: 'ATTACK-50',
    discount_type: 'percentage',
    discount_amount: 50,
  });
  await takilya.api('POST', '/subscription-tiers', { name: ATTACK, price_monthly: 1, perks: [ATTACK] });
  const orderId = await buyFree(browser, takilya, id, ATTACK);
  await logIn(page, takilya);
  problems.length = 0;
  await expectText(page, '', ATTACK);
  await expectText(page, 'events', ATTACK);
  await expectText(page, `events/${id}`, ATTACK);
  await expectText(page, `events/${id}/edit`, ATTACK);
  await page.getByRole('textbox', { name: 'Description' }).getByText('Hello').waitFor();
  await expectText(page, `events/${id}/attendees`, ATTACK);
  await expectText(page, 'orders', ATTACK);
  await expectText(page, `orders/${orderId}`, ATTACK);
  await expectText(page, `promo-codes?event_id=${id}`, 'ATTACK-50');
  await expectText(page, 'subscriptions', ATTACK);
  await expectText(page, 'analytics', ATTACK);
  await expectText(page, 'audit-log', 'event');
  expect(problems, 'the policy had nothing to refuse').toStrictEqual([]);
});

test('an address that leads away after the log-in is not followed', async () => {
  const { page } = await newPage(browser);
  for (const next of ['https://evil.example/', '//evil.example/', '/\\\\evil.example/', LINK]) {
    await page.goto(`${takilya.url}/dashboard/log-in?next=${encodeURIComponent(next)}`);
    await fillLogIn(page, takilya.owner);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(new URL(page.url()).origin).toBe(takilya.url);
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    await page.context().clearCookies();
  }
});
