import { describe, expect, test } from 'vitest';
import { PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { rows, seat, sectionsOf } from '../fixtures/hall.ts';
import { overdueBuyer } from '../fixtures/overdue-buyer.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const office = await useBoxOffice();
const line = openLine(office);

/** Four seats in the stalls, each for an adult (the default tier) or a child, and six on the balcony at a third price. */
async function openSharedHall({ price = 0, balconyFollows = false } = {}) {
  const event = await office.event({ price, max_per_order: 50 });
  const child = await office.tier(event, { name: 'Child', price });
  const follows_tier_id = balconyFollows ? event.tierId : null;
  const balcony = await office.tier(event, { name: 'Balcony', price, follows_tier_id });
  const hall = await seat(office, event, [
    { label: 'Stalls', tier_ids: [event.tierId, child], rows: rows(['A', 4]) },
    { label: 'Balcony', tier_ids: [balcony], rows: rows(['B', 6]) },
  ]);
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
});
