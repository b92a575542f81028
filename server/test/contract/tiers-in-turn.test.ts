import { describe, expect, test } from 'vitest';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { type EventOnSale, HOLD_SECONDS, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { rows, seat, sectionsOf } from '../fixtures/hall.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const office = await useBoxOffice();
const texts = shopTexts.en;

let events = 0;
/** An event with three places at the early bird, and the regular price after it. */
async function festival(early: Record<string, unknown> = {}, regular: Record<string, unknown> = {}) {
  events += 1;
  const slug = `in-turn-${events}`;
  const event = await office.event({ title: `In turn ${events}`, slug, capacity: 100, price: 300 });
  await office.call('PUT', `/tiers/${event.tierId}`, { name: 'Early bird', quantity_total: 3, ...early });
  const fields = { name: 'Regular', price: 500, quantity_total: 90, follows_tier_id: event.tierId, ...regular };
  const regularId = await office.tier(event, fields);
  return { ...event, regularId, url: `${PUBLIC_URL}/shop/lakbay-concerts/${slug}` };
}

const ask = (event: EventOnSale, tier_id: string, quantity = 1) => office.askCheckout(event, { tier_id, quantity });
const askItems = (event: EventOnSale, ...items: [tier_id: string, quantity: number][]) =>
  office.askCheckout(event, { items: items.map(([tier_id, quantity]) => ({ tier_id, quantity })) });
const change = (id: string, fields: object) => office.call('PUT', `/tiers/${id}`, fields);
const SOLD = { status: 201 };
const waits = (left: number) => ({ status: 409, code: 'tier_waits', details: { left } });

describe('a tier that follows another one', () => {
  test('is not on sale while that has a free place, and is when it is sold out', async () => {
    const event = await festival();
    expect(await ask(event, event.regularId)).toMatchObject({
      ...waits(3),
      message: 'This tier is on sale when the one before it is sold out: 3 left of that',
      details: { tier_id: event.tierId },
    });
    await office.checkout(event, { quantity: 2 });
    expect(await ask(event, event.regularId)).toMatchObject(waits(1));
    await office.checkout(event);
    expect(await ask(event, event.regularId, 5)).toMatchObject(SOLD);
    // Without a tier the early bird is asked for: the default tier stays the same.
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
  });

  test('waits again when a hold of the earlier tier ends, even before it is swept, and keeps what it holds', async () => {
    const event = await festival();
    await office.checkout(event, { quantity: 3 });
    expect(await ask(event, event.regularId)).toMatchObject(SOLD);
    office.wait(HOLD_SECONDS);
    expect(await ask(event, event.regularId)).toMatchObject(waits(3));
    await office.checkout(event, { quantity: 3 });
    expect(await ask(event, event.regularId)).toMatchObject(SOLD);
  });

  test('waits again when a ticket of the earlier tier is refunded', async () => {
    const event = await festival();
    const { orderId } = await office.buy(event, { quantity: 3 }, 'CARD');
    const { ticketId } = await office.buy(event, { tier_id: event.regularId }, 'CARD');
    await office.call('POST', `/orders/${orderId}/refund`);
    expect(await ask(event, event.regularId)).toMatchObject(waits(3));
    expect(await office.call('GET', `/tickets/${ticketId}`)).toMatchObject({ data: { status: 'valid' } });
  });

  test.each([
    ['whose sales have ended', { sales_end_datetime: '2020-01-01T00:00:00Z' }],
    ['that is not active', { is_active: false }],
  ])('is on sale after a tier %s', async (_, early) => {
    const event = await festival(early);
    expect(await ask(event, event.regularId)).toMatchObject(SOLD);
  });

  test('waits for a tier that is not on sale yet, and for its own times', async () => {
    const later = office.service.daysFromNow(1);
    const event = await festival({ sales_start_datetime: later });
    expect(await ask(event, event.regularId)).toMatchObject(waits(3));
    const other = await festival({ is_active: false }, { sales_start_datetime: later });
    expect(await ask(other, other.regularId)).toMatchObject({ code: 'tier_sales_not_started' });
  });

  test('may be in the order that takes the last places of the earlier tier', async () => {
    const event = await festival();
    const short = await askItems(event, [event.regularId, 2], [event.tierId, 2]);
    expect(short).toMatchObject({ ...waits(3), field: 'items[0]' });
    const { data } = await askItems(event, [event.regularId, 2], [event.tierId, 3]);
    expect(await office.stateOf(data.checkout_id)).toMatchObject({ quantity: 5, total_amount: 1_900 });
  });

  test('waits for what a change of an order leaves or gives back of the earlier tier', async () => {
    const event = await festival();
    const { data } = await ask(event, event.tierId, 1);
    const changeTo = (early: number, regular: number) =>
      office.call('PUT', `/checkouts/${data.checkout_id}`, {
        items: [
          ...(early > 0 ? [{ tier_id: event.tierId, quantity: early }] : []),
          { tier_id: event.regularId, quantity: regular },
        ],
      });
    expect(await changeTo(1, 1)).toMatchObject(waits(2));
    expect(await changeTo(2, 1)).toMatchObject(waits(3));
    expect(await changeTo(3, 1)).toMatchObject({ status: 200, data: { total_amount: 1_400 } });
    expect(await changeTo(3, 2)).toMatchObject({ status: 200 });
    expect(await changeTo(0, 3)).toMatchObject(waits(3));
    expect(await changeTo(2, 3)).toMatchObject(waits(1));
    // What it has of the later tier stays.
    expect(await changeTo(0, 2)).toMatchObject({ status: 200, data: { total_amount: 1_000 } });
  });

  test('is on sale while the places of the earlier tier are owed to its waiting list', async () => {
    const event = await festival();
    const { orderId } = await office.buy(event, { quantity: 3 }, 'CARD');
    const customer = { name: 'Ben', email: 'ben@example.com' };
    const joined = await office.call('POST', `/events/${event.id}/waiting-list`, {
      tier_id: event.tierId,
      quantity: 3,
      customer,
      success_url: 'https://shop.example/thanks',
    });
    expect(joined).toMatchObject({ status: 201 });
    await office.call('POST', `/orders/${orderId}/refund`);
    expect(await ask(event, event.regularId)).toMatchObject(SOLD);
    expect(await office.offerPlaces()).toBe(1);
  });

  test('gets its own places from the waiting list although the earlier tier has free ones', async () => {
    const event = await festival({}, { quantity_total: 1 });
    const early = await office.checkout(event, { quantity: 3 });
    const { orderId } = await office.buy(event, { tier_id: event.regularId }, 'CARD');
    const customer = { name: 'Ben', email: 'ben@example.com' };
    const entry = { tier_id: event.regularId, quantity: 1, customer, success_url: 'https://shop.example/thanks' };
    expect(await office.call('POST', `/events/${event.id}/waiting-list`, entry)).toMatchObject({ status: 201 });
    await office.call('POST', `/checkouts/${early.checkout_id}/expire`);
    await office.call('POST', `/orders/${orderId}/refund`);
    expect(await office.offerPlaces()).toBe(1);
  });

  test('may be the third of a chain', async () => {
    const event = await festival();
    const last = await office.tier(event, { name: 'Late', follows_tier_id: event.regularId });
    const early = await office.checkout(event, { quantity: 3 });
    expect(await ask(event, last)).toMatchObject(waits(90));
    await change(event.regularId, { quantity_total: 1 });
    await office.checkout(event, { tier_id: event.regularId });
    expect(await ask(event, last)).toMatchObject(SOLD);
    await office.call('POST', `/checkouts/${early.checkout_id}/expire`);
    expect(await ask(event, last)).toMatchObject(waits(3));
  });

  test('is shown in the shop with what it waits for, and cannot be chosen', async () => {
    const event = await festival({ sales_end_datetime: office.service.daysFromNow(5) });
    const page = await office.browser.open(event.url);
    expect(page.text).toContain('On sale when Early bird is sold out, or from');
    expect(page.text).toContain('₱500.00');
    expect(page.html).not.toContain(`name="q_${event.regularId}"`);
    expect(page.html).toContain('https://schema.org/PreOrder');
    await office.checkout(event, { quantity: 3 });
    expect((await office.browser.open(event.url)).html).toContain(`name="q_${event.regularId}"`);
  });

  test('is refused in the shop when an earlier place came back meanwhile', async () => {
    const event = await festival();
    const early = await office.checkout(event, { quantity: 3 });
    const page = await office.browser.open(event.url);
    await office.call('POST', `/checkouts/${early.checkout_id}/expire`);
    const buyer = { name: 'Ana', email: 'in-turn@example.com', [`q_${event.regularId}`]: '1' };
    const refused = await office.browser.submit(page, { press: texts.continue, fields: buyer });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(texts.problems.waits('Regular'));
  });

  test('of a seated event makes its section on sale', async () => {
    const event = await festival();
    await seat(office, event, [
      { label: 'Early', tier_ids: [event.tierId], rows: rows(['A', 2]) },
      { label: 'Regular', tier_ids: [event.regularId], rows: rows(['B', 5]) },
    ]);
    const state = async () => (await sectionsOf(office, event)).map(({ on_sale }) => on_sale);
    const [early = { id: '' }, regular = { id: '' }] = await sectionsOf(office, event);
    expect(await state()).toEqual([true, false]);
    const inRegular = { tier_id: event.regularId, section_id: regular.id };
    expect(await office.askCheckout(event, inRegular)).toMatchObject(waits(2));
    await office.checkout(event, { section_id: early.id, quantity: 2 });
    expect(await state()).toEqual([true, true]);
    expect(await office.askCheckout(event, inRegular)).toMatchObject(SOLD);
  });

  test('of a seated event is not shown on sale while the earlier seats are only in an overdue hold', async () => {
    const event = await festival();
    await seat(office, event, [
      { label: 'Early', tier_ids: [event.tierId], rows: rows(['A', 2]) },
      { label: 'Regular', tier_ids: [event.regularId], rows: rows(['B', 5]) },
    ]);
    const [early, regular] = await sectionsOf(office, event);
    await office.checkout(event, { section_id: early?.id, quantity: 2 });
    office.wait(HOLD_SECONDS);
    const inRegular = { tier_id: event.regularId, section_id: regular?.id };
    const shown = (await sectionsOf(office, event)).map(({ on_sale }) => on_sale);
    expect(shown).toEqual([true, false]);
    expect((await office.browser.open(event.url)).html).not.toContain(`name="q_${regular?.id}_${event.regularId}"`);
    expect(await office.askCheckout(event, inRegular)).toMatchObject(waits(2));
  });
});

/** Seats of the earlier tier came back, one in each of three sections; a party of two waits for it. */
async function scattered() {
  const event = await office.event({ price: 0 });
  const regularId = await office.tier(event, { name: 'Regular', price: 0, follows_tier_id: event.tierId });
  const section = (label: string) => ({ label, tier_ids: [event.tierId], rows: rows(['A', 2]) });
  const hall = await seat(office, event, [
    section('Left'),
    section('Middle'),
    section('Right'),
    { label: 'Back', tier_ids: [regularId], rows: rows(['B', 5]) },
  ]);
  const early = hall.sections.slice(0, 3);
  const bought = [];
  for (const { id } of early) bought.push(await office.buy(event, { section_id: id, quantity: 2 }));
  const line = openLine(office);
  await line.join(event, { tier_id: event.tierId, quantity: 2 });
  await line.refund(bought.map(({ ticketId }) => ticketId));
  // The party has no two seats in one section.
  expect(await office.offerPlaces()).toBe(0);
  return { event, early, regularId, back: hall.sections[3]?.id };
}

test('a tier that follows is on sale once the free seats of the earlier one are those that its list asks for', async () => {
  const { event, early, regularId, back } = await scattered();
  const asked = [
    await office.askCheckout(event, { tier_id: event.tierId, section_id: early[0]?.id }),
    await office.askCheckout(event, { tier_id: event.tierId, section_id: early[1]?.id }),
    await office.askCheckout(event, { tier_id: event.tierId, section_id: early[2]?.id }),
    await office.askCheckout(event, { tier_id: regularId, section_id: back }),
  ];
  expect(asked.map(({ status, code }) => `${status} ${code}`)).toEqual([
    '409 sold_out',
    '409 sold_out',
    '201 ',
    '201 ',
  ]);
});

describe('follows_tier_id', () => {
  test('is null by default, and is changed and cleared', async () => {
    const event = await festival();
    const { ticket_tiers } = await office.service.readEvent(event.id);
    expect(ticket_tiers.map(({ follows_tier_id }) => follows_tier_id)).toEqual([null, event.tierId]);
    expect(await change(event.regularId, { follows_tier_id: event.tierId.toUpperCase() })).toMatchObject({
      data: { follows_tier_id: event.tierId },
    });
    expect(await change(event.regularId, { follows_tier_id: null })).toMatchObject({ data: { follows_tier_id: null } });
    expect(await ask(event, event.regularId)).toMatchObject(SOLD);
  });

  test('is refused for another event’s tier and for what is none', async () => {
    const event = await festival();
    const other = await office.event();
    for (const follows_tier_id of [UNKNOWN_ID, other.tierId]) {
      const unknown = { status: 404, code: 'followed_tier_not_found', field: 'follows_tier_id' };
      expect(await change(event.regularId, { follows_tier_id })).toMatchObject(unknown);
      const tier = { name: 'X', price: 1, quantity_total: 1, follows_tier_id };
      expect(await office.call('POST', `/events/${event.id}/tiers`, tier)).toMatchObject(unknown);
    }
    expect(await change(event.regularId, { follows_tier_id: 'x' })).toMatchObject({
      status: 400,
      field: 'follows_tier_id',
    });
    expect((await office.others.put(`/tiers/${event.regularId}`, { follows_tier_id: null })).status).toBe(404);
  });

  test('never makes a circle', async () => {
    const event = await festival();
    const last = await office.tier(event, { follows_tier_id: event.regularId });
    const circle = { status: 409, code: 'tiers_follow_in_circle', field: 'follows_tier_id' };
    for (const [id, follows_tier_id] of [
      [event.tierId, event.tierId],
      [event.tierId, event.regularId],
      [event.tierId, last],
    ] as const)
      expect(await change(id, { follows_tier_id })).toMatchObject(circle);
    expect(await change(last, { follows_tier_id: event.tierId })).toMatchObject({ status: 200 });
  });

  test('keeps the earlier tier from being deleted, not the later one', async () => {
    const event = await festival();
    const remove = (id: string) => office.call('DELETE', `/tiers/${id}`);
    expect(await remove(event.tierId)).toMatchObject({ status: 409, code: 'tier_followed' });
    expect(await remove(event.regularId)).toMatchObject({ status: 204 });
    expect(await remove(event.tierId)).toMatchObject({ status: 204 });
  });

  test('is copied with the event, also where the later tier is listed first', async () => {
    const event = await festival({}, { sort_order: -1, hidden: true });
    const copy = await office.call<{ ticket_tiers: { id: string; follows_tier_id: string | null; hidden: boolean }[] }>(
      'POST',
      `/events/${event.id}/duplicate`,
    );
    const [regular, early] = copy.data.ticket_tiers;
    expect(regular).toMatchObject({ follows_tier_id: early?.id, hidden: true });
    expect(early?.id).not.toBe(event.tierId);
    expect(early?.follows_tier_id).toBeNull();
  });
});
