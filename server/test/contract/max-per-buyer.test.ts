import { describe, expect, test } from 'vitest';
import { type EventOnSale, HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { holdSeats, openHall, rows } from '../fixtures/hall.ts';
import { overdueBuyer } from '../fixtures/overdue-buyer.ts';

const office = await useBoxOffice();

const buyer = (email: string, phone?: string) => ({
  customer: { name: 'Ana Reyes', email, ...(phone ? { phone } : {}) },
});
const ask = (event: Pick<EventOnSale, 'id'>, quantity: number, fields: Record<string, unknown> = {}) =>
  office.askCheckout(event, { quantity, ...fields });
const refused = (max: number, left: number) => ({ status: 409, code: 'max_per_buyer', details: { max, left } });

describe('max_per_buyer of an event', () => {
  test('is null by default: one buyer may hold any number', async () => {
    const event = await office.event({ capacity: 100 });
    expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({ max_per_buyer: null });
    for (const quantity of [40, 40]) expect(await ask(event, quantity)).toMatchObject({ status: 201 });
  });

  test('counts live holds and orders of one e-mail address together, and says how many are left', async () => {
    const event = await office.event({ capacity: 100, max_per_buyer: 4 });
    await office.buy(event);
    await office.checkout(event, { quantity: 2 });
    expect(await ask(event, 2)).toMatchObject({
      ...refused(4, 1),
      message: 'One buyer can have at most 4 tickets of this event: this one can have 1 more',
    });
    expect(await ask(event, 1)).toMatchObject({ status: 201 });
    expect(await ask(event, 1)).toMatchObject(refused(4, 0));
    expect(await ask(event, 4, buyer('ben@example.com'))).toMatchObject({ status: 201 });
    expect(await office.counters(event)).toEqual({ sold: 1, held: 7 });
  });

  test.each([
    ['the address in capitals', buyer('MARIA@Example.com')],
    ['the address with a tag', buyer('maria+vip@example.com')],
    ['the phone number', buyer('other@example.com', '0917 123 4567')],
    ['the phone number with the country', buyer('other@example.com', '+63 917-123-4567')],
    ['the reference', { ...buyer('other@example.com'), buyer_reference: 'member 7' }],
  ])('recognizes a buyer by %s', async (_by, fields) => {
    const event = await office.event({ max_per_buyer: 2 });
    await office.checkout(event, {
      quantity: 2,
      ...buyer('maria@example.com', '+639171234567'),
      buyer_reference: 'member 7',
    });
    expect(await ask(event, 1, fields)).toMatchObject(refused(2, 0));
  });

  test.each([
    ['short phone numbers', { phone: '-' }, {}],
    ['other references', {}, { buyer_reference: 'member 8' }],
    ['missing references and phone numbers', {}, {}],
  ])('does not take buyers for one because of %s', async (_by, customer, fields) => {
    const event = await office.event({ max_per_buyer: 1 });
    const asked = (email: string, reference?: string) =>
      ask(event, 1, {
        customer: { name: 'Ana', email, ...customer },
        ...fields,
        ...(reference ? { buyer_reference: reference } : {}),
      });
    expect(await asked('one@example.com', 'buyer_reference' in fields ? 'member 7' : undefined)).toMatchObject({
      status: 201,
    });
    expect(await asked('two@example.com')).toMatchObject({ status: 201 });
  });

  test('counts one checkout once, although address, phone number and reference all match', async () => {
    const event = await office.event({ max_per_buyer: 3 });
    const same = { ...buyer('maria@example.com', '+639171234567'), buyer_reference: 'member 7' };
    await office.checkout(event, { quantity: 2, ...same });
    expect(await ask(event, 2, same)).toMatchObject(refused(3, 1));
    expect(await ask(event, 1, same)).toMatchObject({ status: 201 });
  });

  test('frees what ended: overdue and released holds, and refunded tickets', async () => {
    const event = await office.event({ max_per_buyer: 2 });
    await office.checkout(event, { quantity: 2 });
    office.wait(HOLD_SECONDS);
    const checkout = await office.checkout(event, { quantity: 2 });
    await office.call('POST', `/checkouts/${checkout.checkout_id}/release`);
    const { ticketId } = await office.buy(event, { quantity: 2 });
    expect(await ask(event, 1)).toMatchObject(refused(2, 0));
    await office.call('POST', `/tickets/${ticketId}/refund`);
    expect(await ask(event, 2)).toMatchObject(refused(2, 1));
    expect(await ask(event, 1)).toMatchObject({ status: 201 });
  });

  test('counts earlier holds and orders when it is set, again after it was removed', async () => {
    const event = await office.event({ capacity: 100 });
    const set = (max_per_buyer: number | null) => office.call('PUT', `/events/${event.id}`, { max_per_buyer });
    const { ticketId } = await office.buy(event, { quantity: 3 });
    await office.call('POST', `/tickets/${ticketId}/refund`);
    await office.checkout(event, { quantity: 2 });
    expect(await set(5)).toMatchObject({ status: 200, data: { max_per_buyer: 5 } });
    expect(await ask(event, 2)).toMatchObject(refused(5, 1));
    await set(null);
    await office.checkout(event, { quantity: 5 });
    await set(10);
    expect(await ask(event, 2)).toMatchObject(refused(10, 1));
    await set(3);
    expect(await ask(event, 1)).toMatchObject(refused(3, 0));
  });

  test('is decided within a batch, too', async () => {
    const event = await office.event({ capacity: 100, max_per_buyer: 4 });
    const asked = Array.from({ length: 12 }, (_, index) => ask(event, 1, buyer(`${'ab'[index % 2]}@example.com`)));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 8 });
  });

  test('applies to seats, too', async () => {
    const hall = await openHall(office, rows(['A', 10]));
    await office.call('PUT', `/events/${hall.id}`, { max_per_buyer: 3 });
    await holdSeats(office, hall, 2);
    expect(await ask(hall, 2, { section_id: hall.sectionId })).toMatchObject(refused(3, 1));
  });

  test('counts each event by itself, and is copied with the event', async () => {
    const [one, other] = [await office.event({ max_per_buyer: 1 }), await office.event({ max_per_buyer: 1 })];
    await office.checkout(one);
    expect(await ask(other, 1)).toMatchObject({ status: 201 });
    expect((await office.call('POST', `/events/${one.id}/duplicate`)).data).toMatchObject({ max_per_buyer: 1 });
  });

  test('counts the tickets of a late payment, also if it was set after the hold had ended', async () => {
    const event = await office.event({ capacity: 100 });
    const { checkout, payNow } = await overdueBuyer(office, event, 4);
    await office.call('PUT', `/events/${event.id}`, { max_per_buyer: 4 });
    await payNow();
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    expect(await ask(event, 4)).toMatchObject(refused(4, 0));
  });

  test('does not take back free places from late money: they count with those bought meanwhile', async () => {
    const event = await office.event({ capacity: 100, max_per_buyer: 4 });
    const { checkout, payNow } = await overdueBuyer(office, event, 4);
    const { orderId } = await office.buy(event, { quantity: 4 });
    await payNow();
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    await office.call('POST', `/orders/${orderId}/refund`);
    expect(await ask(event, 1)).toMatchObject(refused(4, 0));
  });

  test('is not stored by an Idempotency-Key: a hold may end', async () => {
    const event = await office.event({ max_per_buyer: 1 });
    await office.checkout(event);
    const headers = { 'idempotency-key': 'again' };
    const again = () => office.askCheckout(event, {}, headers);
    expect(await again()).toMatchObject(refused(1, 0));
    office.wait(HOLD_SECONDS);
    expect(await again()).toMatchObject({ status: 201 });
  });

  test.each([0, -1, 1.5, '4', 1_001])('refuses %j', async (max_per_buyer) => {
    const event = await office.event();
    expect(await office.call('PUT', `/events/${event.id}`, { max_per_buyer })).toMatchObject({
      status: 400,
      code: 'invalid_field',
      field: 'max_per_buyer',
      message: 'max_per_buyer must be an integer from 1 to 1,000',
    });
  });

  test.each(['', ' ', 'x'.repeat(201), 7])('refuses the reference %j', async (buyer_reference) => {
    const event = await office.event();
    expect(await ask(event, 1, { buyer_reference })).toMatchObject({ status: 400, field: 'buyer_reference' });
  });
});
