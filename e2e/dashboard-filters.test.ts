import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { heading, logIn, newPage, press } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;
let page: Page;
/** Addresses that the API refused. */
let refused: string[];

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));
beforeEach(async () => {
  ({ page } = await newPage(browser));
  await logIn(page, takilya);
  refused = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/') && response.status() >= 400) refused.push(response.url());
  });
});
afterEach(() => page.context().close());

const inAddress = (name: string) => new URL(page.url()).searchParams.get(name);
const expectInAddress = (name: string, value: string | RegExp) =>
  expect.poll(() => inAddress(name), { timeout: 5_000 }).toMatch(value);

test.each([
  ['analytics', 'from'],
  ['orders?from=2026-01-05', 'from'],
  ['audit-log?from=2026-01-05', 'from'],
  ['box-office/closing', 'date'],
])('a year can be typed into a date of %s', async (path, name) => {
  await page.goto(`${takilya.url}/dashboard/${path}`);
  const date = page.locator('input[type=date]').first();
  await date.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  for (const digit of '2025') {
    await page.keyboard.press(digit);
    // A request for each date would be answered by now.
    await page.waitForLoadState('networkidle');
  }
  await expectInAddress(name, /^2025-/);
  expect(await date.inputValue()).toMatch(/^2025-/);
  expect(refused).toEqual([]);
});

test('a kept filter by a tier that was deleted since can be taken away', async () => {
  const fields = { title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 0 };
  const { id } = await takilya.api('POST', '/events', fields);
  const tier = await takilya.api('POST', `/events/${id}/tiers`, { name: 'VIP', price: 0, quantity_total: 2 });
  await takilya.api('DELETE', `/tiers/${tier.id}`);
  const lists = {
    Orders: `orders?event_id=${id}&tier_id=${tier.id}`,
    Attendees: `events/${id}/attendees?tier_id=${tier.id}`,
  };
  for (const [name, path] of Object.entries(lists)) {
    await page.goto(`${takilya.url}/dashboard/${path}`);
    await heading(page, name);
    await page.getByRole('alert').filter({ hasText: 'Tier not found' }).waitFor();
    await page.locator('select', { hasText: 'A ticket tier that was deleted' }).selectOption('All');
    await page.getByText('No results').waitFor();
  }
});

test('a range is moved to a later month, its beginning first', async () => {
  await page.goto(`${takilya.url}/dashboard/analytics?from=2026-10-01&to=2026-10-31`);
  await page.getByLabel('From').fill('2026-11-01');
  await expectInAddress('to', '2026-11-01');
  await page.getByLabel('To').fill('2026-11-30');
  await expectInAddress('to', '2026-11-30');
  expect(inAddress('from')).toBe('2026-11-01');
  expect(refused).toEqual([]);
});

test('the beginning of a range comes back when its end was only a step of typing', async () => {
  await page.goto(`${takilya.url}/dashboard/audit-log?from=2025-10-01&to=2025-10-31`);
  const to = page.getByLabel('To');
  await to.fill('2025-01-31');
  await expectInAddress('from', '2025-01-31');
  await to.fill('2025-12-31');
  await expectInAddress('to', '2025-12-31');
  expect(inAddress('from')).toBe('2025-10-01');
});

test('the shown beginning of a range stays when its end is changed', async () => {
  await page.goto(`${takilya.url}/dashboard/analytics`);
  await heading(page, 'Analytics');
  const [from, to] = [page.getByLabel('From'), page.getByLabel('To')];
  const shown = await from.inputValue();
  const fiveDaysBefore = new Date(Date.parse(await to.inputValue()) - 5 * 86_400_000).toISOString().slice(0, 10);
  const asking = page.waitForRequest((request) => request.url().includes(`to=${fiveDaysBefore}`));
  await to.fill(fiveDaysBefore);
  expect(new URL((await asking).url()).searchParams.get('from')).toBe(shown);
});

test('an interval that is too short for the range is refused below the filters, which stay', async () => {
  await page.goto(`${takilya.url}/dashboard/analytics?from=2026-09-01&to=2026-11-28`);
  await heading(page, 'Analytics');
  const interval = page.getByLabel('Interval');
  await interval.selectOption({ label: 'Hour' });
  await page.getByRole('alert').waitFor();
  await interval.selectOption({ label: 'Month' });
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'By event' }).waitFor();
});

test('the chart of a day on which clocks were set back leaves no bar behind', async () => {
  await takilya.apiAsOwner('PUT', '/organization', { time_zone: 'America/New_York' });
  await page.reload();
  await page.goto(`${takilya.url}/dashboard/analytics?from=2026-11-01&to=2026-11-01&by=hour`);
  const bars = () => page.locator('main svg[role=img] g').count();
  await expect.poll(bars, { timeout: 5_000 }).toBe(25);
  await page.getByLabel('To').fill('2026-11-02');
  await expectInAddress('to', '2026-11-02');
  await page.getByLabel('From').fill('2026-11-02');
  await expectInAddress('from', '2026-11-02');
  const named = async () => {
    const names = await page.locator('main svg[role=img] g title').allTextContents();
    return [names.length, names.filter((name) => !name.startsWith('Nov 2'))];
  };
  await expect
    .poll(named)
    .toEqual([24, []])
    .finally(() => takilya.apiAsOwner('PUT', '/organization', { time_zone: 'Asia/Manila' }));
});

test('after the only one of the last page was let go, the page before it is shown', async () => {
  const made = await takilya.api('POST', '/events', {
    ...{ title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 100, ticket_price: 100 },
  });
  await takilya.api('PUT', `/events/${made.id}`, { status: 'active' });
  for (let number = 1; number <= 21; number++)
    await takilya.api('POST', '/reservations', {
      ...{ event_id: made.id, items: [{ quantity: 1 }], name: `Person ${number}` },
    });
  await page.goto(`${takilya.url}/dashboard/box-office/reservations?event_id=${made.id}&page=2`);
  await press(page, 'Let go');
  await page.getByRole('dialog').getByRole('button', { name: 'Let the places go' }).click();
  await page.getByText('Total: 20').waitFor();
  expect(await page.getByText(/^Person \d+$/).count()).toBe(20);
  // Twenty are kept, and none has ended.
  await page.goto(`${takilya.url}/dashboard/box-office/reservations?state=ended`);
  await page.getByText('No kept places are like this.').waitFor();
});

const idsOf = (things: unknown) => (things as { id: string }[]).map(({ id }) => id);

test('every refund that a buyer asked for can be reached, however many wait, and says which seats it is of', async () => {
  const { id: event_id, ticket_tiers } = await takilya.api('POST', '/events', {
    ...{ title: 'Ulan', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 100, ticket_price: 100 },
    refund_rule: { allowed: 'request' },
  });
  const sections = [{ label: 'Lower', tier_ids: idsOf(ticket_tiers), rows: [{ label: 'A', seats: 30 }] }];
  await takilya.api('PUT', `/events/${event_id}/seating-plan`, { sections });
  await takilya.api('PUT', `/events/${event_id}`, { status: 'active' });
  const [section_id] = idsOf((await takilya.api('GET', `/events/${event_id}/sections`)).sections);
  for (let number = 1; number <= 21; number++) {
    const { tickets, tickets_url } = await takilya.api('POST', '/orders', {
      ...{ event_id, items: [{ section_id, quantity: 1 }], payment_method: 'CASH' },
      customer: { name: `Buyer ${number}`, email: 'buyer@example.com' },
    });
    const [ticket] = tickets as [{ id: string }];
    const answer = new URLSearchParams({ ticket: ticket.id, confirmed: 'request 10000' });
    await fetch(`${tickets_url}/refund`, { method: 'POST', body: answer });
  }
  await page.goto(`${takilya.url}/dashboard/orders`);
  const requests = page.getByRole('region', { name: 'Refund requests' });
  await requests.getByText('Buyer 21').waitFor();
  await page.getByRole('navigation', { name: 'Pages of refund requests' }).getByRole('button', { name: '2' }).click();
  await requests.getByText('Buyer 1', { exact: true }).waitFor();
  await press(page, 'Decline');
  await page
    .getByRole('dialog')
    .getByText(/: General Admission, Lower A \d+, Buyer 1$/)
    .waitFor();
});

test('the search field follows the address: a link, the way back, and typing', async () => {
  await page.goto(`${takilya.url}/dashboard/orders?q=Nobody`);
  await page.getByText('Total: 0').waitFor();
  const field = page.getByRole('searchbox').first();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe('');
  expect(inAddress('q')).toBeNull();
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('Nobody');
  await field.press('End');
  await field.pressSequentially(' else', { delay: 150 });
  await expectInAddress('q', 'Nobody else');
  expect(await field.inputValue()).toBe('Nobody else');
});

test('Home leads to all orders with a failed refund, when they are more than it names', async () => {
  const since = '2026-10-01T00:00:00.000Z';
  await page.route('**/api/v1/overview*', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const all = { kind: 'refunds_failed', count: 8, id: null, name: null, since };
    return route.fulfill({ response, json: { data: { ...data, needs_attention: [all] } } });
  });
  await page.goto(`${takilya.url}/dashboard/`);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/v1/orders');
  await page.getByRole('link', { name: 'Refunds that failed and are not retried, in all: 8.' }).click();
  expect(new URL((await asked).url()).searchParams.get('refund_failed')).toBe('true');
  await heading(page, 'Orders');
  await page.getByText('No results').waitFor();
  expect(inAddress('refund_failed')).toBe('true');
  const file = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
  expect(file).toContain('refund_failed=true');
  await page.getByLabel('A refund failed').click();
  await expect.poll(() => inAddress('refund_failed'), { timeout: 5_000 }).toBeNull();
  expect(refused).toEqual([]);
});

const NOWHERE = '01a22a5e-1b84-7a73-92a7-c6ecb5ce9e6a';

test.each([
  ['promo-codes?event_id=x', 'Event'],
  [`promo-codes?event_id=${NOWHERE}`, 'Event'],
  [`box-office?event_id=${NOWHERE}`, 'Event'],
  ['box-office/reservations?event_id=x', 'Event'],
  ['box-office/closing?event_id=x', 'Event'],
  ['analytics?event_id=x', 'Event'],
  [`check-in?event_id=${NOWHERE}`, 'Event'],
  ['webhooks/deliveries?webhook_id=x', 'URL'],
])('the filter of %s, which is refused, can be taken away', async (path, name) => {
  await page.goto(`${takilya.url}/dashboard/${path}`);
  await page.getByRole('main').getByRole('alert').waitFor();
  const filter = page.getByLabel(name, { exact: true });
  await expect.poll(() => filter.inputValue()).toMatch(/x|^01/);
  await filter.selectOption('');
  await expect.poll(() => new URL(page.url()).search).not.toContain('_id');
  await page.getByRole('main').getByRole('alert').waitFor({ state: 'detached' });
});

test('a series that is refused can be left for all events', async () => {
  await page.goto(`${takilya.url}/dashboard/events?series_id=x`);
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.getByRole('link', { name: 'Show all events' }).click();
  await page.getByRole('table').waitFor();
});
