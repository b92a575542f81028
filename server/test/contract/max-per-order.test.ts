import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { holdSeats, openHall, rows } from '../fixtures/hall.ts';

const office = await useBoxOffice();

describe('max_per_order of an event', () => {
  const most = async (id: string) => (await office.call<Record<string, unknown>>('GET', `/events/${id}`)).data;
  const REFUSED = 'At most 4 tickets of this event can be bought in one order';

  test('is null by default; then only the free places limit an order', async () => {
    const event = await office.event({ capacity: 20_000 });
    expect(await most(event.id)).toMatchObject({ max_per_order: null });
    expect(await office.askCheckout(event, { quantity: 20_000 })).toMatchObject({ status: 201 });
  });

  test('never allows more than 100,000 tickets per order', async () => {
    const message = 'At most 100,000 tickets can be bought in one order';
    for (const max_per_order of [null, 1_000_000]) {
      const event = await office.event({ capacity: 1_000_000, max_per_order });
      expect(await office.askCheckout(event, { quantity: 100_001 })).toMatchObject({
        status: 409,
        code: 'max_per_order',
        message,
        details: { max: 100_000, set_by: 'service' },
      });
      expect(await office.askCheckout(event, { quantity: 100_000 })).toMatchObject({ status: 201 });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 100_000 });
    }
  });

  test('is in the answers of POST, PUT and GET, and null removes it', async () => {
    const start_datetime = new Date(office.now().getTime() + 86_400_000).toISOString();
    const body = { title: 'Night Market', start_datetime, capacity: 10, max_per_order: 4 };
    const created = await office.call<{ id: string }>('POST', '/events', body);
    expect(created).toMatchObject({ status: 201, data: { max_per_order: 4 } });
    expect(await most(created.data.id)).toMatchObject({ max_per_order: 4 });
    const changes = [{ max_per_order: 6 }, { title: 'Renamed' }, { max_per_order: null }];
    const shown = [];
    for (const change of changes)
      shown.push((await office.call('PUT', `/events/${created.data.id}`, change)).data.max_per_order);
    expect(shown).toEqual([6, 6, null]);
    const told = await office.notifications<{ event_id: string; changed: string[] }>('event.updated');
    const ours = told.filter(({ data }) => data.event_id === created.data.id);
    expect(ours.flatMap(({ data }) => data.changed).toSorted()).toEqual(['max_per_order', 'max_per_order', 'title']);
  });

  test.each([0, -1, 1.5, '4', 1_000_001])('refuses %j', async (max_per_order) => {
    const event = await office.event();
    expect(await office.call('PUT', `/events/${event.id}`, { max_per_order })).toMatchObject({
      status: 400,
      code: 'invalid_field',
      message: 'max_per_order must be an integer from 1 to 1,000,000',
    });
  });

  test('refuses a larger order with the number, and holds nothing', async () => {
    const event = await office.event({ max_per_order: 4 });
    for (const quantity of [5, 100, 1_000])
      expect(await office.askCheckout(event, { quantity })).toMatchObject({
        status: 409,
        code: 'max_per_order',
        message: REFUSED,
        details: { max: 4, set_by: 'event' },
      });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    expect(await office.askCheckout(event, { quantity: 4 })).toMatchObject({ status: 201 });
  });

  test('refuses a larger order with the number also when nothing is left', async () => {
    const event = await office.event({ capacity: 1, max_per_order: 4 });
    await office.checkout(event);
    expect(await office.askCheckout(event, { quantity: 4 })).toMatchObject({ code: 'sold_out' });
    expect(await office.askCheckout(event, { quantity: 5 })).toMatchObject({ code: 'max_per_order' });
    const attendees = Array(5).fill({ name: 'Ana' });
    expect(await office.askCheckout(event, { quantity: 4, attendees })).toMatchObject({ code: 'too_many_attendees' });
  });

  test('uses the singular for one ticket', async () => {
    const event = await office.event({ max_per_order: 1 });
    const message = 'At most 1 ticket of this event can be bought in one order';
    expect(await office.askCheckout(event, { quantity: 2 })).toMatchObject({
      status: 409,
      code: 'max_per_order',
      message,
    });
  });

  test('does not affect other requests of the same batch', async () => {
    const event = await office.event({ capacity: 12, max_per_order: 4 });
    const answers = await Promise.all([4, 5, 4, 6, 4].map((quantity) => office.askCheckout(event, { quantity })));
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 409, 201]);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 12 });
  });

  test('applies to seats, too', async () => {
    const hall = await openHall(office, rows(['A', 10]));
    await office.call('PUT', `/events/${hall.id}`, { max_per_order: 4 });
    const asked = { section_id: hall.sectionId, quantity: 5 };
    expect(await office.askCheckout(hall, asked)).toMatchObject({
      status: 409,
      code: 'max_per_order',
      message: REFUSED,
      details: { max: 4, set_by: 'event' },
    });
    await holdSeats(office, hall, 4);
  });

  test('does not affect earlier holds', async () => {
    const event = await office.event();
    const checkout = await office.checkout(event, { quantity: 9 });
    await office.call('PUT', `/events/${event.id}`, { max_per_order: 2 });
    await office.browser.submit(await office.pay(checkout, 'GCASH'), { press: 'authorize' });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed', quantity: 9 });
  });

  test('is stored by an Idempotency-Key, like every permanent refusal', async () => {
    const event = await office.event({ max_per_order: 1 });
    const headers = { 'idempotency-key': randomUUID() };
    await office.askCheckout(event, { quantity: 2 }, headers);
    expect(await office.askCheckout(event, { quantity: 2 }, headers)).toMatchObject({
      status: 409,
      headers: { 'idempotent-replayed': 'true' },
    });
  });
});
