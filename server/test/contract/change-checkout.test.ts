import { describe, expect, test } from 'vitest';
import { MOST_PROMO_TRIES } from '../../src/sales/refusals.ts';
import { CUSTOMER, type EventOnSale, HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { promoCodeWords } from '../fixtures/promo-code-words.ts';

const office = await useBoxOffice();
const words = promoCodeWords(office);

const item = (tier_id: string, quantity: number) => ({ tier_id, quantity });
const change = (checkoutId: string, body: object) =>
  office.call<Awaited<ReturnType<typeof office.stateOf>>>('PUT', `/checkouts/${checkoutId}`, body);

/** An event at 500 pesos with a tier VIP at 1,500. */
async function festival({ capacity = 10, ...fields }: Record<string, unknown> = {}) {
  const event = await office.event({ ...fields, capacity: Number(capacity), price: 500 });
  return { ...event, vipId: await office.tier(event, { quantity_total: 3 }) };
}

/** What a refused change must leave as it was. */
async function allOf(checkoutId: string, event: EventOnSale) {
  const { data } = await office.call<{ checkouts: object[] }>('GET', `/checkouts?event_id=${event.id}`);
  return { state: await office.stateOf(checkoutId), counters: await office.counters(event), listed: data.checkouts };
}

describe('PUT /checkouts/{id}', () => {
  test('changes the quantity, the total, and what is held, but not the end of the hold', async () => {
    const event = await festival();
    const { checkout_id, expires_at } = await office.checkout(event, { quantity: 2 });
    office.wait(60);
    const answer = await change(checkout_id, { items: [item(event.tierId, 3)] });
    expect(answer).toMatchObject({
      status: 200,
      data: { checkout_id, status: 'open', quantity: 3, subtotal: 1_500, total_amount: 1_500, expires_at },
    });
    expect(await office.stateOf(checkout_id)).toEqual(answer.data);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 3 });
    await change(checkout_id, { items: [item(event.tierId, 1)] });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
  });

  test('changes the tiers: added, removed, in another order', async () => {
    const event = await festival();
    const { checkout_id } = await office.checkout(event, { quantity: 2 });
    const both = [item(event.vipId, 1), item(event.tierId, 2)];
    expect((await change(checkout_id, { items: both })).data).toMatchObject({ items: both, total_amount: 2_500 });
    const vip = [item(event.vipId, 2)];
    expect((await change(checkout_id, { items: vip })).data).toMatchObject({ items: vip, tier_id: event.vipId });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
    const { url } = await office.browser.submit(await office.pay({ checkout_url: `/c/${checkout_id}` }, 'GCASH'), {
      press: 'authorize',
    });
    expect(url).toContain('order_id=');
    expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
  });

  test('may use the places that the checkout gives back, and no others', async () => {
    const event = await festival({ capacity: 4 });
    const { checkout_id } = await office.checkout(event, { quantity: 3 });
    expect(await change(checkout_id, { items: [item(event.tierId, 1), item(event.vipId, 3)] })).toMatchObject({
      status: 200,
    });
    await change(checkout_id, { items: [item(event.tierId, 3)] });
    await office.checkout(event);
    const before = await allOf(checkout_id, event);
    expect(await change(checkout_id, { items: [item(event.tierId, 4)] })).toMatchObject({
      status: 409,
      code: 'not_enough_left',
      field: 'items[0]',
      details: { left: 3, item: 0, tier_id: event.tierId },
    });
    expect(await allOf(checkout_id, event)).toEqual(before);
  });

  test('changes the buyer field by field', async () => {
    const event = await festival();
    const { checkout_id } = await office.checkout(event);
    expect(await change(checkout_id, { customer: { name: 'Ana Cruz' } })).toMatchObject({ status: 200 });
    await change(checkout_id, { customer: { email: 'cruz@example.com', phone: null } });
    const { data } = await office.call<{ checkouts: object[] }>('GET', `/checkouts?event_id=${event.id}`);
    expect(data.checkouts).toMatchObject([{ customer: { name: 'Ana Cruz', email: 'cruz@example.com' } }]);
  });

  test('keeps attendees with the tickets of their tier, and takes others', async () => {
    const event = await festival();
    const named = (name: string) => ({ name, email: null });
    const { checkout_id } = await office.checkout(event, {
      items: [item(event.vipId, 1), item(event.tierId, 2)],
      attendees: [{ name: 'Vi' }, { name: 'Ben' }, { name: 'Carla' }],
    });
    const attendees = async (body: object) => (await change(checkout_id, body)).data;
    expect(await attendees({ items: [item(event.vipId, 2), item(event.tierId, 1)] })).toMatchObject({
      attendees: [named('Vi'), { name: null, email: null }, named('Ben')],
    });
    expect(await attendees({ attendees: [{ name: 'Dan' }] })).toMatchObject({ attendees: [named('Dan')] });
    expect(await attendees({ attendees: null })).toMatchObject({ attendees: [] });
    expect(
      await change(checkout_id, { attendees: Array.from({ length: 4 }, () => ({ name: 'Too Many' })) }),
    ).toMatchObject({ status: 400, code: 'too_many_attendees' });
  });

  test('changes nothing without a field', async () => {
    const event = await festival();
    const { checkout_id } = await office.checkout(event);
    const before = await allOf(checkout_id, event);
    expect(await change(checkout_id, {})).toMatchObject({ status: 200, data: before.state });
    expect(await allOf(checkout_id, event)).toEqual(before);
  });

  test('a line that stays keeps the price that the buyer saw, and a larger one has the new price', async () => {
    const event = await festival();
    const { checkout_id } = await office.checkout(event, { items: [item(event.vipId, 1), item(event.tierId, 1)] });
    await office.call('PUT', `/tiers/${event.tierId}`, { price: 600 });
    await office.call('PUT', `/tiers/${event.vipId}`, { price: 1_600 });
    const { data } = await change(checkout_id, { items: [item(event.vipId, 1), item(event.tierId, 2)] });
    expect(data).toMatchObject({ items: [{ unit_price: 1_500 }, { unit_price: 600 }], total_amount: 2_700 });
  });
});

describe('the promo code of a changed checkout', () => {
  test('is applied, computed again for another subtotal, replaced and removed', async () => {
    const event = await festival();
    const promo = await words.code(event, { code: 'EARLY', discount_amount: 10, usage_limit: 1 });
    await words.code(event, { code: 'HALF', discount_amount: 50 });
    const { checkout_id } = await office.checkout(event, { quantity: 2 });
    const total = async (body: object) => (await change(checkout_id, body)).data.total_amount;
    expect(await total({ promo_code: 'early' })).toBe(900);
    expect(await total({ items: [item(event.tierId, 3)] })).toBe(1_350);
    expect(await total({ promo_code: 'HALF', items: [item(event.tierId, 2)] })).toBe(500);
    expect(await total({ promo_code: 'EARLY' })).toBe(900);
    expect(await total({ customer: { name: 'Ana Cruz' } })).toBe(900);
    expect(await total({ promo_code: null })).toBe(1_000);
    const other = await office.checkout(event, { promo_code: 'EARLY' });
    expect(await change(checkout_id, { promo_code: 'EARLY', items: [item(event.tierId, 1)] })).toMatchObject({
      status: 409,
      code: 'promo_code_used_up',
    });
    expect(await office.stateOf(checkout_id)).toMatchObject({ quantity: 2, total_amount: 1_000 });
    await office.call('POST', `/checkouts/${other.checkout_id}/expire`);
    expect(await words.read(promo)).toMatchObject({ usage_count: 0 });
  });

  test('is no try when the checkout has it already', async () => {
    const event = await festival();
    await words.code(event, { code: 'EARLY', discount_amount: 10 });
    const { checkout_id } = await office.checkout(event, { promo_code: 'EARLY' });
    for (let n = 0; n <= MOST_PROMO_TRIES; n++)
      expect(
        await change(checkout_id, { items: [item(event.tierId, 1 + (n % 3))], promo_code: 'early' }),
      ).toMatchObject({
        status: 200,
      });
  });

  test('keeps its discount when it is sent again, though it was changed or is over', async () => {
    const event = await festival();
    const promo = await words.code(event, { code: 'EARLY', discount_amount: 20 });
    const { checkout_id } = await office.checkout(event, { promo_code: 'EARLY' });
    const correct = (name: string) => change(checkout_id, { customer: { name }, promo_code: 'early' });
    await words.change(promo, { discount_amount: 10 });
    expect(await correct('Ana Cruz')).toMatchObject({ status: 200, data: { discount: 100, total_amount: 400 } });
    await words.change(promo, { is_active: false });
    expect(await correct('Ana Reyes')).toMatchObject({ status: 200, data: { discount: 100, total_amount: 400 } });
  });

  test('refuses the change of tickets once it can no longer be used, and stays', async () => {
    const event = await festival();
    const promo = await words.code(event, { code: 'EARLY', discount_amount: 10 });
    const { checkout_id } = await office.checkout(event, { promo_code: 'EARLY' });
    await words.change(promo, { is_active: false });
    expect(await change(checkout_id, { items: [item(event.tierId, 2)] })).toMatchObject({
      status: 409,
      code: 'promo_code_inactive',
    });
    expect(await change(checkout_id, { customer: { name: 'Ana Cruz' } })).toMatchObject({
      status: 200,
      data: { total_amount: 450 },
    });
    expect(await change(checkout_id, { items: [item(event.tierId, 2)], promo_code: null })).toMatchObject({
      status: 200,
      data: { total_amount: 1_000 },
    });
  });
});

describe('a refused change', () => {
  test.each<[string, (event: { tierId: string; vipId: string }) => object, object]>([
    ['an unknown tier', () => ({ items: [item('01890000-0000-7000-8000-000000000000', 1)] }), { status: 404 }],
    ['no items', () => ({ items: [] }), { status: 400 }],
    ['items null', () => ({ items: null }), { status: 400 }],
    ['a quantity of 0', ({ vipId }) => ({ items: [item(vipId, 0)] }), { status: 400, field: 'items[0].quantity' }],
    ['one tier twice', ({ vipId }) => ({ items: [item(vipId, 1), item(vipId, 1)] }), { code: 'same_item_twice' }],
    [
      'a section',
      ({ vipId }) => ({ items: [{ ...item(vipId, 1), section_id: vipId }] }),
      { code: 'section_not_expected' },
    ],
    [
      'chosen seats',
      ({ vipId }) => ({ items: [{ ...item(vipId, 1), seat_ids: [vipId] }] }),
      { code: 'seats_not_choosable' },
    ],
    ['more than an order may have', ({ tierId }) => ({ items: [item(tierId, 6)] }), { code: 'max_per_order' }],
    [
      'more than a buyer may have',
      ({ tierId }) => ({ items: [item(tierId, 5)] }),
      { code: 'max_per_buyer', details: { max: 4, left: 4 } },
    ],
    ['more than a tier has', ({ vipId }) => ({ items: [item(vipId, 4)] }), { code: 'not_enough_left' }],
    ['other seats', () => ({ other_seats: true }), { status: 400, code: 'other_seats_not_expected' }],
    [
      'an unknown code',
      ({ vipId }) => ({ items: [item(vipId, 1)], promo_code: 'NOPE' }),
      { code: 'promo_code_unknown' },
    ],
    [
      'a bad e-mail address',
      ({ vipId }) => ({ items: [item(vipId, 1)], customer: { email: 'x' } }),
      { field: 'customer.email' },
    ],
    ['no name', () => ({ customer: { name: null } }), { status: 400, field: 'customer.name' }],
  ])('with %s leaves everything as it was', async (_, body, refusal) => {
    const event = await festival({ max_per_order: 5, max_per_buyer: 4 });
    const { checkout_id } = await office.checkout(event, { quantity: 2 });
    const before = await allOf(checkout_id, event);
    expect(await change(checkout_id, body(event))).toMatchObject(refusal);
    expect(await allOf(checkout_id, event)).toEqual(before);
  });

  test('with a number beyond all numbers is 400', async () => {
    const { checkout_id } = await office.checkout(await festival());
    const body = Buffer.from('{"items":[{"quantity":1e999}]}');
    const answer = await office.call('PUT', `/checkouts/${checkout_id}`, body, { 'content-type': 'application/json' });
    expect(answer).toMatchObject({ status: 400, field: 'items[0].quantity' });
  });

  test('of fewer tickets is none, also above a limit that was lowered since', async () => {
    const event = await festival();
    const { checkout_id } = await office.checkout(event, { quantity: 6 });
    await office.call('PUT', `/events/${event.id}`, { max_per_order: 3 });
    expect(await change(checkout_id, { items: [item(event.tierId, 7)] })).toMatchObject({ code: 'max_per_order' });
    expect(await change(checkout_id, { items: [item(event.tierId, 5)] })).toMatchObject({ status: 200 });
    expect(await change(checkout_id, { items: [item(event.tierId, 6)] })).toMatchObject({ code: 'max_per_order' });
  });

  test('when sales have ended: the buyer keeps or gives back what is held, at the price of then', async () => {
    const event = await festival();
    const { checkout_id } = await office.checkout(event, { quantity: 2 });
    await office.call('PUT', `/tiers/${event.tierId}`, { is_active: false, price: 900 });
    expect(await change(checkout_id, { items: [item(event.vipId, 1), item(event.tierId, 3)] })).toMatchObject({
      status: 409,
      code: 'tier_not_on_sale',
      field: 'items[1]',
    });
    expect(await change(checkout_id, { items: [item(event.tierId, 1)] })).toMatchObject({
      status: 200,
      data: { total_amount: 500 },
    });
    await office.call('PUT', `/events/${event.id}`, { sales_end_datetime: office.now().toISOString() });
    expect(await change(checkout_id, { items: [item(event.tierId, 1), item(event.vipId, 1)] })).toMatchObject({
      status: 409,
      code: 'sales_ended',
    });
    expect(await change(checkout_id, { items: [item(event.tierId, 1)] })).toMatchObject({ status: 200 });
  });

  test('max_per_buyer counts what another address has', async () => {
    const event = await festival({ max_per_buyer: 2 });
    const { checkout_id } = await office.checkout(event, { quantity: 2 });
    await office.checkout(event, { customer: { name: 'Ben Uy', email: 'ben@example.com', phone: '+63 917 111 1111' } });
    expect(await change(checkout_id, { customer: { email: 'Ben+x@example.com' } })).toMatchObject({
      status: 409,
      code: 'max_per_buyer',
      details: { max: 2, left: 1 },
    });
    expect(await change(checkout_id, { customer: { email: 'cara@example.com' } })).toMatchObject({ status: 200 });
  });

  test.each<
    [string, string, (checkout: { checkout_id: string; checkout_url: string }, event: EventOnSale) => Promise<unknown>]
  >([
    [
      'completed',
      'completed',
      async (checkout) => office.browser.submit(await office.pay(checkout, 'GCASH'), { press: 'authorize' }),
    ],
    [
      'processing',
      'processing',
      async (checkout) => office.browser.submit(await office.pay(checkout, 'BANK_TRANSFER'), { press: 'pending' }),
    ],
    ['expired', 'expired', async ({ checkout_id }) => office.call('POST', `/checkouts/${checkout_id}/expire`)],
    ['overdue', 'expired', async () => office.wait(HOLD_SECONDS)],
    ['cancelled', 'cancelled', async (_, event) => office.cancelEvent(event)],
  ])('because it is %s', async (_, status, end) => {
    const event = await festival();
    const checkout = await office.checkout(event);
    await end(checkout, event);
    const before = await allOf(checkout.checkout_id, event);
    expect(await change(checkout.checkout_id, { items: [item(event.vipId, 1)] })).toMatchObject({
      status: 409,
      code: 'checkout_not_open',
      details: { status },
    });
    expect(await allOf(checkout.checkout_id, event)).toEqual(before);
  });

  test('answers 404 to an unknown checkout and 400 to a malformed id', async () => {
    expect(await change(`cs_${'A'.repeat(43)}`, {})).toMatchObject({ status: 404, code: 'checkout_not_found' });
    expect(await change('cs_short', {})).toMatchObject({ status: 400, code: 'invalid_checkout_id' });
  });
});

describe('a payment under way', () => {
  test('is closed, because it is for the old total', async () => {
    const event = await festival();
    const checkout = await office.checkout(event);
    const sandbox = await office.pay(checkout, 'CARD');
    expect(await change(checkout.checkout_id, { items: [item(event.tierId, 2)] })).toMatchObject({ status: 200 });
    await office.browser.submit(sandbox, { press: 'authorize' });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open', order_id: null, quantity: 2 });
    await office.browser.submit(await office.pay(checkout, 'CARD'), { press: 'authorize' });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed', total_amount: 1_000 });
  });

  test('goes on when nothing is changed that it is for', async () => {
    const event = await festival();
    await words.code(event, { code: 'EARLY', discount_amount: 20 });
    const checkout = await office.checkout(event, { promo_code: 'EARLY' });
    const sandbox = await office.pay(checkout, 'CARD');
    for (const sent of [{}, { promo_code: 'early' }])
      expect(await change(checkout.checkout_id, sent)).toMatchObject({ status: 200 });
    const attendees = [{ name: 'Ben Cruz' }];
    expect(await change(checkout.checkout_id, { attendees })).toMatchObject({ status: 200, data: { attendees } });
    await office.browser.submit(sandbox, { press: 'authorize' });
    const { status, ticket_ids } = await office.stateOf(checkout.checkout_id);
    expect(status).toBe('completed');
    expect(await office.call('GET', `/tickets/${ticket_ids[0]}`)).toMatchObject({ data: { attendee: attendees[0] } });
  });

  test('that was paid at that moment completes the checkout as it was', async () => {
    const event = await festival();
    const checkout = await office.checkout(event);
    const sandbox = await office.pay(checkout, 'CARD');
    office.failing.add('readSession');
    await office.browser.submit(sandbox, { press: 'authorize' });
    office.failing.clear();
    expect(await change(checkout.checkout_id, { items: [item(event.tierId, 2)] })).toMatchObject({
      status: 409,
      code: 'checkout_not_open',
      details: { status: 'completed' },
    });
    expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
  });
});

test('a buyer keeps the phone number of the checkout', async () => {
  const event = await festival({ max_per_buyer: 2 });
  const { checkout_id } = await office.checkout(event);
  await change(checkout_id, { customer: { email: 'new@example.com' } });
  const customer = { name: 'Other', email: 'other@example.com', phone: CUSTOMER.phone };
  expect(await office.askCheckout(event, { quantity: 2, customer })).toMatchObject({ code: 'max_per_buyer' });
});

describe('add-ons of a changed checkout', () => {
  test('come last, have no attendee and take no place of the event', async () => {
    const event = await festival({ capacity: 2, max_per_order: 2, max_per_buyer: 2 });
    const parking = await office.tier(event, { name: 'Parking', price: 150, admission: false });
    const { checkout_id } = await office.checkout(event, {
      quantity: 2,
      attendees: [{ name: 'Ana' }, { name: 'Ben' }],
    });
    const answer = await change(checkout_id, { items: [item(parking, 3), item(event.tierId, 2)] });
    expect(answer).toMatchObject({
      status: 200,
      data: { items: [item(event.tierId, 2), item(parking, 3)], attendees: [{ name: 'Ana' }, { name: 'Ben' }] },
    });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
    expect(
      await change(checkout_id, { attendees: Array.from({ length: 3 }, () => ({ name: 'Too Many' })) }),
    ).toMatchObject({ status: 400, code: 'too_many_attendees', details: { quantity: 2 } });
    expect(await change(checkout_id, { items: [item(parking, 11)] })).toMatchObject({ code: 'not_enough_left' });
    // Add-ons are sold alone, too.
    expect(await change(checkout_id, { items: [item(parking, 1)] })).toMatchObject({ status: 200 });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });
});
