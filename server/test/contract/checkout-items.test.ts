import { describe, expect, test } from 'vitest';
import { CUSTOMER, type EventOnSale, HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { promoCodeWords } from '../fixtures/promo-code-words.ts';
import { csvRows } from '../readers/csv-lines.ts';

const office = await useBoxOffice();

/** An event at 500 pesos with a tier VIP at 1,500 and a free one. */
async function festival({ capacity = 100, vip = 10, free = 10, ...fields }: Record<string, unknown> = {}) {
  const event = await office.event({ ...fields, capacity: Number(capacity), price: 500 });
  const vipId = await office.tier(event, { quantity_total: vip });
  const freeId = await office.tier(event, { name: 'Child', price: 0, quantity_total: free });
  return { ...event, vipId, freeId };
}
type Festival = Awaited<ReturnType<typeof festival>>;

const item = (tier_id: string | undefined, quantity: number) => ({ ...(tier_id ? { tier_id } : {}), quantity });
const ask = (event: Pick<EventOnSale, 'id'>, ...items: object[]) => office.askCheckout(event, { items });

/** Held places by tier, as stored. */
async function heldBy(event: Festival) {
  const { data } = await office.call<{
    checkouts: { status: string; items: { tier_id: string; quantity: number }[] }[];
  }>('GET', `/checkouts?event_id=${event.id}&status=open`);
  const items = data.checkouts.flatMap((checkout) => checkout.items);
  const of = (tier: string) =>
    items.filter(({ tier_id }) => tier_id === tier).reduce((sum, { quantity }) => sum + quantity, 0);
  return { general: of(event.tierId), vip: of(event.vipId), free: of(event.freeId) };
}

describe('POST /checkouts with items', () => {
  test('takes null for every field of the single form', async () => {
    const event = await festival();
    const single = { tier_id: null, section_id: null, quantity: null, seat_ids: null, unit_price: null };
    expect(await office.askCheckout(event, { ...single, items: [item(undefined, 2)] })).toMatchObject({
      status: 201,
      data: { items: [{ quantity: 2 }] },
    });
  });

  test('holds all lines in one checkout with one total', async () => {
    const event = await festival();
    const { status, data } = await ask(event, item(event.vipId, 1), item(undefined, 2), item(event.freeId, 3));
    const items = [
      { tier_id: event.vipId, section_id: null, quantity: 1, unit_price: 1_500, subtotal: 1_500 },
      { tier_id: event.tierId, section_id: null, quantity: 2, unit_price: 500, subtotal: 1_000 },
      { tier_id: event.freeId, section_id: null, quantity: 3, unit_price: 0, subtotal: 0 },
    ];
    expect({ status, items: data.items }).toEqual({ status: 201, items });
    expect(await office.stateOf(data.checkout_id)).toMatchObject({
      status: 'open',
      tier_id: null,
      section_id: null,
      quantity: 6,
      items,
      subtotal: 2_500,
      discount: 0,
      total_amount: 2_500,
    });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 6 });
    expect(await heldBy(event)).toEqual({ general: 2, vip: 1, free: 3 });
  });

  test('with one item answers what the form with one tier answers', async () => {
    const event = await festival();
    const single = await office.stateOf(
      (await office.checkout(event, { tier_id: event.vipId, quantity: 2 })).checkout_id,
    );
    const { data } = await ask(event, item(event.vipId, 2));
    const { tier_id, items, quantity, total_amount } = await office.stateOf(data.checkout_id);
    expect({ tier_id, items, quantity, total_amount }).toEqual({
      tier_id: event.vipId,
      items: single.items,
      quantity: 2,
      total_amount: 3_000,
    });
  });

  test('sells the lines: tickets, their prices and the order are of their tiers', async () => {
    const event = await festival();
    const items = [item(event.vipId, 1), item(event.tierId, 2)];
    const attendees = [{ name: 'Vi Perez' }, { name: 'Gen One' }, { name: 'Gen Two' }];
    const { orderId, ticketIds } = await office.buy(event, { items, attendees });
    const tickets = await Promise.all(ticketIds.map(async (id) => (await office.call('GET', `/tickets/${id}`)).data));
    expect(tickets.map(({ tier, attendee }) => ({ tier, attendee }))).toEqual([
      { tier: { name: 'VIP', price: 1_500 }, attendee: { name: 'Vi Perez', email: null } },
      { tier: { name: 'General Admission', price: 500 }, attendee: { name: 'Gen One', email: null } },
      { tier: { name: 'General Admission', price: 500 }, attendee: { name: 'Gen Two', email: null } },
    ]);
    const { data: order } = await office.call('GET', `/orders/${orderId}`);
    expect(order).toMatchObject({
      quantity: 3,
      subtotal: 2_500,
      total_amount: 2_500,
      items: [
        { tier_id: event.vipId, tier_name: 'VIP', section_id: null, quantity: 1, unit_price: 1_500, subtotal: 1_500 },
        { tier_id: event.tierId, tier_name: 'General Admission', quantity: 2, unit_price: 500, subtotal: 1_000 },
      ],
      tickets: [{ tier: { name: 'VIP', price: 1_500 } }, { tier: { price: 500 } }, { tier: { price: 500 } }],
    });
    const exported = csvRows((await office.call('GET', `/orders.csv?event_id=${event.id}`)).body);
    expect(exported.map((row) => row.items)).toEqual(['1 × VIP; 2 × General Admission']);
    const { data: bought } = await office.call<{ purchases: { order: { id: string; items: object[] } | null }[] }>(
      'POST',
      '/buyers/export',
      { email: CUSTOMER.email },
    );
    const mine = bought.purchases.find((purchase) => purchase.order?.id === orderId);
    expect(mine?.order?.items).toEqual((order as { items: object[] }).items);
    const { data: read } = await office.call<{ ticket_tiers: { id: string; quantity_sold: number }[] }>(
      'GET',
      `/events/${event.id}`,
    );
    expect(read.ticket_tiers.map(({ quantity_sold }) => quantity_sold)).toEqual([2, 1, 0]);
  });

  test('holds nothing when one line is sold out, and names it', async () => {
    const event = await festival({ vip: 2 });
    await office.checkout(event, { tier_id: event.vipId, quantity: 2 });
    expect(await ask(event, item(event.tierId, 2), item(event.vipId, 1))).toMatchObject({
      status: 409,
      code: 'sold_out',
      field: 'items[1]',
      message: 'items[1] is sold out',
      details: { item: 1, tier_id: event.vipId },
    });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
  });

  test('holds nothing when one line finds too few, and says how many are left for it', async () => {
    const event = await festival({ vip: 3 });
    expect(await ask(event, item(event.tierId, 2), item(event.vipId, 4))).toMatchObject({
      status: 409,
      code: 'not_enough_left',
      field: 'items[1]',
      message: 'Not enough left for items[1]: only 3 available',
      details: { left: 3, item: 1, tier_id: event.vipId },
    });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('holds nothing when the lines fit one by one, but not into the capacity', async () => {
    const event = await festival({ capacity: 5 });
    expect(await ask(event, item(event.tierId, 3), item(event.vipId, 3))).toMatchObject({
      status: 409,
      code: 'not_enough_left',
      field: 'items',
      details: { left: 5 },
    });
    expect(await ask(event, item(event.tierId, 3), item(event.vipId, 2))).toMatchObject({ status: 201 });
  });

  test('a sold-out tier that is remembered refuses the checkouts with it, and no others', async () => {
    const event = await festival({ vip: 1 });
    await office.checkout(event, { tier_id: event.vipId });
    const withVip = () => ask(event, item(event.tierId, 1), item(event.vipId, 1));
    const refused = { status: 409, code: 'sold_out', field: 'items[1]', details: { item: 1, tier_id: event.vipId } };
    for (let time = 0; time < 2; time++) expect(await withVip()).toMatchObject(refused);
    expect(await office.askCheckout(event, { tier_id: event.vipId })).toMatchObject({ message: 'Sold out' });
    expect(await ask(event, item(event.vipId, 1), item(event.freeId, 1))).toMatchObject({ field: 'items[0]' });
    expect(await ask(event, item(event.tierId, 1), item(event.freeId, 1))).toMatchObject({ status: 201 });
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('a default tier that is remembered as sold out is named again', async () => {
    const event = await office.event({ capacity: 1 });
    await office.checkout(event);
    const refused = { code: 'sold_out', details: { item: 0, tier_id: event.tierId } };
    for (let time = 0; time < 2; time++) expect(await ask(event, item(undefined, 1))).toMatchObject(refused);
  });

  test('a remembered refusal of the whole event names no line, the second time either', async () => {
    const event = await office.event();
    await office.call('PUT', `/events/${event.id}`, { status: 'sold_out' });
    for (let time = 0; time < 2; time++)
      expect(await ask(event, item(event.tierId, 1))).toMatchObject({ code: 'sold_out', message: 'Sold out' });
  });

  test.each([
    ['both forms', { items: [{ quantity: 1 }], quantity: 1 }, 'items_and_single_form', 'quantity'],
    [
      'items and a tier',
      { items: [{ quantity: 1 }], tier_id: crypto.randomUUID() },
      'items_and_single_form',
      'tier_id',
    ],
    ['neither form', { quantity: undefined }, 'missing_field', 'quantity'],
    ['no item', { items: [] }, 'invalid_field', 'items'],
    ['21 items', { items: Array.from({ length: 21 }, () => ({ quantity: 1 })) }, 'invalid_field', 'items'],
    ['an item without quantity', { items: [{ quantity: 1 }, {}] }, 'missing_field', 'items[1].quantity'],
    ['an item of 0', { items: [{ quantity: 0 }] }, 'invalid_field', 'items[0].quantity'],
    ['an item that is a number', { items: [1] }, 'invalid_field', 'items[0]'],
    ['a malformed tier', { items: [{ tier_id: 'x', quantity: 1 }] }, 'invalid_field', 'items[0].tier_id'],
    [
      'a section of general admission',
      { items: [{ quantity: 1 }, { section_id: crypto.randomUUID(), quantity: 1 }] },
      'section_not_expected',
      'items[1].section_id',
    ],
    ['the default tier twice', { items: [{ quantity: 1 }, { quantity: 2 }] }, 'same_item_twice', 'items[1].tier_id'],
  ])('answers 400 for %s', async (_what, fields, code, field) => {
    const event = await office.event();
    const { status, ...error } = await office.askCheckout(event, fields);
    expect({ status, code: error.code, field: error.field }).toEqual({ status: 400, code, field });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('answers 400 for a tier that is named twice, once by its id and once as the default', async () => {
    const event = await festival();
    expect(await ask(event, item(event.vipId, 1), item(event.tierId, 1), item(undefined, 1))).toMatchObject({
      status: 400,
      code: 'same_item_twice',
      field: 'items[2].tier_id',
      details: { other: 'items[1]' },
      message: 'items[2].tier_id is the tier of items[1]: send one item with the sum of both quantities',
    });
  });

  test('answers 404 for a line with an unknown tier, and 409 for one that is not on sale', async () => {
    const event = await festival();
    expect(await ask(event, item(event.tierId, 1), item(crypto.randomUUID(), 1))).toMatchObject({
      status: 404,
      code: 'tier_not_found',
      field: 'items[1]',
    });
    await office.call('PUT', `/tiers/${event.vipId}`, { is_active: false });
    expect(await ask(event, item(event.tierId, 1), item(event.vipId, 1))).toMatchObject({
      status: 409,
      code: 'tier_not_on_sale',
      field: 'items[1]',
    });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('answers 409 for chosen seats, because the seats are assigned', async () => {
    const event = await office.event();
    const chosen = { quantity: 1, seat_ids: [crypto.randomUUID()] };
    expect(await ask(event, { quantity: 1, seat_ids: null }, chosen)).toMatchObject({
      status: 409,
      code: 'seats_not_choosable',
      field: 'items[1].seat_ids',
    });
    expect(await ask(event, { quantity: 1, seat_ids: [] })).toMatchObject({ status: 201 });
  });

  test('counts all lines for max_per_order, max_per_buyer and the attendees', async () => {
    const event = await festival({ max_per_order: 4, max_per_buyer: 6 });
    const items = [item(event.tierId, 2), item(event.vipId, 3)];
    expect(await ask(event, ...items)).toMatchObject({ status: 409, code: 'max_per_order', details: { max: 4 } });
    const four = [item(event.tierId, 2), item(event.vipId, 2)];
    expect(await ask(event, ...four)).toMatchObject({ status: 201 });
    expect(await ask(event, ...four)).toMatchObject({ status: 409, code: 'max_per_buyer', details: { left: 2 } });
    const attendees = Array.from({ length: 3 }, (_, index) => ({ name: `Guest ${'ABC'[index]}` }));
    const two = [item(event.tierId, 1), item(event.vipId, 1)];
    expect(await office.askCheckout(event, { items: two, attendees })).toMatchObject({
      status: 400,
      code: 'too_many_attendees',
      details: { quantity: 2 },
    });
  });

  test('one promo code is for the whole order, and is spread over the tickets by price', async () => {
    const event = await festival();
    const promos = promoCodeWords(office);
    await promos.code(event, { code: 'FIXED', discount_type: 'fixed_amount', discount_amount: 100.01, usage_limit: 1 });
    const items = [item(event.vipId, 1), item(event.tierId, 2), item(event.freeId, 1)];
    const { orderId } = await office.buy(event, { items, promo_code: 'FIXED' });
    const { data: order } = await office.call<{
      subtotal: number;
      discount: number;
      total_amount: number;
      tickets: { amount: number }[];
    }>('GET', `/orders/${orderId}`);
    expect(order).toMatchObject({ subtotal: 2_500, discount: 100.01, total_amount: 2_399.99 });
    expect(order.tickets.map(({ amount }) => amount)).toEqual([1_439.99, 480, 480, 0]);
    expect(await office.askCheckout(event, { items, promo_code: 'FIXED' })).toMatchObject({
      status: 409,
      code: 'promo_code_used_up',
    });
    expect(await office.counters(event)).toEqual({ sold: 4, held: 0 });
  });
});

describe('the life of a checkout with several lines', () => {
  const lines = (event: Festival) => [item(event.tierId, 2), item(event.vipId, 1)];

  test('expire frees every line', async () => {
    const event = await festival();
    const { data } = await ask(event, ...lines(event));
    expect(await office.call('POST', `/checkouts/${data.checkout_id}/expire`)).toMatchObject({
      data: { status: 'expired', items: [{ quantity: 2 }, { quantity: 1 }] },
    });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('time frees every line for the next buyer', async () => {
    const event = await festival({ vip: 1 });
    await ask(event, ...lines(event));
    office.wait(HOLD_SECONDS);
    expect(await ask(event, ...lines(event))).toMatchObject({ status: 201 });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 3 });
  });

  test('release frees every line, even while money is on its way', async () => {
    const event = await festival();
    const { data } = await ask(event, ...lines(event));
    await office.browser.submit(await office.pay(data, 'BANK_TRANSFER'), { press: 'pending' });
    expect(await office.call('POST', `/checkouts/${data.checkout_id}/release`)).toMatchObject({ status: 200 });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  /** Pays after the hold ended; another buyer may have taken `taken` before. */
  async function payLate(event: Festival, taken: object[] = []) {
    const { data } = await ask(event, ...lines(event));
    const sandbox = await office.pay(data, 'MAYA');
    office.failing.add('closeSession');
    office.wait(HOLD_SECONDS + 600);
    await office.sweep();
    office.failing.clear();
    if (taken.length > 0) expect(await ask(event, ...taken)).toMatchObject({ status: 201 });
    await office.browser.submit(sandbox, { press: 'authorize' });
    return office.stateOf(data.checkout_id);
  }

  test('late money buys all lines if all are still free', async () => {
    const event = await festival({ vip: 1 });
    const { status, ticket_ids } = await payLate(event, [item(event.tierId, 1)]);
    expect({ status, tickets: ticket_ids.length }).toEqual({ status: 'completed', tickets: 3 });
    expect(await office.counters(event)).toEqual({ sold: 3, held: 1 });
  });

  test('late money is refunded in full if one line is gone', async () => {
    const event = await festival({ vip: 1 });
    const { status, order_id } = await payLate(event, [item(event.vipId, 1)]);
    expect({ status, order_id }).toEqual({ status: 'expired', order_id: null });
    expect((await office.refunds()).at(-1)).toMatchObject({ amountCentavos: 250_000, reason: 'sold_to_others' });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
  });

  test('late money is refunded if the lines fit one by one, but not into the capacity', async () => {
    const event = await festival({ capacity: 4 });
    const { status } = await payLate(event, [item(event.freeId, 2)]);
    expect(status).toBe('expired');
  });

  test('a refund of one ticket gives back its price and its place', async () => {
    const event = await festival();
    const { orderId, ticketIds } = await office.buy(event, { items: lines(event) });
    await office.call('POST', `/orders/${orderId}/refund`, { ticket_ids: [ticketIds[2]] });
    const requested = (await office.refunds()).filter(({ reason }) => reason === 'requested');
    expect(requested.map(({ amountCentavos }) => amountCentavos)).toEqual([150_000]);
    const { data } = await office.call<{ ticket_tiers: { quantity_sold: number }[] }>('GET', `/events/${event.id}`);
    expect(data.ticket_tiers.map(({ quantity_sold }) => quantity_sold)).toEqual([2, 0, 0]);
  });

  test('cancelling the event ends holds and cancels tickets of every tier', async () => {
    const event = await festival();
    await office.buy(event, { items: lines(event) });
    const { data } = await ask(event, ...lines(event));
    await office.cancelEvent(event);
    expect(await office.stateOf(data.checkout_id)).toMatchObject({ status: 'cancelled' });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('a tier of any line cannot be deleted', async () => {
    const event = await festival();
    await ask(event, ...lines(event));
    expect(await office.call('DELETE', `/tiers/${event.vipId}`)).toMatchObject({ status: 409 });
    expect(await office.call('DELETE', `/tiers/${event.freeId}`)).toMatchObject({ status: 204 });
  });
});
