import { describe, expect, test } from 'vitest';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { type EventOnSale, HOLD_SECONDS, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { type DoorTicket, offlineCheck } from '../fixtures/door.ts';
import { rows, seat } from '../fixtures/hall.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const office = await useBoxOffice();

/** An event with parking at 150 pesos, an add-on that does not admit its holder. */
async function festival({ parking = 10, ...fields }: Record<string, unknown> = {}) {
  const event = await office.event({ price: 500, ...fields });
  return { ...event, parkingId: await addOn(event, { quantity_total: parking }) };
}
const addOn = (event: EventOnSale, fields: object = {}) =>
  office.tier(event, { name: 'Parking', price: 150, admission: false, ...fields });

const item = (tier_id: string, quantity: number) => ({ tier_id, quantity });
const ask = (event: { id: string }, ...items: object[]) => office.askCheckout(event, { items });
const tierOf = async (event: { id: string }, id: string) =>
  (await office.service.readEvent(event.id)).ticket_tiers.find((tier) => tier.id === id);
const buyBoth = async (event: Awaited<ReturnType<typeof festival>>) => {
  const bought = await office.buy(event, { items: [item(event.parkingId, 1), item(event.tierId, 2)] }, 'CARD');
  const [first = '', second = '', parking = ''] = bought.ticketIds;
  return { ...bought, first, second, parking };
};

describe('a tier that is no admission', () => {
  test('is created with admission false, which never changes', async () => {
    const event = await festival();
    expect(await tierOf(event, event.tierId)).toMatchObject({ admission: true });
    expect(await tierOf(event, event.parkingId)).toMatchObject({ admission: false });
    const change = await office.call('PUT', `/tiers/${event.parkingId}`, { admission: true });
    expect(change).toMatchObject({ status: 409, code: 'admission_fixed', field: 'admission' });
    const same = await office.call('PUT', `/tiers/${event.parkingId}`, { admission: false, price: 200 });
    expect(same).toMatchObject({ status: 200, data: { admission: false, price: 200 } });
    expect(
      await office.call('POST', `/events/${event.id}/tiers`, {
        name: 'X',
        price: 1,
        quantity_total: 1,
        admission: 'no',
      }),
    ).toMatchObject({ status: 400, field: 'admission' });
  });

  test('is another organization’s: 404', async () => {
    const event = await festival();
    const { status } = await office.others.put(`/tiers/${event.parkingId}`, { admission: true });
    expect(status).toBe(404);
    expect(await office.call('PUT', `/tiers/${UNKNOWN_ID}`, { admission: true })).toMatchObject({ status: 404 });
  });

  test('comes last in an order, and takes no place of the event', async () => {
    const event = await festival({ capacity: 2 });
    const { data } = await ask(event, item(event.parkingId, 3), item(event.tierId, 2));
    expect(data.items).toMatchObject([
      { tier_id: event.tierId, quantity: 2, subtotal: 1_000 },
      { tier_id: event.parkingId, quantity: 3, subtotal: 450 },
    ]);
    expect(await office.stateOf(data.checkout_id)).toMatchObject({ quantity: 5, total_amount: 1_450 });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
    expect(await ask(event, item(event.parkingId, 7))).toMatchObject({ status: 201 });
    expect(await ask(event, item(event.tierId, 1))).toMatchObject({ status: 409, code: 'sold_out' });
  });

  test('is sold up to its own size', async () => {
    const event = await festival({ parking: 2 });
    expect(await ask(event, item(event.tierId, 1), item(event.parkingId, 3))).toMatchObject({
      status: 409,
      code: 'not_enough_left',
      details: { left: 2, item: 1, tier_id: event.parkingId },
    });
    await ask(event, item(event.parkingId, 2));
    expect(await ask(event, item(event.parkingId, 1))).toMatchObject({ status: 409, code: 'sold_out' });
    office.wait(HOLD_SECONDS + 1);
    expect(await ask(event, item(event.parkingId, 2))).toMatchObject({ status: 201 });
  });

  test('leaves the event on sale when it is gone, and ends with the event when the places are gone', async () => {
    const event = await festival({ capacity: 1, parking: 1 });
    await office.buy(event, { items: [item(event.parkingId, 1)] }, 'CARD');
    expect(await office.service.readEvent(event.id)).toMatchObject({ status: 'active', tickets_sold: 0 });
    await office.buy(event, {}, 'CARD');
    expect(await office.service.readEvent(event.id)).toMatchObject({ status: 'sold_out', tickets_sold: 1 });
  });

  test('is no default tier, and does not stop capacity from sizing the only other one', async () => {
    const event = await festival();
    await office.call('PUT', `/tiers/${event.parkingId}`, { sort_order: -1 });
    const { data } = await office.askCheckout(event);
    expect(data.items).toMatchObject([{ tier_id: event.tierId }]);
    await office.call('PUT', `/events/${event.id}`, { capacity: 77 });
    expect(await tierOf(event, event.tierId)).toMatchObject({ quantity_total: 77 });
    expect(await tierOf(event, event.parkingId)).toMatchObject({ quantity_total: 10 });
  });

  test('does not count for max_per_order and max_per_buyer, nor when it is refunded', async () => {
    const event = await festival({ max_per_order: 2, max_per_buyer: 3 });
    const { orderId, parking, first } = await buyBoth(event);
    expect(await ask(event, item(event.parkingId, 5))).toMatchObject({ status: 201 });
    expect(await ask(event, item(event.tierId, 2))).toMatchObject({ code: 'max_per_buyer', details: { left: 1 } });
    await office.call('POST', `/orders/${orderId}/refund`, { ticket_ids: [parking] });
    expect(await ask(event, item(event.tierId, 2))).toMatchObject({ code: 'max_per_buyer', details: { left: 1 } });
    await office.call('POST', `/orders/${orderId}/refund`, { ticket_ids: [first] });
    expect(await ask(event, item(event.tierId, 3))).toMatchObject({ code: 'max_per_order' });
    expect(await ask(event, item(event.tierId, 2), item(event.parkingId, 1))).toMatchObject({ status: 201 });
  });

  test('counts no places of buyers when a limit begins', async () => {
    const event = await festival();
    const { orderId, parking } = await buyBoth(event);
    await office.call('POST', `/orders/${orderId}/refund`, { ticket_ids: [parking] });
    await office.call('PUT', `/events/${event.id}`, { max_per_buyer: 2 });
    expect(await ask(event, item(event.tierId, 1))).toMatchObject({ code: 'max_per_buyer', details: { left: 0 } });
    expect(await ask(event, item(event.parkingId, 1))).toMatchObject({ status: 201 });
  });

  test('has no attendee', async () => {
    const event = await festival();
    const items = [item(event.parkingId, 1), item(event.tierId, 1)];
    const attendees = [{ name: 'Ana' }];
    expect(await office.askCheckout(event, { items, attendees: [...attendees, { name: 'Ben' }] })).toMatchObject({
      status: 400,
      code: 'too_many_attendees',
      field: 'attendees',
    });
    const { orderId } = await office.buy(event, { items, attendees }, 'CARD');
    const { data } = await office.call<{ tickets: object[] }>('GET', `/orders/${orderId}`);
    expect(data.tickets).toHaveLength(2);
  });
});

describe('a ticket of an add-on', () => {
  test('is refused at the door with 409 no_admission, and stays valid', async () => {
    const event = await festival();
    const { parking, first } = await buyBoth(event);
    const refused = await office.call('POST', `/tickets/${parking}/check-in`);
    expect(refused).toMatchObject({
      status: 409,
      code: 'no_admission',
      message: 'Parking is an add-on: it admits nobody',
      details: { ticket: { id: parking, tier: { name: 'Parking' } } },
    });
    const { data } = await office.call<{ code: string; status: string }>('GET', `/tickets/${parking}`);
    expect(data.status).toBe('valid');
    for (const device_nonce of [undefined, 'a', 'a'])
      expect(await office.call('POST', '/tickets/check-in', { code: data.code, device_nonce })).toMatchObject({
        status: 409,
        code: 'no_admission',
      });
    expect(await office.call('POST', `/tickets/${first}/check-in`)).toMatchObject({ status: 200 });
    await office.call('POST', `/tickets/${parking}/refund`);
    expect(await office.call('POST', `/tickets/${parking}/check-in`)).toMatchObject({ code: 'ticket_refunded' });
  });

  test('is refused by the offline check of docs/tickets.md', async () => {
    const event = await festival();
    const { first, parking } = await buyBoth(event);
    type Door = { keys: object[]; tickets: (DoorTicket & { id: string })[] };
    const { keys, tickets } = (await office.call<Door>('GET', `/events/${event.id}/door`)).data;
    const door = { keys, eventId: event.id, tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])) };
    const refusal = await offlineCheck();
    const check = async (id: string) =>
      refusal((await office.call<{ code: string }>('GET', `/tickets/${id}`)).data.code, door);
    expect(await check(first)).toBeNull();
    expect(await check(parking)).toBe('an add-on, which admits nobody');
  });

  test('is in the door list as no admission, and not among the attendees', async () => {
    const event = await festival();
    const { first, second, parking } = await buyBoth(event);
    const door = await office.call<{ tickets: { id: string; tier: object }[] }>('GET', `/events/${event.id}/door`);
    expect(door.data.tickets.find(({ id }) => id === parking)?.tier).toEqual({
      id: event.parkingId,
      name: 'Parking',
      admission: false,
    });
    const list = async (query = '') =>
      (
        await office.call<{ attendees: { ticket_id: string }[]; meta: { total: number } }>(
          'GET',
          `/events/${event.id}/attendees${query}`,
        )
      ).data;
    for (const query of ['', '?q=ana', '?status=valid', '?per_page=1']) {
      const { attendees, meta } = await list(query);
      expect({ query, total: meta.total }).toEqual({ query, total: 2 });
      expect(attendees.map(({ ticket_id }) => ticket_id)).not.toContain(parking);
    }
    const { body } = await office.call('GET', `/events/${event.id}/attendees.csv`);
    expect(body).not.toContain('Parking');
    await office.call('POST', `/tickets/${first}/check-in`);
    await office.call('POST', `/tickets/${second}/check-in`);
    const overview = await office.call<{ events: object[] }>('GET', '/overview');
    expect(overview.data.events).toContainEqual(
      expect.objectContaining({ id: event.id, tickets_sold: 2, checked_in: 2 }),
    );
  });

  test('has a heading of its own on the page of the order, and says on its own page that it admits nobody', async () => {
    const event = await festival();
    const { orderId, parking } = await buyBoth(event);
    const order = await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`);
    const page = await office.browser.open(order.data.tickets_url);
    expect(page.html).toContain('<h2 id="tickets">Your 2 tickets</h2>');
    expect(page.html).toContain('<h2 id="add-ons">Add-ons</h2>');
    const ticket = await office.call<{ ticket_url: string }>('GET', `/tickets/${parking}`);
    expect((await office.browser.open(ticket.data.ticket_url)).html).toContain('This add-on admits nobody');
  });
});

describe('an add-on of a seated event', () => {
  async function hall() {
    const event = await festival();
    const sections = [{ label: 'Lower', tier_ids: [event.tierId], rows: rows(['A', 4]) }];
    return { ...(await seat(office, event, sections)), parkingId: event.parkingId };
  }

  test('keeps its size, needs no section and gets no seat', async () => {
    const event = await hall();
    expect(await tierOf(event, event.parkingId)).toMatchObject({ quantity_total: 10 });
    expect(await office.call('PUT', `/tiers/${event.parkingId}`, { quantity_total: 5 })).toMatchObject({ status: 200 });
    const shirt = await addOn(event, { name: 'Shirt', quantity_total: 3 });
    expect(await tierOf(event, shirt)).toMatchObject({ quantity_total: 3 });
    const seats = { section_id: event.sectionId, quantity: 2 };
    const { orderId } = await office.buy(event, { items: [item(event.parkingId, 1), seats, item(shirt, 1)] }, 'CARD');
    const { data } = await office.call<{ tickets: { seat: number | null }[] }>('GET', `/orders/${orderId}`);
    expect(data.tickets.map(({ seat }) => seat)).toEqual([1, 2, null, null]);
    const alone = await ask(event, item(event.parkingId, 1));
    expect(alone).toMatchObject({ status: 201, data: { assigned_seats: [] } });
  });

  test('is refused with a section, and in a plan: 400', async () => {
    const event = await hall();
    expect(await ask(event, { ...item(event.parkingId, 1), section_id: event.sectionId })).toMatchObject({
      status: 400,
      code: 'section_of_add_on',
      field: 'items[0].section_id',
    });
    const plan = { sections: [{ label: 'A', tier_ids: [event.parkingId], rows: [{ label: 'A', seats: 3 }] }] };
    expect(await office.call('PUT', `/events/${event.id}/seating-plan`, plan)).toMatchObject({
      status: 400,
      field: 'sections[0].tier_ids[0]',
    });
  });

  test('is released when its hold is over, and sold again for late money if it is still free', async () => {
    const event = await hall();
    await office.call('PUT', `/tiers/${event.parkingId}`, { quantity_total: 1 });
    const items = [{ section_id: event.sectionId, quantity: 1 }, item(event.parkingId, 1)];
    await office.checkout(event, { items });
    office.wait(HOLD_SECONDS + 1);
    const checkout = await office.checkout(event, { items: [item(event.parkingId, 1)] });
    const provider = await office.pay(checkout, 'CARD');
    office.wait(HOLD_SECONDS + 700);
    await office.sweep();
    await office.browser.submit(provider, { press: 'authorize' });
    await office.followPayments();
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed', assigned_seats: [] });
  });
});

describe('the shop', () => {
  const open = (path: string) => office.browser.open(`${PUBLIC_URL}/shop/lakbay-concerts/${path}`);
  const press = { press: shopTexts.en.continue };
  const buyer = (number: number) => ({ name: 'Ana Reyes', email: `shop${number}@example.com`, phone: '' });

  test('lists add-ons after the tickets, and sells both in one order beside the limit of the event', async () => {
    const event = await festival({ slug: 'parking', capacity: 2, max_per_order: 2 });
    await office.call('PUT', `/tiers/${event.parkingId}`, { sort_order: -1 });
    const page = await open('parking');
    expect(page.html.indexOf('<legend>Add-ons</legend>')).toBeGreaterThan(page.html.indexOf(`q_${event.tierId}`));
    const fields = { [`q_${event.tierId}`]: '2', [`q_${event.parkingId}`]: '2', ...buyer(1) };
    const checkout = await office.browser.submit(page, { ...press, fields });
    expect(checkout.text).toContain('2 × Parking');
    expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
    const alone = await office.browser.submit(await open('parking'), {
      ...press,
      fields: { [`q_${event.parkingId}`]: '2', ...buyer(2) },
    });
    expect(alone.text).toContain('2 × Parking');
    const tooMany = { ...press, fields: { [`q_${event.parkingId}`]: '3', ...buyer(3) } };
    expect((await office.browser.submit(await open('parking'), tooMany)).status).toBe(400);
  });

  test('of a hall with more sections than lines shows all add-ons, and leaves out what is gone first', async () => {
    const event = await festival({ slug: 'stadium' });
    const plan = Array.from({ length: 201 }, (_, index) => ({
      ...{ label: `Section ${index + 1}`, tier_ids: [event.tierId], rows: rows(['A', 1]) },
    }));
    const { sections } = await seat(office, event, plan);
    const lines = async () => {
      const { html } = await open('stadium');
      return {
        addOn: html.includes(`q_${event.parkingId}`),
        shown: sections.flatMap(({ id, label }) => (html.includes(`q_${id}_`) ? label : [])),
      };
    };
    const labels = sections.map(({ label }) => label);
    expect(await lines()).toEqual({ addOn: true, shown: labels.slice(0, 199) });
    for (const { id: section_id } of [sections[2], sections[0]].flatMap((section) => section ?? []))
      await office.buy(event, { section_id });
    const free = labels.filter((label) => label !== 'Section 1' && label !== 'Section 3');
    expect(await lines()).toEqual({ addOn: true, shown: free });
  });

  test('counts add-ons for its own limit', async () => {
    const event = await festival({ slug: 'limit', parking: 20 });
    const fields = { [`q_${event.tierId}`]: '6', [`q_${event.parkingId}`]: '5', ...buyer(4) };
    expect((await office.browser.submit(await open('limit'), { ...press, fields })).status).toBe(409);
  });

  test('sells add-ons of a seated event without a section', async () => {
    const event = await festival({ slug: 'hall' });
    const sections = [{ label: 'Lower', tier_ids: [event.tierId], rows: rows(['A', 4]) }];
    const { sectionId } = await seat(office, event, sections);
    const fields = { [`q_${sectionId}_${event.tierId}`]: '1', [`q_${event.parkingId}`]: '1', ...buyer(5) };
    const checkout = await office.browser.submit(await open('hall'), { ...press, fields });
    expect(checkout.text).toContain('1 × Parking');
  });
});
