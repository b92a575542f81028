import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { logIn, newPage, press, untilSaved } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/** As long as the dashboard takes what it loaded for fresh, and a bit. */
const STALE_MS = 11_000;

let takilya: Takilya;
let browser: Browser;
let page: Page;
let heard: string[];

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));
beforeEach(async () => {
  ({ page, problems: heard } = await newPage(browser));
  await logIn(page, takilya);
});
afterEach(async () => {
  expect(heard).toStrictEqual([]);
  await page.context().close();
});

const dialog = () => page.getByRole('dialog');
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });

async function newEvent(fields: object = {}) {
  const event = { title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 100 };
  const { id } = await takilya.api('POST', '/events', { ...event, ...fields });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  return String(id);
}

/** @returns the id of the ticket */
async function sold(eventId: string, name: string) {
  const { tickets } = await takilya.api('POST', '/orders', {
    ...{ event_id: eventId, items: [{ quantity: 1 }], customer: { name, email: 'guest@example.com' } },
    payment_method: 'CASH',
  });
  return String((tickets as { id: string }[])[0]?.id);
}

test('the question about a refund stays about its ticket while the list changes', async () => {
  const eventId = await newEvent({ ticket_price: 0 });
  const [ana, ben, carla] = [await sold(eventId, 'Ana'), await sold(eventId, 'Ben'), await sold(eventId, 'Carla')];
  await page.clock.install();
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/attendees?status=valid`);
  await rowOf('Ben').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  await dialog().getByText('The ticket of Ben becomes invalid').waitFor();
  // Ana is admitted at the door, and the organizer comes back from another window.
  await takilya.api('POST', `/tickets/${ana}/check-in`);
  await page.clock.fastForward(STALE_MS);
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await rowOf('Ana').waitFor({ state: 'detached' });
  await dialog().getByText('The ticket of Ben becomes invalid').waitFor();
  await dialog().getByRole('button', { name: 'Refund' }).click();
  await dialog().waitFor({ state: 'detached' });
  const statuses = [ana, ben, carla].map(async (id) => (await takilya.api('GET', `/tickets/${id}`)).status);
  expect(await Promise.all(statuses)).toStrictEqual(['used', 'refunded', 'valid']);
});

/** Opens the question of the only such button, has a colleague act first, and confirms. The reason stays to be read. */
async function tooLate(button: string, confirm: string, colleague: () => Promise<unknown>, reason: RegExp) {
  await press(page, button);
  await dialog().waitFor();
  await colleague();
  await dialog().getByRole('button', { name: confirm }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('alert').filter({ hasText: reason }).waitFor();
}

test('a message that a colleague cancelled first: the reason is shown, though its button is gone', async () => {
  const eventId = await newEvent();
  const message = { subject: 'Gates open', text: 'At five', send_at: '2099-05-01T12:00' };
  const { id } = await takilya.api('POST', `/events/${eventId}/messages`, message);
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/messages`);
  const cancel = () => takilya.api('POST', `/messages/${id}/cancel`);
  await tooLate('Cancel', 'Cancel message', cancel, /The message is cancelled/);
});

test('a reservation that was picked up first: the reason is shown, though its row is gone', async () => {
  const eventId = await newEvent();
  const kept = { event_id: eventId, items: [{ quantity: 2 }], name: 'Mrs. Santos', email: 'santos@example.com' };
  const { id } = await takilya.api('POST', '/reservations', kept);
  await page.goto(`${takilya.url}/dashboard/box-office/reservations?event_id=${eventId}`);
  const pickUp = () => takilya.api('POST', `/reservations/${id}/pick-up`, { payment_method: 'CASH' });
  await tooLate('Let go', 'Let the places go', pickUp, /no longer kept/);
});

test('a refund request that a colleague approved first: the reason is shown, though its row is gone', async () => {
  const refundRule = { allowed: 'request', until_hours_before_start: 24, fee_percent: 0, fee_fixed: 0 };
  const eventId = await newEvent({ refund_rule: refundRule });
  const { id } = await takilya.api('POST', '/orders', {
    ...{ event_id: eventId, items: [{ quantity: 1 }], customer: { name: 'Ana', email: 'ana@example.com' } },
    payment_method: 'CASH',
  });
  const { tickets_url: tickets } = await takilya.api('GET', `/orders/${id}`);
  await page.goto(`${tickets}/refund`);
  for (let step = 0; step < 2; step++) await page.locator('main button').last().click();
  const { refund_requests: requests } = await takilya.api('GET', `/refund-requests?event_id=${eventId}`);
  await page.goto(`${takilya.url}/dashboard/orders`);
  const approve = () => takilya.api('POST', `/refund-requests/${(requests as { id: string }[])[0]?.id}/approve`);
  await tooLate('Decline', 'Decline the refund', approve, /Refund request is approved/);
});

const question = { asked_of: 'order', kind: 'text', label: 'Size of shirt' };

test('a question that a colleague deleted first: the reason is shown, and its row is gone', async () => {
  const eventId = await newEvent();
  const { id } = await takilya.api('POST', `/events/${eventId}/questions`, question);
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/questions`);
  const remove = () => takilya.api('DELETE', `/questions/${id}`);
  await tooLate('Delete', 'Delete question', remove, /Question not found/);
  expect(await rowOf('Size of shirt').count()).toBe(0);
});

test('a form of a question that a colleague deleted keeps what was typed, and says that it is gone', async () => {
  const eventId = await newEvent();
  const { id } = await takilya.api('POST', `/events/${eventId}/questions`, question);
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/questions`);
  await rowOf('Size of shirt').getByRole('button').first().click();
  await dialog().getByLabel('Hint').fill('S, M or L');
  await takilya.api('DELETE', `/questions/${id}`);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByRole('alert').filter({ hasText: 'Question not found' }).waitFor();
  await page.locator('table').getByText('Size of shirt').waitFor({ state: 'detached' });
  expect(await dialog().getByLabel('Hint').inputValue()).toBe('S, M or L');
});

/** Saves the open dialog. */
async function save() {
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
}

test('a form sends only what was changed: organization', async () => {
  const change = (body: object) => takilya.apiAsOwner('PUT', '/organization', body);
  await change({ refund_policy: 'No refunds.', contact_phone: '0917 000 0000', payment_method_order: ['GCASH'] });
  await page.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  await page.locator('[data-path=contact_phone]').fill('0917 111 1111');
  await change({ refund_policy: 'Refunds until a week before.', payment_method_order: ['MAYA'] });
  await press(page, 'Save');
  await untilSaved(page);
  // What was sent with the first change is not sent again with the second one.
  await change({ contact_phone: '0917 222 2222' });
  await page.locator('[data-path=contact_email]').fill('kumusta@example.com');
  await press(page, 'Save');
  const now = async () => {
    const { payment_method_order: methods, ...fields } = await takilya.api('GET', '/organization');
    return { ...fields, method: (methods as string[])[0] };
  };
  await expect.poll(now).toMatchObject({
    ...{ contact_phone: '0917 222 2222', contact_email: 'kumusta@example.com' },
    ...{ refund_policy: 'Refunds until a week before.', method: 'MAYA' },
  });
});

test('a form sends only what was changed: reservation', async () => {
  const eventId = await newEvent();
  const { id } = await takilya.api('POST', '/reservations', {
    ...{ event_id: eventId, items: [{ quantity: 2 }], name: 'Mrs. Santos', until: '2099-12-30T19:00:00+08:00' },
  });
  await page.goto(`${takilya.url}/dashboard/box-office/reservations?event_id=${eventId}`);
  await rowOf('Mrs. Santos').getByRole('button', { name: 'Change' }).click();
  await dialog().getByLabel('Phone').fill('0917 000 0000');
  // The other window gives her more time, and notes who picks up.
  const others = { until: '2099-12-31T11:30:00.000Z', note: 'Her son comes' };
  await takilya.api('PUT', `/reservations/${id}`, others);
  await save();
  const { reservations } = await takilya.api('GET', `/reservations?event_id=${eventId}`);
  expect(reservations).toMatchObject([{ phone: '0917 000 0000', ...others }]);
});

test('a form sends only what was changed: promo code, whose amount goes with its unit', async () => {
  const promo = { event_id: await newEvent(), code: 'TIPID', discount_type: 'fixed_amount', discount_amount: 20 };
  const { id } = await takilya.api('POST', '/promo-codes', promo);
  await page.goto(`${takilya.url}/dashboard/promo-codes?event_id=${promo.event_id}`);
  await rowOf('TIPID').getByRole('button').click();
  await dialog().getByLabel('Amount').fill('50');
  await takilya.api('PUT', `/promo-codes/${id}`, { discount_type: 'percentage', discount_amount: 10, usage_limit: 7 });
  await save();
  expect(await takilya.api('GET', `/promo-codes/${id}`)).toMatchObject({
    ...{ discount_type: 'fixed_amount', discount_amount: 50, usage_limit: 7 },
  });
});

test('a form sends only what was changed: plan of a subscription', async () => {
  const { id } = await takilya.api('POST', '/subscription-tiers', { name: 'Kasapi', price_monthly: 100 });
  await page.goto(`${takilya.url}/dashboard/subscriptions`);
  await rowOf('Kasapi').getByRole('button').click();
  await dialog().getByLabel('Description').fill('Para sa lahat');
  await takilya.api('PUT', `/subscription-tiers/${id}`, { price_monthly: 150, is_active: false });
  await save();
  const { tiers } = await takilya.api('GET', '/subscription-tiers');
  const plan = (tiers as { id: string }[]).find((tier) => tier.id === id);
  expect(plan).toMatchObject({ description: 'Para sa lahat', price_monthly: 150, is_active: false });
});

test('a form sends only what was changed: webhook', async () => {
  const { id } = await takilya.api('POST', '/webhooks', {
    url: 'https://hooks.example/a',
    events: ['ticket.purchased'],
  });
  await page.goto(`${takilya.url}/dashboard/webhooks/${id}`);
  await press(page, 'Edit');
  await dialog().getByLabel('Ticket refunded').check();
  await takilya.api('PUT', `/webhooks/${id}`, { url: 'https://hooks.example/b', is_active: false });
  await save();
  expect(await takilya.api('GET', `/webhooks/${id}`)).toMatchObject({
    ...{ url: 'https://hooks.example/b', is_active: false, events: ['ticket.purchased', 'ticket.refunded'] },
  });
});

test('a form sends only what was changed: refund rule and waiting room of an event', async () => {
  const rule = { allowed: 'automatic', until_hours_before_start: 24, fee_percent: 0, fee_fixed: 0 };
  const eventId = await newEvent({ refund_rule: rule });
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/edit`);
  await page.locator('[data-path=refund_until_hours]').fill('48');
  await page.locator('[data-path=room_opens_at]').fill('2099-12-01T10:00');
  const others = { refund_rule: { fee_percent: 10 }, waiting_room: { enabled: true } };
  await takilya.api('PUT', `/events/${eventId}`, others);
  await press(page, 'Save changes');
  const now = () => takilya.api('GET', `/events/${eventId}`);
  await expect.poll(now).toMatchObject({
    refund_rule: { ...rule, until_hours_before_start: 48, fee_percent: 10 },
    waiting_room: { enabled: true, opens_at: '2099-12-01T02:00:00.000Z' },
  });
  // Before the page knows that it is saved, it asks whether to leave.
  const saved = page.getByText('Event saved');
  await saved.waitFor();
  await page.reload();
  // A rule ends and begins as a whole.
  const allowed = page.getByLabel('Refunds for buyers');
  await allowed.selectOption('none');
  await press(page, 'Save changes');
  await expect.poll(now).toMatchObject({ refund_rule: null });
  await saved.waitFor();
  await page.reload();
  await allowed.selectOption('request');
  await press(page, 'Save changes');
  await expect.poll(now).toMatchObject({ refund_rule: { ...rule, allowed: 'request' } });
});

test('a price is saved to the tier that the form showed, and a refused one is named beside what was saved', async () => {
  const eventId = await newEvent();
  const vip = await takilya.api('POST', `/events/${eventId}/tiers`, { name: 'VIP', price: 5_000, quantity_total: 5 });
  const now = async () => {
    const { city, ticket_tiers: tiers } = await takilya.api('GET', `/events/${eventId}`);
    return { city, tiers: tiers as { id: string; price: number }[] };
  };
  const price = page.getByLabel('Price in pesos');
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/edit`);
  await price.fill('150');
  await page.getByLabel('City', { exact: true }).fill('Pasig');
  // A colleague ends its sale: VIP is the first tier now.
  await takilya.api('PUT', `/tiers/${(await now()).tiers[0]?.id}`, { is_active: false });
  await press(page, 'Save changes');
  await expect.poll(now).toMatchObject({ city: 'Pasig', tiers: [{ price: 150 }, { price: 5_000 }] });
  await page.getByText('Of the tier VIP.').waitFor();
  await price.fill('80');
  await page.getByLabel('City', { exact: true }).fill('Makati');
  await takilya.api('PUT', `/tiers/${vip.id}`, { price_mode: 'chosen', minimum_price: 90 });
  await press(page, 'Save changes');
  await page
    .getByText('saved without the new price. The price cannot be below the minimum.', { exact: false })
    .waitFor();
  expect(await now()).toMatchObject({ city: 'Makati', tiers: [{ price: 150 }, { price: 5_000 }] });
});

/** Opens the form of an event at eight; then a colleague chooses another time zone. */
async function openInManila(eventId: string) {
  await page.goto(`${takilya.url}/dashboard/events/${eventId}/edit`);
  await page.getByText('Asia/Manila').first().waitFor();
  await takilya.apiAsOwner('PUT', '/organization', { time_zone: 'Asia/Tokyo' });
  await comeBack(1);
}

/** From another window, where the person was a minute each time. */
async function comeBack(times: number) {
  const me = page.waitForResponse((response) => response.url().endsWith('/me'));
  await page.clock.setSystemTime(Date.now() + times * 61_000);
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  await me;
}

async function saveStart(eventId: string, typed: string, saved: string) {
  await page.getByLabel('Starts').fill(typed);
  await press(page, 'Save changes');
  await expect.poll(async () => (await takilya.api('GET', `/events/${eventId}`)).start_datetime).toBe(saved);
  await takilya.apiAsOwner('PUT', '/organization', { time_zone: 'Asia/Manila' });
}

test('a time is saved in the time zone that the form names, not in one that a colleague chose since', async () => {
  const eventId = await newEvent();
  await openInManila(eventId);
  await saveStart(eventId, '2099-12-31T22:00', '2099-12-31T14:00:00.000Z');
});

test('an event that begins at the same hour of another time zone is another one for its form', async () => {
  const eventId = await newEvent();
  await openInManila(eventId);
  await takilya.api('PUT', `/events/${eventId}`, { start_datetime: '2099-12-31T20:00:00+09:00' });
  await comeBack(2);
  await page.getByText('Asia/Tokyo').first().waitFor();
  await saveStart(eventId, '2099-12-31T22:00', '2099-12-31T13:00:00.000Z');
});

test('a seat map that a colleague changed meanwhile is not replaced, and the drawing stays', async () => {
  const eventId = await newEvent();
  const { ticket_tiers: tiers } = await takilya.api('GET', `/events/${eventId}`);
  const [tier] = tiers as [{ id: string }];
  await takilya.api('PUT', `/events/${eventId}/seating-plan`, {
    sections: [{ label: 'Orchestra', tier_ids: [tier.id], rows: [{ label: 'A', seats: 6 }] }],
  });
  const open = () => page.goto(`${takilya.url}/dashboard/events/${eventId}/seat-map`);
  const drawAisle = async () => {
    await page.getByLabel('Tool').selectOption('Aisle');
    await page.getByRole('gridcell', { name: 'A-6, free', exact: true }).click();
    await page.getByRole('gridcell', { name: 'A, aisle', exact: true }).waitFor();
    await press(page, 'Save');
  };
  const rows = async () => {
    const { sections } = await takilya.api('GET', `/events/${eventId}/seats`);
    const [section] = sections as [{ rows: { seats: unknown[]; blocked: number[] }[] }];
    return section.rows.map(({ seats, blocked }) => ({ seats, blocked }));
  };
  await open();
  await page.getByRole('gridcell').first().waitFor();
  // A colleague blocks seats for the band.
  await takilya.api('POST', `/events/${eventId}/seats/block`, { section: 'Orchestra', row: 'A', seats: [1, 2] });
  await drawAisle();
  await page.getByRole('alert').getByText('Someone else changed the seat map').waitFor();
  await page.getByText('You have unsaved changes.').waitFor();
  expect(await rows()).toStrictEqual([{ seats: [1, 2, 3, 4, 5, 6], blocked: [1, 2] }]);
  await press(page, 'Undo');
  await page.getByText('All changes are saved.').waitFor();
  await open();
  await drawAisle();
  await page.getByText('All changes are saved.').waitFor();
  // A second change of one's own is none of another user.
  await page.getByRole('gridcell', { name: 'A-5, free', exact: true }).click();
  await press(page, 'Save');
  await page.getByText('All changes are saved.').waitFor();
  await expect.poll(rows).toStrictEqual([{ seats: [1, 2, 3, 4, null, null], blocked: [1, 2] }]);
});
