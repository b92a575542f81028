import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EventOnSale, HOLD_SECONDS } from '../fixtures/box-office.ts';
import { rows, seat, seatIdsOf } from '../fixtures/hall.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { openLine } from '../fixtures/waiting-line.ts';

interface Place {
  tier_name: string;
  price: number;
  amount: number;
  section: string | null;
  row: string | null;
  seat: number | null;
}
interface Change {
  id: string | null;
  difference: number;
  tickets: { ticket_id: string; from: Place; to: Place; difference: number }[];
}
interface Order {
  items: { tier_id: string; quantity: number; unit_price: number }[];
  subtotal: number;
  discount: number;
  total_amount: number;
  refunded_amount: number;
  status: string;
  tickets: { id: string; ticket_number: string; amount: number; row: string | null; seat: number | null }[];
  refunds: { amount: number; status: string; reason_code: string }[];
  changes: Change[];
}
interface Move {
  ticket_id: string | undefined;
  tier_id?: string | undefined;
  seat_id?: string | undefined;
}

describe('POST /orders/{id}/changes', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  const ask = (orderId: string, tickets: Move[], fields: object = {}) =>
    office.call<Change>('POST', `/orders/${orderId}/changes`, { tickets, ...fields });
  async function change(orderId: string, tickets: Move[], fields: object = {}): Promise<Change> {
    const { status, data, body } = await ask(orderId, tickets, fields);
    if (status !== 201) throw new Error(`expected a change, not ${status}: ${body}`);
    return data;
  }
  const read = async (id: string) => (await office.call<Order>('GET', `/orders/${id}`)).data;
  const soldOf = async (event: { id: string }) => {
    const { data } = await office.call<{ ticket_tiers: { name: string; quantity_sold: number }[] }>(
      'GET',
      `/events/${event.id}`,
    );
    return Object.fromEntries(data.ticket_tiers.map(({ name, quantity_sold }) => [name, quantity_sold]));
  };
  const twoTiers = async (fields: Record<string, unknown> = {}, vip: Record<string, unknown> = {}) => {
    const event = await office.event({ price: 500, title: 'Gabi', ...fields });
    return { ...event, vip: await office.tier(event, vip) };
  };
  const sell = async (event: EventOnSale, payment_method: string, fields: object = {}) => {
    const body = { event_id: event.id, items: [{ quantity: 1 }], customer: { email: 'ana@example.com' } };
    const { data } = await office.call<{ id: string; ticket_ids: string[] }>('POST', '/orders', {
      ...{ ...body, payment_method },
      ...fields,
    });
    return { orderId: data.id, ticketIds: data.ticket_ids };
  };
  const cash = async (event: { id: string }) =>
    (await office.call<{ cash: number }>('GET', `/box-office/closing?event_id=${event.id}`)).data.cash;
  const revenue = async (event: { id: string }) =>
    (await office.call<{ total_revenue: number }>('GET', `/analytics/sales?event_id=${event.id}`)).data.total_revenue;
  const mailed = async () => (await office.sendMails()).map(({ mail }) => mail.text).join();
  const labels = (tickets: { row: string | null; seat: number | null }[]) =>
    tickets.map(({ row, seat }) => `${row}-${seat}`);

  describe('happy', () => {
    test('moves a ticket to a dearer tier: the difference is in the order, the books and the drawer', async () => {
      const event = await twoTiers();
      const { orderId, ticketIds } = await office.buy(event, { quantity: 3 }, 'GCASH');
      await office.sendMails();
      const before = await read(orderId);
      const moved = before.tickets[1]?.id;
      const preview = await ask(orderId, [{ ticket_id: moved, tier_id: event.vip }], { preview: true });
      expect(preview).toMatchObject({ status: 200, data: { id: null, difference: 1_000 } });
      expect(await read(orderId)).toEqual(before);

      const made = await change(orderId, [{ ticket_id: moved, tier_id: event.vip }], {
        ...{ payment_method: 'CASH', difference: 1_000 },
      });
      expect(made).toEqual({ ...preview.data, id: expect.any(String), created_at: office.now().toISOString() });
      expect(made.tickets).toMatchObject([
        {
          ...{ ticket_id: moved, difference: 1_000 },
          from: { tier_name: 'General Admission', price: 500, amount: 500 },
          to: { tier_id: event.vip, tier_name: 'VIP', price: 1_500, amount: 1_500, seat: null },
        },
      ]);
      const after = await read(orderId);
      expect(after).toMatchObject({
        ...{ subtotal: 2_500, discount: 0, total_amount: 2_500, refunded_amount: 0, status: 'paid', refunds: [] },
        items: [
          { tier_id: event.tierId, quantity: 2, unit_price: 500 },
          { tier_id: event.vip, quantity: 1, unit_price: 1_500 },
        ],
        changes: [made],
      });
      expect(after.tickets.map(({ ticket_number }) => ticket_number)).toEqual(
        before.tickets.map(({ ticket_number }) => ticket_number),
      );
      expect(await soldOf(event)).toEqual({ 'General Admission': 2, VIP: 1 });
      expect([await revenue(event), await cash(event)]).toEqual([2_500, 1_000]);
      expect(ticketIds).toContain(moved);
    });

    test('tells of the money that goes back also when the guest was admitted before the e-mail was written', async () => {
      const event = await twoTiers();
      const { orderId, ticketId } = await office.buy(event, { tier_id: event.vip }, 'GCASH');
      await office.sendMails();
      await change(orderId, [{ ticket_id: ticketId, tier_id: event.tierId }]);
      await office.call('POST', `/tickets/${ticketId}/check-in`);
      expect(await mailed()).toContain('₱1,000.00 is on its way back to you');
    });

    test('leaves an item for each tier in the checkout, too', async () => {
      const event = await twoTiers();
      const { checkoutId, orderId } = await office.buy(event, { quantity: 3 }, 'GCASH');
      const moved = (await read(orderId)).tickets[1]?.id;
      await change(orderId, [{ ticket_id: moved, tier_id: event.vip }], { payment_method: 'CASH' });
      const quantities = [
        { tier_id: event.tierId, quantity: 2 },
        { tier_id: event.vip, quantity: 1 },
      ];
      expect((await read(orderId)).items).toMatchObject(quantities);
      expect((await office.stateOf(checkoutId)).items).toMatchObject(quantities);
    });

    test('tells the buyer, programs and the audit log, and the door reads the new tier', async () => {
      const event = await twoTiers();
      const attendees = [{ name: 'Ben', email: 'ben@example.com' }];
      const { orderId, ticketId } = await office.buy(event, { attendees }, 'CARD');
      await office.sendMails();
      const { data: ticket } = await office.call<{ code: string }>('GET', `/tickets/${ticketId}`);
      await change(orderId, [{ ticket_id: ticketId, tier_id: event.vip }], { payment_method: 'EXTERNAL' });
      const sent = (await office.sendMails()).map(({ to, mail }) => ({ ...mail, to: to.join() }));
      const mails = sent.toSorted((a, b) => a.to.localeCompare(b.to));
      expect(mails).toMatchObject([
        { to: 'ana@example.com', subject: 'Your places changed: Gabi', text: expect.stringContaining('VIP') },
        { to: 'ben@example.com', text: expect.stringContaining('VIP') },
      ]);
      expect(mails[0]?.text).toContain('The difference of ₱1,000.00 was paid.');
      expect(mails[0]?.text).toMatch(/Paid: ₱500.00 .*For changed places: ₱1,000.00/s);
      expect(mails[1]?.text).not.toContain('₱1,000.00');
      const told = (await office.notifications<{ ticket_id: string }>('ticket.changed')).map(({ data }) => data);
      expect(told.filter(({ ticket_id }) => ticket_id === ticketId)).toEqual([
        { ticket_id: ticketId, event_id: event.id, customer: { name: 'Ana Reyes' }, amount: 1_500 },
      ]);
      const log = await office.callAsOwner<{ changes: { action: string }[] }>(
        'GET',
        `/audit-log?subject_id=${orderId}`,
      );
      expect(log.data.changes.find(({ action }) => action === 'order.changed')).toMatchObject({
        ...{ subject_id: orderId, after: { difference: 1_000 } },
      });
      const admitted = await office.call('POST', '/tickets/check-in', { code: ticket.code, event_id: event.id });
      expect(admitted).toMatchObject({ status: 200, data: { id: ticketId } });
      expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject({ tier: { name: 'VIP' } });
    });

    test('gives the difference back through the provider that was paid, and refunds each payment where it came from', async () => {
      const event = await twoTiers();
      const { orderId, ticketIds } = await office.buy(event, { items: [{ tier_id: event.vip, quantity: 2 }] }, 'MAYA');
      const [first, second] = ticketIds.map((ticket_id) => ({ ticket_id, tier_id: event.tierId }));
      if (!first || !second) throw new Error('two tickets');
      expect(await change(orderId, [first])).toMatchObject({ difference: -1_000 });
      const mails = await mailed();
      expect(mails).toContain('The new places cost ₱1,000.00 less.');
      expect(mails).toContain('₱1,000.00 is on its way back to you');
      expect(mails).not.toContain('Lakbay Concerts gives');
      await office.sendRefunds();
      expect(await read(orderId)).toMatchObject({
        ...{ total_amount: 2_000, refunded_amount: 0, status: 'paid' },
        refunds: [{ amount: 1_000, status: 'succeeded', reason_code: 'order_changed' }],
      });
      await change(orderId, [{ ...first, tier_id: event.vip }], { payment_method: 'CASH' });
      await office.call('POST', `/orders/${orderId}/refund`);
      await office.sendRefunds();
      const { refunds, ...order } = await read(orderId);
      expect(order).toMatchObject({ total_amount: 3_000, refunded_amount: 3_000, status: 'refunded' });
      expect(refunds.map(({ amount, reason_code }) => `${amount} ${reason_code}`).toSorted()).toEqual([
        ...['1000 order_changed', '1000 requested', '2000 requested'],
      ]);
      expect(await cash(event)).toBe(0);
      expect(await revenue(event)).toBe(0);
    });

    test('to a free tier keeps the receipt', async () => {
      const event = await twoTiers({}, { name: 'Press', price: 0 });
      const { orderId, ticketIds } = await sell(event, 'CASH');
      await office.sendMails();
      await change(orderId, [{ ticket_id: ticketIds[0], tier_id: event.vip }]);
      expect(await mailed()).toMatch(/Paid: ₱500\.00 \(Cash .*For changed places: -₱500\.00/s);
    });

    test('gives back by hand what a provider took, if asked to, and what was taken by hand', async () => {
      const event = await twoTiers();
      const items = [{ tier_id: event.vip, quantity: 1 }];
      const paid = await office.buy(event, { items }, 'GRABPAY');
      const back = { give_back: 'by_hand', payment_method: 'CASH' };
      await change(paid.orderId, [{ ticket_id: paid.ticketId, tier_id: event.tierId }], back);
      expect(await mailed()).toContain('Lakbay Concerts gives ₱1,000.00 back to you.');
      expect((await read(paid.orderId)).refunds).toMatchObject([{ amount: 1_000, status: 'succeeded' }]);
      expect([await office.sendRefunds(), await cash(event)]).toEqual([0, -1_000]);

      const sold = await sell(event, 'CASH', { items });
      await change(sold.orderId, [{ ticket_id: sold.ticketIds[0], tier_id: event.tierId }]);
      expect(await cash(event)).toBe(-500);
      const { data } = await office.call<{ methods: object[] }>('GET', `/box-office/closing?event_id=${event.id}`);
      expect(data.methods).toMatchObject([
        { payment_method: 'CASH', amount: 1_500, differences_paid: 0, differences_returned: 2_000, total: -500 },
      ]);
    });

    test('gives back through the provider only for callers who may refund; others give it back by hand', async () => {
      const event = await twoTiers();
      const { orderId, ticketIds } = await office.buy(event, { items: [{ tier_id: event.vip, quantity: 1 }] });
      const cashier = office.service.client(
        await office.service.newKey(office.organizationId, { scopes: ['box_office'] }),
      );
      const askFor = (tier_id: string, fields: object = {}) =>
        cashier.post<{ data: Change }>(`/orders/${orderId}/changes`, {
          tickets: [{ ticket_id: ticketIds[0], tier_id }],
          ...fields,
        });
      const refused = { status: 403, body: { error: { code: 'insufficient_scope' } } };
      expect(await askFor(event.tierId)).toMatchObject(refused);
      expect(await askFor(event.tierId, { preview: true })).toMatchObject(refused);
      expect(await read(orderId)).toMatchObject({ total_amount: 1_500, changes: [], refunds: [] });
      const byHand = { give_back: 'by_hand', payment_method: 'CASH' };
      expect(await askFor(event.tierId, byHand)).toMatchObject({ status: 201 });
      expect(await askFor(event.vip, { payment_method: 'CASH' })).toMatchObject({ status: 201 });
      expect(await askFor(event.tierId)).toMatchObject(refused);
      const inCash = await sell(event, 'CASH', { items: [{ tier_id: event.vip, quantity: 1 }] });
      const move = { tickets: [{ ticket_id: inCash.ticketIds[0], tier_id: event.tierId }] };
      expect(await cashier.post(`/orders/${inCash.orderId}/changes`, move)).toMatchObject({ status: 201 });
    });

    test('keeps the discount that a ticket was bought with, through a tier that is cheaper than it, and what was given away free', async () => {
      const event = await twoTiers();
      const code = { event_id: event.id, code: 'LESS', discount_type: 'fixed_amount', discount_amount: 400 };
      await office.call('POST', '/promo-codes', code);
      const { orderId, ticketId } = await office.buy(event, { promo_code: 'LESS' }, 'CARD');
      const cheap = await office.tier(event, { name: 'Standing', price: 300 });
      const to = (tier_id: string) => [{ ticket_id: ticketId, tier_id }];
      await change(orderId, to(event.vip), { payment_method: 'CASH' });
      expect(await read(orderId)).toMatchObject({ subtotal: 1_500, discount: 400, total_amount: 1_100 });
      expect(await change(orderId, to(cheap))).toMatchObject({ difference: -1_100 });
      expect(await read(orderId)).toMatchObject({ subtotal: 300, discount: 300, total_amount: 0 });
      expect(await change(orderId, to(event.vip), { payment_method: 'CASH' })).toMatchObject({ difference: 1_100 });
      expect(await read(orderId)).toMatchObject({ subtotal: 1_500, discount: 400, total_amount: 1_100 });
      const gift = await sell(event, 'COMP');
      expect(await change(gift.orderId, [{ ticket_id: gift.ticketIds[0], tier_id: event.vip }])).toMatchObject({
        difference: 0,
      });
      expect(await read(gift.orderId)).toMatchObject({ subtotal: 1_500, discount: 1_500, total_amount: 0 });
    });

    test('lets you decide about a refund that a buyer asks for, if you took the difference', async () => {
      const event = await twoTiers({ refund_rule: { allowed: 'automatic' } });
      // An address of their own: mails of other tests to one address would delay this one.
      const customer = { name: 'Ana Reyes', email: 'ana.reyes@example.com' };
      const { orderId, ticketId } = await office.buy(event, { customer }, 'CARD');
      await change(orderId, [{ ticket_id: ticketId, tier_id: event.vip }], { payment_method: 'CASH' });
      const { tickets_url: url } = (await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`)).data;
      const chosen = await office.browser.submit(await office.browser.open(`${url}/refund`));
      await office.browser.submit(chosen);
      expect(await read(orderId)).toMatchObject({ status: 'paid', refunded_amount: 0 });
      const { data } = await office.call<{ refund_requests: { id: string }[] }>(
        'GET',
        `/refund-requests?order_id=${orderId}`,
      );
      await office.call('POST', `/refund-requests/${data.refund_requests[0]?.id}/approve`);
      await office.sendRefunds();
      expect((await read(orderId)).refunds.map(({ amount, status }) => `${amount} ${status}`).toSorted()).toEqual([
        ...['1000 succeeded', '500 succeeded'],
      ]);
      expect(await cash(event)).toBe(0);
      const mails = (await office.sendMails()).map(({ mail }) => mail.text);
      expect(mails).toContainEqual(expect.stringContaining('What you paid at the window'));
    });

    test('charges an order that was free', async () => {
      const event = await twoTiers({ price: 0 });
      const attendees = [{ name: 'Ben', email: 'ben@example.com' }];
      const { orderId, ticketId } = await office.buy(event, { attendees });
      await change(orderId, [{ ticket_id: ticketId, tier_id: event.vip }], { payment_method: 'CASH' });
      expect(await read(orderId)).toMatchObject({ total_amount: 1_500, payment_method: 'FREE' });
    });

    test('lets tickets of one order swap sold-out tiers, and pays nothing', async () => {
      const event = await twoTiers({ capacity: 2 }, { quantity_total: 1 });
      await office.call('PUT', `/tiers/${event.tierId}`, { quantity_total: 1 });
      const items = [event.tierId, event.vip].map((tier_id) => ({ tier_id, quantity: 1 }));
      const { orderId, ticketIds } = await office.buy(event, { items }, 'CARD');
      const [general, vip] = ticketIds;
      const swap = [
        { ticket_id: general, tier_id: event.vip },
        { ticket_id: vip, tier_id: event.tierId },
      ];
      expect(await change(orderId, swap)).toMatchObject({ difference: 0 });
      expect(await soldOf(event)).toEqual({ 'General Admission': 1, VIP: 1 });
    });

    test('puts a sold-out event back on sale, and takes it off again', async () => {
      const event = await twoTiers({ capacity: 10 }, { quantity_total: 1 });
      await office.call('PUT', `/tiers/${event.tierId}`, { quantity_total: 1 });
      const { orderId, ticketId } = await office.buy(event, {}, 'CARD');
      await office.buy(event, { items: [{ tier_id: event.vip, quantity: 1 }] }, 'CARD');
      const third = await office.tier(event, { name: 'Balcony', price: 500, quantity_total: 1 });
      await change(orderId, [{ ticket_id: ticketId, tier_id: third }]);
      expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({ status: 'active' });
    });

    test('takes a place whose hold is over, even before a task releases it', async () => {
      const event = await twoTiers({}, { quantity_total: 1 });
      const { orderId, ticketId } = await office.buy(event, {}, 'CARD');
      const { checkout_id } = await office.checkout(event, { tier_id: event.vip });
      office.wait(HOLD_SECONDS);
      const toVip = [{ ticket_id: ticketId, tier_id: event.vip }];
      expect(await ask(orderId, toVip, { preview: true })).toMatchObject({ status: 200 });
      await change(orderId, toVip, { payment_method: 'CASH' });
      expect(await office.stateOf(checkout_id)).toMatchObject({ status: 'expired' });
    });
  });

  describe('seats', () => {
    test('moves to the named seat, to the best one, and to the seat of another ticket of the same change', async () => {
      const event = await twoTiers();
      const hall = await seat(office, event, [
        { label: 'Floor', tier_ids: [event.tierId], rows: rows(['A', 4]) },
        { label: 'Box', tier_ids: [event.vip], rows: rows(['B', 3]) },
      ]);
      const ids = await seatIdsOf(office, hall);
      const { orderId } = await office.buy(event, { section_id: hall.sectionId, quantity: 2 }, 'CARD');
      const { tickets } = await read(orderId);
      expect(labels(tickets)).toEqual(['A-1', 'A-2']);
      const [first, second] = tickets.map(({ id }) => id);
      const [two, three, four] = ids('A-2', 'A-3', 'A-4');
      await change(orderId, [{ ticket_id: first, seat_id: three }]);
      expect(labels((await read(orderId)).tickets)).toEqual(['A-3', 'A-2']);
      await change(orderId, [
        { ticket_id: first, seat_id: two },
        { ticket_id: second, seat_id: three },
      ]);
      expect(labels((await read(orderId)).tickets)).toEqual(['A-2', 'A-3']);
      const toBox = [first, second].map((ticket_id) => ({ ticket_id, tier_id: event.vip }));
      await change(orderId, toBox, { payment_method: 'CASH' });
      expect(labels((await read(orderId)).tickets)).toEqual(['B-1', 'B-2']);
      expect(await soldOf(event)).toEqual({ 'General Admission': 0, VIP: 2 });
      const { data } = await office.call<{ sections: { rows: { sold: number[] }[] }[] }>(
        'GET',
        `/events/${event.id}/seats`,
      );
      expect(data.sections.map((section) => section.rows[0]?.sold)).toEqual([[], [1, 2]]);
      await change(orderId, [{ ticket_id: first, tier_id: event.tierId, seat_id: four }]);
      expect(labels((await read(orderId)).tickets)).toEqual(['A-4', 'B-2']);
    });

    test('keeps the seat where the new tier has it, too', async () => {
      const event = await twoTiers();
      const hall = await seat(office, event, [
        { label: 'Floor', tier_ids: [event.tierId, event.vip], rows: rows(['A', 2]) },
      ]);
      const { orderId, ticketId } = await office.buy(event, { section_id: hall.sectionId }, 'CARD');
      const before = await read(orderId);
      await change(orderId, [{ ticket_id: ticketId, tier_id: event.vip }], { payment_method: 'CASH' });
      expect(labels((await read(orderId)).tickets)).toEqual(labels(before.tickets));
    });

    test('moves to a seat whose hold is over, even before a task releases it', async () => {
      const event = await twoTiers();
      const hall = await seat(office, event, [{ label: 'Floor', tier_ids: [event.tierId], rows: rows(['A', 2]) }]);
      const { orderId, ticketId } = await office.buy(event, { section_id: hall.sectionId }, 'CARD');
      await office.checkout(event, { section_id: hall.sectionId });
      office.wait(HOLD_SECONDS);
      const [, second] = (await seatIdsOf(office, hall))('A-1', 'A-2');
      await change(orderId, [{ ticket_id: ticketId, seat_id: second }]);
      expect(labels((await read(orderId)).tickets)).toEqual(['A-2']);
    });
  });

  describe('errors', () => {
    let event: EventOnSale & { vip: string };
    let orderId: string;
    let ticketIds: string[];
    beforeAll(async () => {
      event = await twoTiers({}, { quantity_total: 1 });
      ({ orderId, ticketIds } = await office.buy(event, { quantity: 3 }, 'CARD'));
    });
    const toVip = () => [{ ticket_id: ticketIds[0], tier_id: event.vip }];
    const CASH = { payment_method: 'CASH' };

    test.each([
      ['no ticket', 'tickets', { tickets: [] }],
      ['too many tickets', 'tickets', { tickets: Array.from({ length: 21 }, () => ({ ticket_id: UNKNOWN_ID })) }],
      ['a malformed id', 'tickets[0].ticket_id', { tickets: [{ ticket_id: '1' }] }],
      ['COMP', 'payment_method', { tickets: [{ ticket_id: UNKNOWN_ID }], payment_method: 'COMP' }],
      ['an unknown way back', 'give_back', { tickets: [{ ticket_id: UNKNOWN_ID }], give_back: 'never' }],
      ['three decimals', 'difference', { tickets: [{ ticket_id: UNKNOWN_ID }], difference: 200.004 }],
      ['a text', 'preview', { tickets: [{ ticket_id: UNKNOWN_ID }], preview: 'yes' }],
    ])('answers 400 for %s and names the field', async (_, field, body) => {
      expect(await office.call('POST', `/orders/${orderId}/changes`, body)).toMatchObject({ status: 400, field });
    });

    test('changes nothing and names the ticket, the tier or the money that is wrong', async () => {
      const addOn = await office.tier(event, { name: 'Shirt', price: 200, admission: false });
      const closed = await office.tier(event, { name: 'Closed', is_active: false });
      const other = await office.buy(event);
      const first = ticketIds[0];
      const answers: [Move[], object, object][] = [
        [[{ ticket_id: UNKNOWN_ID, tier_id: event.vip }], CASH, { status: 404, code: 'ticket_not_in_order' }],
        [[{ ticket_id: other.ticketId, tier_id: event.vip }], CASH, { status: 404, code: 'ticket_not_in_order' }],
        [[...toVip(), ...toVip()], CASH, { status: 400, code: 'ticket_named_twice', field: 'tickets[1].ticket_id' }],
        [[{ ticket_id: first, tier_id: UNKNOWN_ID }], CASH, { status: 404, code: 'tier_not_found' }],
        [[{ ticket_id: first, tier_id: addOn }], CASH, { status: 409, code: 'add_on_stays_add_on' }],
        [[{ ticket_id: first, tier_id: closed }], CASH, { status: 409, code: 'tier_not_on_sale' }],
        [[{ ticket_id: first, tier_id: event.tierId }], CASH, { status: 409, code: 'nothing_to_change' }],
        [[{ ticket_id: first }], CASH, { status: 409, code: 'nothing_to_change', field: 'tickets[0]' }],
        [[{ ticket_id: first, seat_id: UNKNOWN_ID }], CASH, { status: 400, code: 'seat_not_expected' }],
        [toVip(), {}, { status: 400, code: 'payment_method_required', details: { difference: 1_000 } }],
        [toVip(), { ...CASH, difference: 900 }, { status: 409, code: 'difference_changed' }],
        [
          ticketIds.slice(1).map((ticket_id) => ({ ticket_id, tier_id: event.vip })),
          CASH,
          { status: 409, code: 'not_enough_left', field: 'tickets[0].tier_id', details: { left: 1 } },
        ],
      ];
      const before = await read(orderId);
      for (const [tickets, fields, refusal] of answers)
        expect(await ask(orderId, tickets, fields), JSON.stringify(refusal)).toMatchObject(refusal);
      expect(await read(orderId)).toEqual(before);
      expect(await ask(UNKNOWN_ID, toVip(), CASH)).toMatchObject({ status: 404, code: 'order_not_found' });
    });

    test('answers 409 for a used or refunded ticket, and a sold-out tier', async () => {
      const mine = await twoTiers({}, { quantity_total: 1 });
      const { orderId, ticketIds } = await office.buy(mine, { quantity: 3 }, 'CARD');
      const [used, refunded, valid] = ticketIds;
      await office.call('POST', `/tickets/${used}/check-in`);
      await office.call('POST', `/tickets/${refunded}/refund`);
      const to = (ticket_id: string | undefined) => ask(orderId, [{ ticket_id, tier_id: mine.vip }], CASH);
      expect(await to(used)).toMatchObject({ code: 'ticket_not_changeable', details: { status: 'used' } });
      expect(await to(refunded)).toMatchObject({ code: 'ticket_not_changeable', details: { status: 'refunded' } });
      await office.buy(mine, { items: [{ tier_id: mine.vip, quantity: 1 }] }, 'CARD');
      expect(await to(valid)).toMatchObject({ status: 409, code: 'sold_out', details: { tier_id: mine.vip } });
    });

    test('answers 409 for places that are owed to the waiting list', async () => {
      const line = openLine(office);
      const full = await line.soldOut(1);
      await line.join(full);
      const other = await office.tier(full, { name: 'Side', price: 500 });
      await office.call('PUT', `/events/${full.id}`, { capacity: 3 });
      const bought = await office.buy(full, { items: [{ tier_id: other, quantity: 1 }] }, 'CARD');
      await office.call('PUT', `/tiers/${full.tierId}`, { quantity_total: 2 });
      const answer = await ask(bought.orderId, [{ ticket_id: bought.ticketId, tier_id: full.tierId }], CASH);
      expect(answer).toMatchObject({ status: 409, code: 'sold_out' });
    });

    test('answers 409 for seats that are taken, 404 for unknown ones, 400 for other prices and for one seat twice', async () => {
      const mine = await twoTiers();
      const seats = await seat(office, mine, [
        {
          label: 'Lower',
          tier_ids: [mine.tierId, mine.vip],
          rows: rows(['A', 4, [mine.tierId]], ['B', 1, [mine.vip]]),
        },
      ]);
      const ids = await seatIdsOf(office, mine);
      const { orderId, ticketIds } = await office.buy(mine, { section_id: seats.sectionId, quantity: 2 }, 'CARD');
      await office.buy(mine, { section_id: seats.sectionId, tier_id: mine.tierId }, 'CARD');
      const [first, second] = ticketIds;
      const to = (label: string, ticket_id = first) => ({ ticket_id, seat_id: ids(label)[0] });
      const taken = (
        await office.call<{ sections: { rows: { sold: number[] }[] }[] }>('GET', `/events/${mine.id}/seats`)
      ).data.sections[0]?.rows[0]?.sold;
      const own = (await read(orderId)).tickets.map((ticket) => ticket.seat);
      const others = taken?.find((number) => !own.includes(number));
      const free = [1, 2, 3, 4].find((number) => !taken?.includes(number));
      expect(await ask(orderId, [to(`A-${others}`)])).toMatchObject({ status: 409, code: 'seats_taken' });
      expect(await ask(orderId, [{ ticket_id: first, seat_id: UNKNOWN_ID }])).toMatchObject({
        ...{ status: 404, code: 'seat_not_of_event', field: 'tickets[0].seat_id' },
      });
      expect(await ask(orderId, [to('B-1')])).toMatchObject({ status: 400, code: 'tier_not_of_seat' });
      expect(await ask(orderId, [to(`A-${free}`), to(`A-${free}`, second)])).toMatchObject({
        ...{ status: 400, code: 'seat_named_twice', field: 'tickets[1].seat_id' },
      });
      expect(await ask(orderId, [to(`A-${own[0]}`)])).toMatchObject({ status: 409, code: 'nothing_to_change' });
    });

    test.each(['cancelled', 'completed'])('answers 409 when the event is %s', async (status) => {
      const mine = await twoTiers();
      const { orderId, ticketId } = await office.buy(mine, {}, 'CARD');
      await office.call('PUT', `/events/${mine.id}`, { status });
      const answer = await ask(orderId, [{ ticket_id: ticketId, tier_id: mine.vip }], CASH);
      expect(answer).toMatchObject({ status: 409, code: 'event_over', details: { status } });
    });
  });
});
