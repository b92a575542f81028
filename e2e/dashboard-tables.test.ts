import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { buyFree, heading, newPage, openHome, press, type Watched } from './dashboard.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const LONG_TITLE = 'Isang napakahabang pamagat ng konsiyerto na hindi magkakasya sa isang linya '.repeat(2).trim();
const LISTS = ['', 'events', 'orders', 'promo-codes'];

let takilya: Takilya;
let browser: Browser;
let organizer: Watched;

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
  // The next one, so that it is on the first page.
  const start = new Date(Date.now() + 86_400_000).toISOString();
  const fields = { title: LONG_TITLE, start_datetime: start, capacity: 10, ticket_price: 0 };
  const { id } = await takilya.api('POST', '/events', fields);
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  const orderId = await buyFree(browser, takilya, id, 'Maria Consolacion de los Santos', { quantity: 2 });
  const { tickets } = await takilya.api('GET', `/orders/${orderId}`);
  await takilya.api('POST', `/tickets/${(tickets as { id: string }[])[0]?.id}/refund`);
  await takilya.api('PUT', `/events/${id}`, { status: 'sold_out' });
  const promo = { event_id: id, discount_type: 'percentage', discount_amount: 10 };
  await takilya.api('POST', '/promo-codes', { ...promo, code: 'HABA', expires_at: '2099-12-30T23:59:00+08:00' });
  organizer = await newPage(browser);
  await openHome(organizer.page, takilya);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

/** Badges that are cut off, and times that go on in another line. */
const BROKEN = `[
  ...[...document.querySelectorAll('td .mantine-Badge-label')].filter((label) => label.scrollWidth > label.clientWidth),
  ...[...document.querySelectorAll('td > div')].flatMap(({ childNodes }) => [...childNodes]).filter((node) => {
    const words = document.createRange();
    words.selectNodeContents(node);
    return /\\d:\\d\\d/.test(node.textContent) && words.getClientRects().length > 1;
  }),
].map(({ textContent }) => textContent)`;

test.each([390, 1280])('at %i pixels badges are whole and times on one line, beside a long title', async (width) => {
  const { page, problems } = organizer;
  await page.setViewportSize({ width, height: 800 });
  for (const list of LISTS) {
    await page.goto(`${takilya.url}/dashboard/${list}`);
    await heading(page, /./);
    await page.getByRole('cell', { name: LONG_TITLE }).first().waitFor();
    expect(await page.evaluate(BROKEN), list).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
  expect(problems).toStrictEqual([]);
});

test('on a phone the first page says beside the title how many are sold', async () => {
  const { page } = organizer;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${takilya.url}/dashboard/`);
  const headers = page.getByRole('region', { name: 'Events' }).getByRole('columnheader');
  await headers.first().waitFor();
  expect((await headers.allTextContents()).slice(0, 2)).toEqual(['Event', 'Sold']);
  const place = await headers.nth(1).boundingBox();
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(390);
});

describe('several rows at once, and views', () => {
  let eventId: string;
  beforeAll(async () => {
    const fields = {
      title: 'Gabing marami',
      start_datetime: '2099-12-31T20:00:00+08:00',
      capacity: 20,
      ticket_price: 0,
    };
    eventId = String((await takilya.api('POST', '/events', fields)).id);
    await takilya.api('PUT', `/events/${eventId}`, { status: 'active' });
    const vip = await takilya.api('POST', `/events/${eventId}/tiers`, { name: 'VIP', price: 500, quantity_total: 5 });
    const sell = (name: string, items: object[]) =>
      takilya.api('POST', '/orders', {
        event_id: eventId,
        items,
        customer: { name, email: 'buyer@example.com' },
        payment_method: 'CASH',
      });
    const { ticket_tiers: tiers } = await takilya.api('GET', `/events/${eventId}`);
    const [general] = tiers as { id: string }[];
    await sell('Ana', [{ tier_id: vip.id, quantity: 2 }]);
    const ben = await sell('Ben', [{ tier_id: general?.id, quantity: 1 }]);
    const carla = await sell('Carla', [{ tier_id: vip.id, quantity: 2 }]);
    const firstOf = ({ tickets }: Record<string, unknown>) => (tickets as { id: string }[])[0]?.id;
    await takilya.api('POST', `/tickets/${firstOf(ben)}/check-in`);
    await takilya.api('POST', `/tickets/${firstOf(carla)}/refund`);
  });
  const dialog = () => organizer.page.getByRole('dialog');

  test('orders are chosen, sent again and refunded, and what failed says why', async () => {
    const { page, problems } = organizer;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${takilya.url}/dashboard/orders?event_id=${eventId}`);
    await heading(page, 'Orders');
    await page.getByRole('row').filter({ hasText: 'Ana' }).getByRole('checkbox').check();
    await page.getByText('1 chosen').waitFor();
    await page.getByLabel('All on this page (3)').check();
    await page.getByText('3 chosen').waitFor();
    await readable(page);
    expect(await page.getByRole('link', { name: 'CSV of these' }).getAttribute('href')).toMatch(
      /ids=([\da-f-]{36}(%2C)?){3}&shown_for=/,
    );
    await press(page, 'Resend tickets');
    // Ben's ticket is used.
    await page.getByText('Done: 2', { exact: true }).waitFor();
    await press(page, 'Close');
    // Another member was faster.
    const { orders } = await takilya.api('GET', `/orders?event_id=${eventId}&q=Ben`);
    await press(page, 'Refund');
    await dialog().getByText('Refund 3 orders, ₱1,500.00 in all?', { exact: false }).waitFor();
    await takilya.api('POST', `/orders/${(orders as { id: string }[])[0]?.id}/refund`);
    await press(page, 'Refund ₱1,500.00 for 3 orders');
    await page.getByText('Done: 2. Failed: 1').waitFor();
    await page
      .getByRole('region', { name: 'Refund' })
      .getByText(/TK-\S+, Ben: /)
      .waitFor();
    await readable(page);
    const { orders: left } = await takilya.api('GET', `/orders?event_id=${eventId}&status=paid`);
    expect(left).toEqual([]);
    expect(problems).toStrictEqual([]);
  });

  /** An event with an order of each buyer. */
  async function soldTo(names: string[], fields: object = {}) {
    const event = await takilya.api('POST', '/events', {
      ...{ title: 'Gabing nabenta', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 350 },
      ...fields,
    });
    await takilya.api('PUT', `/events/${event.id}`, { status: 'active' });
    const orders: { id: string; tickets: { id: string }[] }[] = [];
    for (const name of names) {
      const customer = { name, email: `${name}@example.com` };
      const sale = { event_id: event.id, items: [{ quantity: 1 }], payment_method: 'CASH', customer };
      orders.push((await takilya.api('POST', '/orders', sale)) as (typeof orders)[number]);
    }
    return { event, orders };
  }

  test('an order that cannot be read holds up no other', async () => {
    const { page, problems } = organizer;
    const { event, orders } = await soldTo(['ana', 'ben']);
    const unread = `**/orders/${orders[0]?.id}`;
    const error = { status: 404, code: 'order_not_found', message: 'Not found' };
    await page.route(unread, (route) => route.fulfill({ status: 404, json: { error } }));
    await page.goto(`${takilya.url}/dashboard/orders?event_id=${event.id}`);
    await page.getByLabel('All on this page (2)').check();
    await press(page, 'Resend tickets');
    await page.getByText('Done: 2', { exact: true }).waitFor();
    await press(page, 'Refund');
    await press(page, 'Refund ₱700.00 for 2 orders');
    await page.getByText('Done: 2', { exact: true }).waitFor();
    await page.unroute(unread);
    expect(problems).toStrictEqual([]);
  });

  test('used tickets that are scanned again are sent again', async () => {
    const { page, problems } = organizer;
    const { event, orders } = await soldTo(['ana'], { re_entry: true });
    const [order] = orders;
    await takilya.api('POST', `/tickets/${order?.tickets[0]?.id}/check-in`);
    const sendChosen = async (all: string) => {
      await page.getByLabel(all).check();
      await press(page, 'Resend tickets');
      await page.getByText('Done: 1', { exact: true }).waitFor();
    };
    await page.goto(`${takilya.url}/dashboard/orders?event_id=${event.id}`);
    await sendChosen('All on this page (1)');
    // A list scans them as well as a gate that lets them in again.
    await takilya.api('PUT', `/events/${event.id}`, { re_entry: false });
    const list = await takilya.api('POST', `/events/${event.id}/check-in-lists`, { name: 'Lounge', passes: 'once' });
    await page.goto(`${takilya.url}/dashboard/events/${event.id}/attendees`);
    await press(page, /^Actions for ticket/);
    await page.getByRole('menuitem', { name: 'Resend ticket' }).click();
    await page.getByText('The e-mail is on its way').waitFor();
    await sendChosen('All (1)');
    await page.goto(`${takilya.url}/dashboard/orders/${order?.id}`);
    const resend = page.getByRole('button', { name: 'Resend tickets' });
    await resend.waitFor();
    await takilya.api('DELETE', `/check-in-lists/${list.id}`);
    await resend.click();
    await page.getByRole('alert').waitFor();
    await resend.waitFor({ state: 'detached' });
    expect(problems).toStrictEqual([]);
  });

  test('a view is saved under a name, chosen, renamed and deleted', async () => {
    const { page, problems } = organizer;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${takilya.url}/dashboard/orders?event_id=${eventId}`);
    await heading(page, 'Orders');
    await press(page, 'More filters');
    await page.getByLabel('Tier').selectOption({ label: 'VIP' });
    await page.getByLabel('Status').selectOption({ label: 'Refunded' });
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByText('Total: 2').waitFor();
    await readable(page);
    const views = page.getByRole('button', { name: 'Views' });
    await views.click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await dialog().getByLabel('Name').fill('VIP, ibinalik');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.goto(`${takilya.url}/dashboard/orders?q=Ben`);
    await page.getByRole('row').filter({ hasText: 'Ben' }).first().waitFor();
    await views.click();
    // The view is chosen before the pause after the typing is over.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel('Search').fill('Bern', { force: true });
    await page.getByRole('menuitem', { name: 'VIP, ibinalik' }).click();
    await page.getByText('Total: 2').waitFor();
    await page.clock.runFor(1_000);
    await page.clock.resume();
    await page.getByText('Total: 2').waitFor();
    // The page stays until the answer is there, and both lists have two rows.
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('');
    expect(new URL(page.url()).searchParams.get('q')).toBeNull();
    await views.click();
    await page.getByRole('menuitem', { name: 'Edit views…' }).click();
    await dialog().getByLabel('Name of VIP, ibinalik').fill('VIP');
    await readable(page);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await views.click();
    await page.getByRole('menuitem', { name: 'VIP', exact: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Edit views…' }).click();
    await dialog().getByRole('button', { name: 'Delete VIP' }).click();
    await dialog().getByLabel('Name of VIP').waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(new URL(page.url()).searchParams.get('q')).toBeNull();
    expect(problems).toStrictEqual([]);
  });

  test('two views swap their names', async () => {
    const { page, problems } = organizer;
    const views = page.getByRole('button', { name: 'Views' });
    for (const [name, status] of Object.entries({ Una: 'refunded', Ikalawa: 'paid' })) {
      await page.goto(`${takilya.url}/dashboard/orders?status=${status}`);
      await views.click();
      await page.getByRole('menuitem', { name: 'Save this view…' }).click();
      await dialog().getByLabel('Name').fill(name);
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().waitFor({ state: 'detached' });
    }
    await views.click();
    await page.getByRole('menuitem', { name: 'Edit views…' }).click();
    await dialog().getByLabel('Name of Una').fill('Ikalawa');
    await dialog().getByLabel('Name of Ikalawa').fill('Una');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await views.click();
    await page.getByRole('menuitem', { name: 'Una' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('paid');
    await views.click();
    await page.getByRole('menuitem', { name: 'Ikalawa' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('refunded');
    expect(problems).toStrictEqual([]);
  });

  test('the question about the chosen tickets leaves out one that was refunded since it was chosen', async () => {
    const { page, problems } = organizer;
    const { event } = await soldTo(['ana', 'ben']);
    await page.goto(`${takilya.url}/dashboard/events/${event.id}/attendees`);
    await page.getByLabel('All (2)').check();
    const ana = page.getByRole('row').filter({ hasText: 'ana@' });
    // On a phone a row has all that the columns have, but the e-mail address.
    await page.setViewportSize({ width: 360, height: 740 });
    await ana.getByText('General Admission').waitFor();
    expect(await ana.getByText(/^[A-Z\d]{5}-[A-Z\d]{5}$/).count()).toBe(1);
    await page.setViewportSize({ width: 1280, height: 800 });
    await ana.getByRole('button').click();
    await page.getByRole('menuitem', { name: /^Open order TK-/ }).click();
    await heading(page, 'Order from ana');
    await page.goBack();
    await page.getByLabel('All (2)').check();
    await ana.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await ana.getByText('Refunded').waitFor();
    await press(page, 'Refund');
    const question = page.getByRole('dialog').getByRole('button', { name: /^Refund ₱/ });
    await question.waitFor();
    expect(await question.textContent()).toBe('Refund ₱350.00 for 1 ticket');
    expect(problems).toStrictEqual([]);
  });

  test('attendees are narrowed to a tier, and the chosen tickets are refunded', async () => {
    const { page, problems } = organizer;
    await takilya.api('POST', '/orders', {
      event_id: eventId,
      items: [{ quantity: 2 }],
      customer: { name: 'Dina', email: 'buyer@example.com' },
      payment_method: 'CASH',
    });
    await page.goto(`${takilya.url}/dashboard/events/${eventId}/attendees?status=valid`);
    await heading(page, 'Attendees');
    const all = page.getByLabel('All (2)');
    await all.waitFor();
    await page.getByLabel('Status').selectOption('');
    await all.waitFor({ state: 'detached' });
    await page.getByLabel(/^All \(/).check();
    await page.getByText(/\d chosen/).waitFor();
    // What Back leads to is another list, in which nothing is chosen.
    await page.goBack();
    await all.waitFor();
    expect(await page.getByText(/\d chosen/).count()).toBe(0);
    await all.check();
    await page.getByText('2 chosen').waitFor();
    await readable(page);
    await press(page, 'Refund');
    await press(page, 'Refund ₱0.00 for 2 tickets');
    await page.getByText('Done: 2').waitFor();
    await press(page, 'More filters');
    await page.getByLabel('Tier').selectOption({ label: 'VIP' });
    await page.getByText('No results').waitFor();
    expect(problems).toStrictEqual([]);
  });

  test('a filter by the only tier that is left can be removed', async () => {
    const { page } = organizer;
    const fields = { title: 'Iisa', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 350 };
    const { id, ticket_tiers: tiers } = await takilya.api('POST', '/events', fields);
    const tierId = (tiers as { id: string }[])[0]?.id;
    for (const list of [`events/${id}/attendees?`, `orders?event_id=${id}&`]) {
      await page.goto(`${takilya.url}/dashboard/${list}tier_id=${tierId}`);
      await page.getByLabel('Tier').selectOption('');
      await expect.poll(() => page.url()).not.toContain('tier_id');
    }
  });
});
