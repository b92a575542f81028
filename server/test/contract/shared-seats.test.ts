import { describe, expect, test } from 'vitest';
import { PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { rows, seat, seatIdsOf, sectionsOf } from '../fixtures/hall.ts';
import { overdueBuyer } from '../fixtures/overdue-buyer.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const office = await useBoxOffice();
const line = openLine(office);

/**
 * Four seats in the stalls, each for an adult (the default tier) or a child, and six on the balcony at a third price.
 */
async function openSharedHall({ price = 0, balconyFollows = false, selection = 'best_available' } = {}) {
  const event = await office.event({ price, max_per_order: 50 });
  const child = await office.tier(event, { name: 'Child', price });
  const follows_tier_id = balconyFollows ? event.tierId : null;
  const balcony = await office.tier(event, { name: 'Balcony', price, follows_tier_id });
  const sections = [
    { label: 'Stalls', tier_ids: [event.tierId, child], rows: rows(['A', 4]) },
    { label: 'Balcony', tier_ids: [balcony], rows: rows(['B', 6]) },
  ];
  const hall = await seat(office, event, sections, selection);
  const [stalls = '', upstairs = ''] = hall.sections.map(({ id }) => id);
  const seatsOf = (tier_id: string, section_id: string) => (quantity: number) => ({ tier_id, section_id, quantity });
  return {
    ...hall,
    child,
    adults: seatsOf(event.tierId, stalls),
    children: seatsOf(child, stalls),
    onBalcony: seatsOf(balcony, upstairs),
  };
}

const availableIn = async (event: { id: string }) =>
  (await sectionsOf(office, event)).map(({ available }) => available);

describe('a hall whose seats have two prices', () => {
  test('sells another section, though someone waits for a price whose seats are all sold', async () => {
    const hall = await openSharedHall();
    await office.buy(hall, hall.children(4));
    await line.join(hall, { tier_id: hall.tierId, quantity: 4 });
    expect(await availableIn(hall)).toEqual([0, 6]);
    await office.buy(hall, hall.onBalcony(2));
    expect(await line.statusOf(hall)).toBe('active');
    await office.buy(hall, hall.onBalcony(4));
    expect(await line.statusOf(hall)).toBe('sold_out');
  });

  test('owes seats once, though people wait for them at both prices', async () => {
    const hall = await openSharedHall();
    const { ticketIds } = await office.buy(hall, hall.children(4));
    await line.join(hall, { tier_id: hall.tierId, quantity: 4 });
    await line.join(hall, { tier_id: hall.child, quantity: 4 });
    await line.refund(ticketIds.slice(0, 3));
    expect(await availableIn(hall)).toEqual([0, 6]);
    expect(await office.askCheckout(hall, hall.adults(1))).toMatchObject({ status: 409, code: 'sold_out' });
    await office.buy(hall, hall.onBalcony(5));
    expect(await line.statusOf(hall)).toBe('active');
    await line.refund(ticketIds.slice(3));
    await office.offerPlaces();
    expect(await line.statuses(hall)).toEqual(['offered', 'waiting']);
    await office.buy(hall, hall.onBalcony(1));
    expect(await line.statusOf(hall)).toBe('sold_out');
  });

  test('opens the tier that follows once the seats of the earlier one are sold, at whatever price', async () => {
    const hall = await openSharedHall({ balconyFollows: true });
    await office.buy(hall, hall.children(3));
    expect(await office.askCheckout(hall, hall.onBalcony(1))).toMatchObject({ status: 409, code: 'tier_waits' });
    const last = await office.checkout(hall, hall.children(1));
    const slug = (await office.call<{ slug: string }>('GET', `/events/${hall.id}`)).data.slug;
    const page = await office.browser.open(`${PUBLIC_URL}/shop/lakbay-concerts/${slug}`);
    expect(page.text).not.toContain('Not on sale yet');
    await office.buy(hall, hall.onBalcony(1));
    await office.call('POST', `/checkouts/${last.checkout_id}/expire`);
    expect(await office.askCheckout(hall, hall.onBalcony(1))).toMatchObject({ status: 409, code: 'tier_waits' });
  });

  test('sells the add-on that follows, in the shop too, while the last free seats are owed to a waiting list', async () => {
    const hall = await openSharedHall();
    const fields = { name: 'Parking', price: 0, admission: false, follows_tier_id: hall.tierId };
    const parking = await office.tier(hall, fields);
    await office.checkout(hall, { items: [hall.children(3), hall.onBalcony(6)] });
    const last = await office.checkout(hall, hall.children(1));
    await line.join(hall, { tier_id: hall.child });
    await office.call('POST', `/checkouts/${last.checkout_id}/expire`);
    const slug = (await office.call<{ slug: string }>('GET', `/events/${hall.id}`)).data.slug;
    const page = await office.browser.open(`${PUBLIC_URL}/shop/lakbay-concerts/${slug}`);
    expect(page.html).toContain(`name="q_${parking}"`);
    expect(await office.askCheckout(hall, { tier_id: parking })).toMatchObject({ status: 201 });
  });

  test('opens that tier to an order that takes the last seats at another price, and to no change that gives them back', async () => {
    const hall = await openSharedHall({ balconyFollows: true });
    const waits = { status: 409, code: 'tier_waits', details: { left: 4 } };
    const ask = (...items: object[]) => office.askCheckout(hall, { items });
    expect(await ask(hall.children(3), hall.onBalcony(1))).toMatchObject(waits);
    const { checkout_id } = await office.checkout(hall, { items: [hall.children(4), hall.onBalcony(1)] });
    const change = (...items: object[]) => office.call('PUT', `/checkouts/${checkout_id}`, { items });
    expect(await change(hall.onBalcony(4))).toMatchObject(waits);
    expect(await change(hall.children(4), hall.onBalcony(4))).toMatchObject({ status: 200 });
    expect(await change(hall.adults(4), hall.onBalcony(5))).toMatchObject({ status: 200 });
  });

  test('keeps that tier open to a change that chooses the last seats, which it has, again', async () => {
    const hall = await openSharedHall({ balconyFollows: true, selection: 'choose' });
    const seatIds = await seatIdsOf(office, hall);
    const children = { ...hall.children(4), seat_ids: seatIds('A-1', 'A-2', 'A-3', 'A-4') };
    const { checkout_id } = await office.checkout(hall, { items: [children] });
    const items = [children, { ...hall.onBalcony(1), seat_ids: seatIds('B-1') }];
    expect(await office.call('PUT', `/checkouts/${checkout_id}`, { items })).toMatchObject({ status: 200 });
  });

  test('changes the price of an order that has the last seats, before and after it was bought', async () => {
    const hall = await openSharedHall();
    const { checkout_id } = await office.checkout(hall, hall.adults(4));
    const changed = await office.call('PUT', `/checkouts/${checkout_id}`, { items: [hall.children(4)] });
    expect(changed).toMatchObject({ status: 200 });
    await office.call('POST', `/checkouts/${checkout_id}/expire`);
    const { orderId, ticketIds } = await office.buy(hall, hall.children(4));
    const tickets = ticketIds.map((ticket_id) => ({ ticket_id, tier_id: hall.tierId }));
    const onBalcony = ticketIds.map((ticket_id) => ({ ticket_id, tier_id: hall.onBalcony(1).tier_id }));
    const preview = { tickets: onBalcony, preview: true };
    expect(await office.call('POST', `/orders/${orderId}/changes`, preview)).toMatchObject({ status: 200 });
    await office.expectConsistency();
    expect(await office.call('POST', `/orders/${orderId}/changes`, { tickets })).toMatchObject({ status: 201 });
  });

  test('stays on sale while its seats are only held at a price that is no longer sold', async () => {
    const hall = await openSharedHall();
    await office.call('PUT', `/tiers/${hall.onBalcony(1).tier_id}`, { is_active: false });
    const checkout = await office.checkout(hall, hall.children(4));
    await office.call('PUT', `/tiers/${hall.child}`, { is_active: false });
    await office.call('PUT', `/events/${hall.id}`, { city: 'Cebu' });
    expect(await line.statusOf(hall)).toBe('active');
    await office.expectConsistency();
    await office.pay(checkout);
    expect(await line.statusOf(hall)).toBe('sold_out');
  });

  test('keeps the late money of a buyer whose seats are still free', async () => {
    const hall = await openSharedHall({ price: 100 });
    const { checkout, payNow } = await overdueBuyer(office, hall, 3, hall.onBalcony(3));
    await office.buy(hall, hall.children(4), 'GCASH');
    await line.join(hall, { tier_id: hall.tierId, quantity: 4 });
    await payNow();
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
  });

  test('refunds late money for seats that are owed to the list at another price, though other sections are free', async () => {
    const hall = await openSharedHall({ price: 100 });
    const { checkout, payNow } = await overdueBuyer(office, hall, 2, hall.children(2));
    const { ticketIds } = await office.buy(hall, hall.children(4), 'GCASH');
    await line.join(hall, { tier_id: hall.tierId, quantity: 2 });
    await line.refund(ticketIds.slice(0, 3));
    await payNow();
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired' });
  });

  test('owes nothing to those who wait for a price that is no longer sold', async () => {
    const hall = await openSharedHall();
    const { ticketIds } = await office.buy(hall, hall.children(4));
    await line.join(hall, { tier_id: hall.child, quantity: 2 });
    await office.call('PUT', `/tiers/${hall.child}`, { is_active: false });
    await line.refund(ticketIds.slice(0, 3));
    await office.offerPlaces();
    expect(await line.statuses(hall)).toEqual(['waiting']);
    expect(await office.askCheckout(hall, hall.adults(3))).toMatchObject({ status: 201 });
  });
});

/**
 * A section whose two front seats are VIP (the default tier) and whose three back seats are Regular: no seat has both
 * prices.
 */
async function openHallOfRows(price = 100) {
  const event = await office.event({ price, max_per_order: 50 });
  const regular = await office.tier(event, { name: 'Regular', price });
  const tiers = [event.tierId, regular];
  const hall = await seat(office, event, [
    { label: 'Lower', tier_ids: tiers, rows: rows(['A', 2, [event.tierId]], ['B', 3, [regular]]) },
  ]);
  const at = (tier_id: string) => (quantity: number) => ({ tier_id, section_id: hall.sectionId, quantity });
  return { ...hall, vip: at(event.tierId), regular: at(regular) };
}

/** Three people wait for VIP, whose seats are sold. */
async function waitForVip(hall: Awaited<ReturnType<typeof openHallOfRows>>) {
  await office.buy(hall, hall.vip(2), 'GCASH');
  for (let person = 0; person < 3; person++) await line.join(hall, { tier_id: hall.tierId });
}

describe('a section whose rows have different prices', () => {
  test('sells the seats of one price, however many wait for another whose seats are sold', async () => {
    const hall = await openHallOfRows();
    await waitForVip(hall);
    expect(await office.askCheckout(hall, hall.regular(1))).toMatchObject({ status: 201 });
  });

  test('counts the free seats of one price as available, however many wait for another', async () => {
    const hall = await openHallOfRows();
    await waitForVip(hall);
    const [section] = await sectionsOf(office, hall);
    expect(section?.prices.map(({ available }) => available)).toEqual([0, 3]);
    expect(section?.available).toBe(3);
  });

  test('keeps the late money for free seats of one price, however many wait for another', async () => {
    const hall = await openHallOfRows();
    const { checkout, payNow } = await overdueBuyer(office, hall, 2, hall.regular(2));
    await waitForVip(hall);
    await payNow();
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
  });

  /** A better row of VIP and Regular, with two seats, and one of Regular. */
  async function openRow() {
    const event = await office.event({ price: 0, max_per_order: 50 });
    const regular = await office.tier(event, { name: 'Regular', price: 0 });
    const both = [event.tierId, regular];
    const hall = await seat(
      office,
      event,
      [{ label: 'Lower', tier_ids: both, rows: rows(['A', 2], ['B', 3, [regular]]) }],
      'both',
    );
    const at = (tier_id: string) => (quantity: number) => ({ tier_id, section_id: hall.sectionId, quantity });
    return { ...hall, vip: at(event.tierId), regular: at(regular), seatIds: await seatIdsOf(office, hall) };
  }

  /** Two wait for VIP, whose two seats come `back`. */
  async function openOwedRow() {
    const hall = await openRow();
    const { ticketIds } = await office.buy(hall, hall.vip(2));
    await line.join(hall, { tier_id: hall.tierId, quantity: 2 });
    return { ...hall, back: () => line.refund(ticketIds) };
  }

  test('gives a buyer the seats that nobody waits for, and the others to the list', async () => {
    const hall = await openOwedRow();
    await hall.back();
    const [section] = await sectionsOf(office, hall);
    expect(section?.prices.map(({ available }) => available)).toEqual([0, 3]);
    expect(section?.available).toBe(3);
    const { assigned_seats } = await office.checkout(hall, hall.regular(2));
    expect(assigned_seats?.map(({ row }) => row)).toEqual(['B', 'B']);
    expect(await office.askCheckout(hall, hall.regular(2))).toMatchObject({ status: 409, details: { left: 1 } });
    await office.offerPlaces();
    expect(await line.statuses(hall)).toEqual(['offered']);
  });

  test('sells no chosen seat that is owed to the list, and moves no ticket to it', async () => {
    const hall = await openOwedRow();
    const { orderId, ticketId } = await office.buy(hall, { ...hall.regular(1), seat_ids: hall.seatIds('B-1') });
    const other = await office.checkout(hall, hall.regular(1));
    await hall.back();
    const chosen = { ...hall.regular(2), seat_ids: hall.seatIds('A-1', 'B-3') };
    expect(await office.askCheckout(hall, chosen)).toMatchObject({ status: 409, details: { left: 1 } });
    const [seat_id] = hall.seatIds('A-1');
    const moved = await office.call('POST', `/orders/${orderId}/changes`, {
      tickets: [{ ticket_id: ticketId, seat_id }],
    });
    expect(moved).toMatchObject({ status: 409, code: 'sold_out' });
    const items = [{ ...hall.regular(1), seat_ids: hall.seatIds('A-1') }];
    const changed = await office.call('PUT', `/checkouts/${other.checkout_id}`, { items });
    expect(changed).toMatchObject({ status: 409, code: 'sold_out', details: { item: 0 } });
    const alone = { ...hall.regular(1), seat_ids: hall.seatIds('A-1') };
    expect(await office.askCheckout(hall, alone)).toMatchObject({ status: 409, code: 'sold_out' });
    await office.offerPlaces();
    expect(await line.statuses(hall)).toEqual(['offered']);
  });

  test('moves no ticket to a seat that is owed to the list, though another takes its former seat', async () => {
    const hall = await openRow();
    const { ticketIds } = await office.buy(hall, { ...hall.vip(1), seat_ids: hall.seatIds('A-1') });
    const order = await office.buy(hall, { ...hall.regular(2), seat_ids: hall.seatIds('A-2', 'B-1') });
    await line.join(hall, { tier_id: hall.tierId });
    await line.refund(ticketIds);
    const to = hall.seatIds('A-1', 'A-2');
    const tickets = order.ticketIds.map((ticket_id, index) => ({ ticket_id, seat_id: to[index] }));
    const move = (list: object[]) => office.call('POST', `/orders/${order.orderId}/changes`, { tickets: list });
    expect(await move(tickets)).toMatchObject({ status: 409, code: 'sold_out', field: 'tickets[0].tier_id' });
    expect(await move(tickets.toReversed())).toMatchObject({ status: 409, field: 'tickets[1].tier_id' });
    await office.offerPlaces();
    expect(await line.statuses(hall)).toEqual(['offered']);
  });

  test('offers a list the seats that another list cannot use, though they are not the best', async () => {
    const hall = await openRow();
    const inFront = await office.buy(hall, hall.vip(2));
    const behind = await office.buy(hall, hall.regular(3));
    await line.join(hall, { tier_id: hall.regular(2).tier_id, quantity: 2 });
    await line.join(hall, { tier_id: hall.tierId, quantity: 2 });
    await line.refund([...inFront.ticketIds, ...behind.ticketIds.slice(0, 2)]);
    await office.offerPlaces();
    expect(await line.statuses(hall)).toEqual(['offered', 'offered']);
  });

  test('sells two prices together, whose seats are different, beside what is owed', async () => {
    const hall = await openHallOfRows(0);
    const { ticketIds } = await office.buy(hall, hall.vip(2));
    await line.join(hall, { tier_id: hall.tierId });
    await line.refund(ticketIds);
    const items = [hall.vip(1), hall.regular(3)];
    expect(await office.askCheckout(hall, { items, quantity: undefined })).toMatchObject({ status: 201 });
  });
});
