import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { rows, seat } from '../fixtures/hall.ts';

const office = await useBoxOffice();

describe('GET /checkouts/{id}', () => {
  test('answers exactly the specified fields of an open checkout', async () => {
    const event = await office.event({ price: 250.25 });
    const { checkout_id, expires_at } = await office.checkout(event, { quantity: 3 });
    const { status, data } = await office.call('GET', `/checkouts/${checkout_id}`);
    expect(status).toBe(200);
    expect(data).toEqual({
      checkout_id,
      status: 'open',
      channel: 'api',
      attribution: { source: null, medium: null, campaign: null, ref: null },
      event_id: event.id,
      tier_id: event.tierId,
      section_id: null,
      quantity: 3,
      items: [{ tier_id: event.tierId, section_id: null, quantity: 3, unit_price: 250.25, subtotal: 750.75 }],
      subtotal: 750.75,
      discount: 0,
      total_amount: 750.75,
      expires_at,
      assigned_seats: [],
      attendees: [],
      order_id: null,
      order_number: null,
      ticket_ids: [],
      tickets_url: null,
    });
  });

  test('has the order and its tickets once it is completed', async () => {
    const { checkoutId, orderId, ticketIds } = await office.buy(await office.event(), { quantity: 2 });
    const state = await office.stateOf(checkoutId);
    expect(state).toMatchObject({ status: 'completed', order_id: orderId, ticket_ids: ticketIds });
    expect(new Set(ticketIds).size).toBe(2);
    expect(await office.call('GET', `/orders/${orderId}`)).toMatchObject({
      status: 200,
      data: { ticket_ids: ticketIds },
    });
  });

  test('has tickets in the order of its seats and attendees, also after one got a new number', async () => {
    const event = await office.event();
    const sections = [{ label: 'Floor', tier_ids: [event.tierId], rows: rows(['A', 2]) }];
    const { sectionId } = await seat(office, event, sections);
    const attendees = [{ name: 'First' }, { name: 'Second' }];
    const { checkoutId, ticketIds } = await office.buy(event, { section_id: sectionId, quantity: 2, attendees });
    const ticket = async (id = '') =>
      (await office.call<{ ticket_number: string; seat: number; attendee: object }>('GET', `/tickets/${id}`)).data;
    const [first, second] = ticketIds;
    do await office.call('POST', `/tickets/${first}/reissue`);
    while ((await ticket(first)).ticket_number < (await ticket(second)).ticket_number);
    const state = await office.stateOf(checkoutId);
    expect(state.ticket_ids).toEqual(ticketIds);
    const tickets = [await ticket(first), await ticket(second)];
    expect(tickets.map(({ attendee }) => attendee)).toMatchObject(attendees);
    expect(tickets.map(({ seat }) => seat)).toEqual(state.assigned_seats.map(({ seat }) => seat));
  });

  test('stays completed after its time, and after a refund', async () => {
    const { checkoutId, orderId } = await office.buy(await office.event());
    await office.call('POST', `/orders/${orderId}/refund`);
    office.wait(86_400);
    expect(await office.stateOf(checkoutId)).toMatchObject({ status: 'completed', order_id: orderId });
  });

  test('is processing while a transfer is on its way', async () => {
    const checkout = await office.checkout(await office.event());
    await office.browser.submit(await office.pay(checkout, 'BANK_TRANSFER'), { press: 'pending' });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'processing', order_id: null });
  });

  test('is cancelled when its event was cancelled while it was open or processing', async () => {
    const event = await office.event();
    const open = await office.checkout(event);
    const processing = await office.checkout(event);
    await office.browser.submit(await office.pay(processing, 'BANK_TRANSFER'), { press: 'pending' });
    await office.cancelEvent(event);
    expect(await office.stateOf(open.checkout_id)).toMatchObject({ status: 'cancelled' });
    expect(await office.stateOf(processing.checkout_id)).toMatchObject({ status: 'cancelled' });
  });

  test('stays expired when its event is cancelled later', async () => {
    const event = await office.event();
    const { checkout_id } = await office.checkout(event);
    office.wait(900);
    expect(await office.stateOf(checkout_id)).toMatchObject({ status: 'expired' });
    await office.cancelEvent(event);
    expect(await office.stateOf(checkout_id)).toMatchObject({ status: 'expired' });
  });

  test.each([
    'cs_',
    'cs_short',
    `cs_${'A'.repeat(44)}`,
    'A'.repeat(46),
    `CS_${'A'.repeat(43)}`,
    `cs_${'é'.repeat(43)}`,
  ])('answers 400 to the malformed id %s', async (id) => {
    const message = 'id must be a checkout_id: cs_ and 43 URL-safe characters';
    expect(await office.call('GET', `/checkouts/${encodeURIComponent(id)}`)).toMatchObject({
      status: 400,
      code: 'invalid_checkout_id',
      message,
    });
  });

  test('answers 404 to a well-formed id that is unknown', async () => {
    const { checkout_id } = await office.checkout(await office.event());
    const flipped = `${checkout_id.slice(0, -5)}${checkout_id.at(-5) === 'A' ? 'B' : 'A'}${checkout_id.slice(-4)}`;
    const answer = await office.call('GET', `/checkouts/${flipped}`);
    expect(answer).toMatchObject({ status: 404, code: 'checkout_not_found', message: 'Checkout not found' });
    // 258 bits hold 256: most last characters belong to no id, although the form is valid.
    for (const id of ['a', 'z', '_', 'B']
      .map((last) => `${checkout_id.slice(0, -1)}${last}`)
      .filter((id) => id !== checkout_id))
      expect(await office.call('GET', `/checkouts/${id}`)).toMatchObject({
        status: 404,
        code: 'checkout_not_found',
        message: 'Checkout not found',
      });
  });
});
