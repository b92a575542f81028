import { describe, expect, test } from 'vitest';
import { CUSTOMER, HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { holdSeats, openHall, rows } from '../fixtures/hall.ts';
import { promoCodeWords } from '../fixtures/promo-code-words.ts';
import { openLine } from '../fixtures/waiting-line.ts';
import type { Page } from '../readers/browser.ts';

const office = await useBoxOffice();
const words = promoCodeWords(office);
const { browser } = office;

const CANCEL_URL = 'https://shop.example/basket';

async function festival(fields: Record<string, unknown> = {}) {
  const event = await office.event({ capacity: 10, price: 500, ...fields });
  return { ...event, vipId: await office.tier(event, { quantity_total: 3 }) };
}

/** Types quantities by tier and presses the button. */
const update = (page: Page, quantities: Record<string, string>, press = 'Update tickets') =>
  browser.submit(page, {
    press,
    fields: Object.fromEntries(Object.entries(quantities).map(([tier, quantity]) => [`quantity_${tier}`, quantity])),
  });

describe('changing the order on the hosted checkout page', () => {
  test('a buyer changes quantities and adds another tier, and sees the new total', async () => {
    const event = await festival();
    const checkout = await office.checkout(event, { quantity: 2 });
    const page = await update(await browser.open(checkout.checkout_url), { [event.tierId]: '1', [event.vipId]: '2' });
    expect(page).toMatchObject({ status: 200, url: expect.stringContaining(checkout.checkout_url) });
    for (const shown of ['1 × General Admission', '2 × VIP', 'Pay ₱3,500.00']) expect(page.text).toContain(shown);
    const less = await update(page, { [event.tierId]: '0', [event.vipId]: '1' });
    expect(less.text).toContain('Pay ₱1,500.00');
    const { url } = await browser.submit(await office.pay(checkout, 'GCASH'), { press: 'authorize' });
    expect(url).toContain('order_id=');
  });

  test.each([
    [{ max_per_order: 3 }, '4', 409, 'One order can have at most 3 tickets. Your order is as it was.'],
    [{ max_per_buyer: 3 }, '4', 409, 'One buyer can have at most 3 tickets of this event.'],
    [{ capacity: 5 }, '6', 409, 'General Admission: you can have 5 at most.'],
    [{ capacity: 1_000 }, '11', 409, 'One order can have at most 10 tickets.'],
    [{}, '0', 400, 'Keep at least one ticket, or cancel the order.'],
    [{}, 'two', 400, 'Please enter whole numbers of tickets.'],
  ])('a refused change with %j says why: %s', async (fields, quantity, status, reason) => {
    const event = await festival(fields);
    const checkout = await office.checkout(event, { quantity: 2 });
    const page = await update(await browser.open(checkout.checkout_url), { [event.tierId]: quantity });
    expect(page.status).toBe(status);
    expect(page.text).toContain(reason);
    expect(page.html).toContain(`value="${quantity}"`);
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ quantity: 2, total_amount: 1_000 });
  });

  test('a program may ask for more than a stranger, and its buyer may keep them and take others instead', async () => {
    const event = await festival({ capacity: 1_000 });
    const lawn = await office.tier(event, { name: 'Lawn', quantity_total: 100 });
    const checkout = await office.checkout(event, { quantity: 25 });
    const open = await browser.open(checkout.checkout_url);
    const more = await update(open, { [event.tierId]: '20', [lawn]: '6' });
    expect(more.status).toBe(409);
    expect(more.text).toContain('One order can have at most 25 tickets.');
    expect((await update(open, { [event.tierId]: '5', [lawn]: '20' })).text).toContain('20 × Lawn');
    const path = `/checkouts/${checkout.checkout_id}`;
    expect((await office.call('PUT', path, { items: [{ tier_id: lawn, quantity: 60 }] })).status).toBe(200);
  });

  test('a buyer has at most max_per_order of an add-on, or as many as a program asked for', async () => {
    const event = await office.event({ capacity: 100, price: 500, max_per_order: 4 });
    const parking = await office.tier(event, { name: 'Parking', price: 150, admission: false, quantity_total: 100 });
    const checkout = await office.checkout(event, { items: [{ quantity: 1 }, { tier_id: parking, quantity: 6 }] });
    const refused = await update(await browser.open(checkout.checkout_url), { [parking]: '7' });
    expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('at most 4 tickets') });
    expect((await update(refused, { [event.tierId]: '2', [parking]: '6' })).text).toContain('6 × Parking');
    const other = await office.checkout(event);
    expect((await update(await browser.open(other.checkout_url), { [parking]: '5' })).status).toBe(409);
    expect((await update(await browser.open(other.checkout_url), { [parking]: '4' })).text).toContain('4 × Parking');
  });

  test('a tier that waits for another one is refused with the reason', async () => {
    const event = await festival();
    const late = await office.tier(event, { name: 'Late bird', price: 800, follows_tier_id: event.vipId });
    const checkout = await office.checkout(event);
    const refused = await update(await browser.open(checkout.checkout_url), { [late]: '1' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('A ticket that you chose is on sale when VIP is sold out.');
  });

  test('the link alone opens no hidden tier, whoever made the order', async () => {
    const event = await festival();
    const hidden = await office.tier(event, { name: 'Friends', price: 1, hidden: true });
    const checkout = await office.checkout(event);
    const typed = { change: 'tickets', [`quantity_${event.tierId}`]: '0', [`quantity_${hidden}`]: '2' };
    const refused = await office.app.inject({
      method: 'POST',
      url: `/c/${checkout.checkout_id}/change`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(typed).toString(),
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).not.toContain('Friends');
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ quantity: 1, total_amount: 500 });
    // A key may sell them, and the buyer keeps them.
    const path = `/checkouts/${checkout.checkout_id}`;
    expect((await office.call('PUT', path, { items: [{ tier_id: hidden, quantity: 3 }] })).status).toBe(200);
    const fewer = await update(await browser.open(checkout.checkout_url), { [hidden]: '2' });
    expect(fewer.text).toContain('2 × Friends');
  });

  test('a page that is open elsewhere does not pay for tickets that now go to another address', async () => {
    const checkout = await office.checkout(await festival(), { quantity: 1 });
    const before = await browser.open(checkout.checkout_url);
    const fields = { customer_name: 'Eve', customer_email: 'eve@example.com' };
    await browser.submit(await browser.open(checkout.checkout_url), { press: 'Save', fields });
    const paid = await browser.submit(before, { press: 'Pay ₱500.00', fields: { payment_method: 'GCASH' } });
    expect(paid.status).toBe(409);
    expect(paid.text).toContain('The tickets now go to eve@example.com. Please check it, then pay.');
    const knowing = await browser.submit(paid, { press: 'Pay ₱500.00', fields: { payment_method: 'GCASH' } });
    expect(knowing.status).not.toBe(409);
  });

  test('a code that was typed before the tickets were updated stays in its field', async () => {
    const event = await festival();
    await words.code(event);
    const checkout = await office.checkout(event, { quantity: 1 });
    const page = await browser.submit(await browser.open(checkout.checkout_url), {
      press: 'Update tickets',
      fields: { promo_code: 'EARLY', [`quantity_${event.tierId}`]: '2' },
    });
    expect(page.text).toContain('2 × General Admission');
    expect(page.html).toContain('value="EARLY"');
  });

  test('a refusal is in Filipino on a Filipino page', async () => {
    const event = await festival();
    const checkout = await office.checkout(event, { language: 'fil' });
    const page = await update(
      await browser.open(checkout.checkout_url),
      { [event.vipId]: '4' },
      'I-update ang mga ticket',
    );
    expect(page.text).toContain('VIP: hanggang 3 lang ang puwede. Walang nabago sa order mo.');
  });

  test('a buyer changes name and e-mail address', async () => {
    const checkout = await office.checkout(await festival());
    const open = await browser.open(checkout.checkout_url);
    const fields = { customer_name: 'Ana Cruz', customer_email: 'x' };
    const wrong = await browser.submit(open, { press: 'Save', fields });
    expect(wrong).toMatchObject({ status: 400 });
    expect(wrong.text).toContain('Please enter an e-mail address like ana@example.com');
    expect(wrong.html).toContain('value="Ana Cruz"');
    const page = await browser.submit(wrong, { press: 'Save', fields: { customer_email: 'cruz@example.com' } });
    expect(page.text).toContain('For Ana Cruz, cruz@example.com');
  });

  test('a buyer applies and removes a promo code', async () => {
    const event = await festival();
    await words.code(event, { code: 'EARLY' });
    const checkout = await office.checkout(event);
    const applied = await words.enterOn(checkout, 'early');
    expect(applied.text).toContain('Pay ₱450.00');
    const removed = await browser.submit(applied, { press: 'Remove code EARLY' });
    expect(removed).toMatchObject({ status: 200 });
    expect(removed.text).toContain('Pay ₱500.00');
    expect(removed.text).not.toContain('EARLY');
  });

  test('a buyer chooses other seats, while there are some', async () => {
    const hall = await openHall(office, rows(['A', 4], ['B', 2]));
    const { checkout_id, checkout_url, assigned_seats } = await holdSeats(office, hall, 2);
    const page = await browser.submit(await browser.open(checkout_url), { press: 'Choose other seats' });
    expect(page).toMatchObject({ status: 200 });
    const { assigned_seats: others } = await office.stateOf(checkout_id);
    for (const seat of assigned_seats) expect(others).not.toContainEqual(seat);
    await holdSeats(office, hall, 3);
    const none = await browser.submit(page, { press: 'Choose other seats' });
    expect(none).toMatchObject({ status: 409 });
    expect(none.text).toContain('No other seats are available: you keep the seats that you have.');
  });

  test('add-ons are the only tiers that a buyer of seats can add', async () => {
    const hall = await openHall(office, rows(['A', 4]));
    await office.tier(hall, { name: 'Balcony' });
    const parking = await office.tier(hall, { name: 'Parking', price: 150, admission: false });
    const { checkout_url } = await holdSeats(office, hall, 2);
    const page = await browser.open(checkout_url);
    expect(page.text).not.toContain('Balcony');
    expect((await update(page, { [parking]: '1' })).text).toContain('1 × Parking');
  });

  test('an offer of the waiting list can only become smaller', async () => {
    const line = openLine(office);
    const event = await line.soldOut(2);
    await office.tier(event);
    await line.join(event, { quantity: 2 });
    await line.refund(event.ticketIds);
    await office.offerPlaces();
    const [{ checkout_id } = { checkout_id: null }] = (await line.read(event)).entries;
    const page = await browser.open(`/c/${checkout_id}`);
    expect(page.text).not.toContain('VIP');
    const refused = await update(page, { [event.tierId]: '3' });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.text).toContain('at most 2');
    expect((await update(refused, { [event.tierId]: '1' })).text).toContain('1 × General Admission');
    await office.expectConsistency();
  });

  test('what was answered and typed for a ticket stays with it when another is taken off', async () => {
    const event = await festival({ attendee_details: 'optional' });
    const question = { asked_of: 'ticket', kind: 'text', label: 'Diet' };
    const { data: diet } = await office.call<{ id: string }>('POST', `/events/${event.id}/questions`, question);
    const says = (value: string) => ({ answers: [{ question_id: diet.id, value }] });
    const items = [
      { tier_id: event.tierId, quantity: 2 },
      { tier_id: event.vipId, quantity: 1 },
    ];
    const attendees = [
      { name: 'Ana' },
      { name: 'Carla', ...says('peanut allergy') },
      { name: 'Ben', ...says('vegan') },
    ];
    const checkout = await office.checkout(event, { items, attendees });
    const page = await update(await browser.open(checkout.checkout_url), { [event.tierId]: '1' });
    const values = Object.fromEntries(
      page.forms.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value])),
    );
    expect(values).toMatchObject({ attendee_1_name: 'Ana', attendee_2_name: 'Ben' });
    const answers = (of: Page) =>
      of.forms.flatMap(({ fields }) => fields.flatMap(({ name, value }) => (name.startsWith('q_') ? value : [])));
    expect(answers(page)).toEqual(['', 'vegan']);
    // A program leaves Ben alone; the page that is opened then shows his answer.
    await office.call('PUT', `/checkouts/${checkout.checkout_id}`, { items: [items[1]] });
    const open = await browser.open(checkout.checkout_url);
    expect(answers(open)).toEqual(['vegan']);
    await browser.submit(await office.pay(checkout, 'GCASH'), { press: 'authorize' });
    const { order_id: orderId } = await office.stateOf(checkout.checkout_id);
    const order = await office.call<{ tickets: object[] }>('GET', `/orders/${orderId}`);
    expect(order.data.tickets).toMatchObject([{ attendee: { name: 'Ben' }, answers: [{ value: 'vegan' }] }]);
  });

  test('keeps what was entered for the attendees', async () => {
    const event = await festival({ attendee_details: 'required', max_per_order: null });
    const checkout = await office.checkout(event, { quantity: 2 });
    const typed = { attendee_1_name: 'Ana Reyes', attendee_2_name: 'Ben Uy', attendee_2_email: 'ben@example.com' };
    const page = await browser.submit(await browser.open(checkout.checkout_url), {
      press: 'Update tickets',
      fields: { ...typed, [`quantity_${event.tierId}`]: '3' },
    });
    expect(page).toMatchObject({ status: 200 });
    const [form] = page.forms;
    const values = Object.fromEntries(form?.fields.map(({ name, value }) => [name, value]) ?? []);
    expect(values).toMatchObject({ ...typed, attendee_3_name: '', total: '150000', [`quantity_${event.tierId}`]: '3' });
  });

  test('pressing Pay, or Enter, after typing another quantity changes the order first', async () => {
    const event = await festival({ consent_text: 'I agree.' });
    const checkout = await office.checkout(event);
    const page = await update(await browser.open(checkout.checkout_url), { [event.tierId]: '2' }, 'Pay ₱500.00');
    expect(page).toMatchObject({ status: 200 });
    expect(page.text).toContain('Pay ₱1,000.00');
  });
});

describe('two tabs', () => {
  test('Pay on a page with an old total shows the new one, and charges nothing', async () => {
    const event = await festival();
    const checkout = await office.checkout(event);
    const old = await browser.open(checkout.checkout_url);
    await update(await browser.open(checkout.checkout_url), { [event.tierId]: '2' });
    const page = await browser.submit(old, { fields: { payment_method: 'MAYA' } });
    expect(page).toMatchObject({ status: 409 });
    expect(page.text).toContain('The total is now ₱1,000.00. Please check it, then pay.');
    expect(page.html).toMatch(/value="MAYA"[^>]* checked/);
    expect((await browser.submit(page)).text).toContain('1,000.00');
  });

  test('the last change wins', async () => {
    const event = await festival();
    const checkout = await office.checkout(event);
    const tabs = [await browser.open(checkout.checkout_url), await browser.open(checkout.checkout_url)] as const;
    await update(tabs[0], { [event.tierId]: '4' });
    await update(tabs[1], { [event.tierId]: '2', [event.vipId]: '1' });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ items: [{ quantity: 2 }, { quantity: 1 }] });
  });

  test('a change of an order that was paid or ended shows its page', async () => {
    const event = await festival();
    const checkout = await office.checkout(event);
    const old = await browser.open(checkout.checkout_url);
    await browser.submit(await office.pay(checkout, 'GCASH'), { press: 'authorize' });
    expect((await update(old, { [event.tierId]: '2' })).url).toContain('order_id=');
    expect((await browser.submit(old, { press: 'Cancel this order' })).url).toContain('order_id=');
    const other = await office.checkout(event);
    const open = await browser.open(other.checkout_url);
    await office.call('POST', `/checkouts/${other.checkout_id}/expire`);
    expect(await update(open, { [event.tierId]: '2' })).toMatchObject({ status: 410 });
  });
});

describe('Cancel', () => {
  test('frees the places at once and goes back to cancel_url', async () => {
    const event = await festival();
    const checkout = await office.checkout(event, { quantity: 2, cancel_url: CANCEL_URL });
    const page = await browser.open(checkout.checkout_url);
    expect(page.links).toContainEqual({ href: CANCEL_URL, text: 'Go back: your tickets stay held' });
    expect(await browser.submit(page, { press: 'Cancel this order' })).toMatchObject({ url: CANCEL_URL });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
  });

  test('without cancel_url says so, in another tab, too', async () => {
    const checkout = await office.checkout(await festival(), { customer: CUSTOMER });
    const [tab, other] = [await browser.open(checkout.checkout_url), await browser.open(checkout.checkout_url)];
    for (const page of [
      await browser.submit(tab, { press: 'Cancel this order' }),
      await browser.submit(other, { fields: { payment_method: 'GCASH' } }),
    ]) {
      expect(page).toMatchObject({ status: 410 });
      expect(page.text).toContain('This order was cancelled');
    }
    office.wait(HOLD_SECONDS);
    expect((await browser.open(checkout.checkout_url)).text).toContain('Your time to pay is over');
  });

  test('closes a payment under way', async () => {
    const event = await festival();
    const checkout = await office.checkout(event);
    const open = await browser.open(checkout.checkout_url);
    const sandbox = await office.pay(checkout, 'CARD');
    await browser.submit(open, { press: 'Cancel this order' });
    await browser.submit(sandbox, { press: 'authorize' });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired', order_id: null });
  });
});
