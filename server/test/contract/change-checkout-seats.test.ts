import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { countFree } from '../../src/seating/seat.ts';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { areTogether, type Hall, holdSeats, openHall, rows, seat, seatIdsOf } from '../fixtures/hall.ts';

const office = await useBoxOffice();

const change = (checkoutId: string, body: object) =>
  office.call<Awaited<ReturnType<typeof office.stateOf>>>('PUT', `/checkouts/${checkoutId}`, body);
const labels = ({ data }: { data: { assigned_seats: { label: string }[] } }) =>
  data.assigned_seats.map(({ label }) => label);

/** Free seats by section. */
async function freeIn({ sections }: Pick<Hall, 'sections'>) {
  const states = await office.db.query<{ id: string; states: string }>(sql`
    select section_id as id, string_agg(states, '') as states from seating_rows
     where organization_id = ${office.organizationId} group by 1`);
  return sections.map((section) => countFree(states.find(({ id }) => id === section.id)?.states ?? ''));
}

/** A hall whose row A has two prices, rows B and C the first. */
async function hall(mode?: string) {
  const event = await office.event({ price: 500 });
  const child = await office.tier(event, { name: 'Child', price: 200 });
  const plan = [
    { label: 'Lower', tier_ids: [event.tierId, child], rows: rows(['A', 6], ['B', 4, [event.tierId]]) },
    { label: 'Balcony', tier_ids: [event.tierId], rows: rows(['D', 3]) },
  ];
  const seated = await seat(office, event, plan, mode);
  const [lower = '', balcony = ''] = seated.sections.map(({ id }) => id);
  const line = (tier_id: string, section_id: string) => (quantity: number) => ({ tier_id, section_id, quantity });
  return {
    ...seated,
    adults: line(event.tierId, lower),
    children: line(child, lower),
    balcony: line(event.tierId, balcony),
  };
}

describe('PUT /checkouts/{id} of a seated event', () => {
  test('a line that stays keeps its seats, and the others get new ones', async () => {
    const event = await hall();
    const { data } = await office.askCheckout(event, { items: [event.adults(2), event.balcony(1)] });
    const before = await office.stateOf(data.checkout_id);
    const kept = before.assigned_seats.slice(0, 2);
    const answer = await change(data.checkout_id, { items: [event.balcony(2), event.adults(2)] });
    expect(answer).toMatchObject({ status: 200, data: { quantity: 4, total_amount: 2_000 } });
    expect(answer.data.assigned_seats.slice(2)).toEqual(kept);
    expect(answer.data.assigned_seats.slice(0, 2).map(({ section }) => section)).toEqual(['Balcony', 'Balcony']);
    expect(await freeIn(event)).toEqual([8, 1]);
  });

  test('a checkout that keeps nothing but an add-on gives all of its seats back, on the page, too', async () => {
    const event = await hall();
    const parking = await office.tier(event, { name: 'Parking', price: 50, admission: false });
    const byProgram = await office.checkout(event, { items: [event.adults(2), event.balcony(1)] });
    const byBuyer = await office.checkout(event, { items: [event.children(2)] });
    expect(await freeIn(event)).toEqual([6, 2]);
    await change(byProgram.checkout_id, { items: [{ tier_id: parking, quantity: 1 }] });
    expect(await freeIn(event)).toEqual([8, 3]);
    const { tier_id: tierId, section_id: sectionId } = event.children(2);
    await office.browser.submit(await office.browser.open(byBuyer.checkout_url), {
      press: 'Update tickets',
      fields: { [`quantity_${tierId}_${sectionId}`]: '0', [`quantity_${parking}`]: '1' },
    });
    expect(await office.stateOf(byBuyer.checkout_id)).toMatchObject({ items: [{ tier_id: parking, quantity: 1 }] });
    expect(await freeIn(event)).toEqual([10, 3]);
  });

  test('where buyers choose, a change takes the named seats, also its own, and refuses those of others', async () => {
    const event = await openHall(office, rows(['A', 6]), { mode: 'choose' });
    const [a1 = '', a2 = '', a3 = '', a4 = '', a5 = ''] = (await seatIdsOf(office, event))(
      'A-1',
      'A-2',
      'A-3',
      'A-4',
      'A-5',
    );
    const place = { tier_id: event.tierId, section_id: event.sectionId };
    const items = (...seat_ids: string[]) => ({ items: [{ ...place, seat_ids }] });
    const ours = (await office.askCheckout(event, items(a1, a2))).data.checkout_id;
    await office.askCheckout(event, items(a5));
    expect(labels(await change(ours, items(a4, a2, a3)))).toEqual(['A-4', 'A-2', 'A-3']);
    expect(await freeIn(event)).toEqual([2]);
    expect(await change(ours, items(a4, a5))).toMatchObject({
      status: 409,
      code: 'seats_taken',
      details: { seat_ids: [a5] },
    });
    expect(await change(ours, { items: [{ ...place, quantity: 4 }] })).toMatchObject({
      status: 409,
      code: 'seats_not_chosen',
      field: 'items[0].seat_ids',
    });
    expect(labels(await change(ours, { items: [{ ...place, quantity: 2 }] }))).toHaveLength(2);
  });

  test('a smaller party stays on the first seats that it chose, and others cannot choose those', async () => {
    const event = await hall('both');
    const [a4 = '', a5 = '', a6 = ''] = (await seatIdsOf(office, event))('A-4', 'A-5', 'A-6');
    const { data } = await office.askCheckout(event, { items: [{ ...event.adults(3), seat_ids: [a4, a5, a6] }] });
    const smaller = (child: string) => ({ items: [event.adults(2), { ...event.children(1), seat_ids: [child] }] });
    expect(await change(data.checkout_id, smaller(a5))).toMatchObject({
      code: 'seats_taken',
      details: { seat_ids: [a5] },
    });
    expect(labels(await change(data.checkout_id, smaller(a6)))).toEqual(['A-4', 'A-5', 'A-6']);
    expect(labels(await change(data.checkout_id, { items: [event.adults(1)] }))).toEqual(['A-4']);
    expect(await freeIn(event)).toEqual([9, 3]);
    await office.expectConsistency();
  });

  test('a larger party sits together, also on its former seats', async () => {
    const event = await openHall(office, rows(['A', 4], ['B', 2]));
    const { checkout_id } = await holdSeats(office, event, 2);
    const items = (quantity: number) => ({ items: [{ tier_id: event.tierId, section_id: event.sectionId, quantity }] });
    const answer = await change(checkout_id, items(4));
    expect(labels(answer).toSorted()).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
    expect(areTogether(answer.data.assigned_seats)).toBe(true);
    expect(labels(await change(checkout_id, items(1)))).toHaveLength(1);
    expect(await freeIn(event)).toEqual([5]);
  });

  test('the seats of each ticket are those of its line after a purchase', async () => {
    const event = await hall();
    const checkout = await office.checkout(event, { items: [event.adults(1), event.children(1)] });
    await change(checkout.checkout_id, { items: [event.children(2), event.adults(1)] });
    const { assigned_seats } = await office.stateOf(checkout.checkout_id);
    await office.browser.submit(await office.pay(checkout, 'GCASH'), { press: 'authorize' });
    const { ticket_ids } = await office.stateOf(checkout.checkout_id);
    const tickets = await Promise.all(
      ticket_ids.map(async (id) => (await office.call<{ seat: number; tier: object }>('GET', `/tickets/${id}`)).data),
    );
    expect(tickets.map(({ tier }) => tier)).toMatchObject([{ price: 200 }, { price: 200 }, { price: 500 }]);
    expect(tickets.map((ticket) => Number(ticket.seat))).toEqual(assigned_seats.map(({ seat }) => seat));
  });

  test('too few seats change nothing', async () => {
    const event = await hall();
    const { data } = await office.askCheckout(event, { items: [event.balcony(2), event.adults(1)] });
    const before = await office.stateOf(data.checkout_id);
    expect(await change(data.checkout_id, { items: [event.balcony(4), event.adults(1)] })).toMatchObject({
      status: 409,
      code: 'not_enough_left',
      details: { left: 3, item: 0 },
    });
    expect(await office.stateOf(data.checkout_id)).toEqual(before);
  });
});

describe('other_seats', () => {
  test('are held before the former ones are let go of', async () => {
    const event = await openHall(office, rows(['A', 4], ['B', 4]));
    const { checkout_id, assigned_seats } = await holdSeats(office, event, 2);
    const answer = await change(checkout_id, { other_seats: true });
    expect(answer).toMatchObject({ status: 200, data: { quantity: 2, total_amount: 1_000 } });
    expect(areTogether(answer.data.assigned_seats)).toBe(true);
    for (const { label } of assigned_seats) expect(labels(answer)).not.toContain(label);
    expect(await freeIn(event)).toEqual([6]);
    const next = await holdSeats(office, event, 2);
    expect(next.assigned_seats.map(({ label }) => label)).toEqual(assigned_seats.map(({ label }) => label));
  });

  test('for every line at the price that the buyer saw', async () => {
    const event = await hall();
    const { data } = await office.askCheckout(event, { items: [event.adults(1), event.children(2)] });
    await office.call('PUT', `/tiers/${event.tierId}`, { price: 900 });
    const answer = await change(data.checkout_id, { other_seats: true });
    expect(answer).toMatchObject({
      status: 200,
      data: { total_amount: 900, items: [{ quantity: 1 }, { quantity: 2 }] },
    });
    for (const { label } of data.assigned_seats ?? []) expect(labels(answer)).not.toContain(label);
  });

  test('beside add-ons, which have none', async () => {
    const event = await hall();
    const parking = await office.tier(event, { name: 'Parking', price: 150, admission: false });
    const add_on = { tier_id: parking, quantity: 1 };
    const { data } = await office.askCheckout(event, { items: [event.balcony(1)] });
    const answer = await change(data.checkout_id, { items: [add_on, event.balcony(1)], other_seats: true });
    expect(answer).toMatchObject({ status: 200, data: { items: [event.balcony(1), add_on] } });
    expect(labels(answer)).toHaveLength(1);
    expect(labels(answer)).not.toEqual(data.assigned_seats?.map(({ label }) => label));
  });

  test('together with other items', async () => {
    const event = await hall();
    const { data } = await office.askCheckout(event, { items: [event.balcony(1)] });
    const answer = await change(data.checkout_id, { items: [event.balcony(2)], other_seats: true });
    expect(answer).toMatchObject({ status: 200, data: { quantity: 2 } });
    for (const { label } of data.assigned_seats ?? []) expect(labels(answer)).not.toContain(label);
  });

  test('are none that the checkout holds, named or not', async () => {
    const event = await openHall(office, rows(['A', 4]), { mode: 'both' });
    const [a1 = '', a2 = ''] = (await seatIdsOf(office, event))('A-1', 'A-2');
    const place = { tier_id: event.tierId, section_id: event.sectionId };
    const { data } = await office.askCheckout(event, { items: [{ ...place, seat_ids: [a1] }] });
    const other = (seat_id: string) => ({ items: [{ ...place, seat_ids: [seat_id] }], other_seats: true });
    expect(await change(data.checkout_id, other(a1))).toMatchObject({ status: 409, code: 'seats_taken' });
    expect(labels(await change(data.checkout_id, other(a2)))).toEqual(['A-2']);
    await office.expectConsistency();
  });

  test('are 409 where there are none, and the buyer keeps the former ones', async () => {
    const event = await openHall(office, rows(['A', 3]));
    const { checkout_id } = await holdSeats(office, event, 2);
    const before = await office.stateOf(checkout_id);
    expect(await change(checkout_id, { other_seats: true })).toMatchObject({
      status: 409,
      code: 'no_other_seats',
      field: 'other_seats',
    });
    expect(await office.stateOf(checkout_id)).toEqual(before);
  });
});
