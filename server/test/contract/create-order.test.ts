import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EventOnSale } from '../fixtures/box-office.ts';
import { openHall, rows, seatIdsOf } from '../fixtures/hall.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { openLine } from '../fixtures/waiting-line.ts';

interface Order {
  id: string;
  order_number: string;
  customer: { name: string; email: string; phone: string | null };
  status: string;
  total_amount: number;
  refunded_amount: number;
  tickets_url: string | null;
  ticket_ids: string[];
  tickets: { id: string; amount: number; seat: number | null; section: string | null }[];
  refunds: { amount: number; status: string }[];
}

const BUYER = { name: 'Ana Reyes', email: 'ana@example.com' };
/** One address gets only so many mails in an hour. */
const WINDOW = { email: 'window@example.com' };

describe('POST /orders', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  const ask = (event: { id: string }, fields: object = {}, headers: Record<string, string> = {}) =>
    office.call<Order>(
      'POST',
      '/orders',
      { event_id: event.id, items: [{ quantity: 1 }], customer: BUYER, payment_method: 'CASH', ...fields },
      headers,
    );
  async function sell(event: { id: string }, fields: object = {}): Promise<Order> {
    const { status, data, body } = await ask(event, fields);
    if (status !== 201) throw new Error(`expected an order, not ${status}: ${body}`);
    return data;
  }
  const read = async (id: string) => (await office.call<Order>('GET', `/orders/${id}`)).data;
  const arriving = async () => (await office.sendMails()).map(({ to, mail }) => ({ ...mail, to: to.join() }));
  const twoTiers = async (fields: object = {}) => {
    const event = await office.event({ price: 500, title: 'Gabi', ...fields });
    return { ...event, vip: await office.tier(event) };
  };
  const twoOf = ({ tierId, vip }: EventOnSale & { vip: string }) => [
    { tier_id: tierId, quantity: 2 },
    { tier_id: vip, quantity: 1 },
  ];

  describe('happy', () => {
    test('answers 201 with the order as GET does, which is paid, with its tickets', async () => {
      const event = await twoTiers();
      const fields = { items: twoOf(event), reference: 'OR-1881', note: 'Paid with a large bill.' };
      const { status, data } = await ask(event, fields);
      expect(status).toBe(201);
      expect(data).toMatchObject({
        order_number: expect.stringMatching(/^TK-\w{4}-\w{4}$/),
        event: { id: event.id, title: 'Gabi' },
        customer: { ...BUYER, phone: null },
        quantity: 3,
        items: [
          { tier_id: event.tierId, quantity: 2, unit_price: 500 },
          { tier_id: event.vip, quantity: 1, unit_price: 1_500 },
        ],
        ...{ subtotal: 2_500, discount: 0, total_amount: 2_500, refunded_amount: 0 },
        ...{ status: 'paid', payment_method: 'CASH', reference: 'OR-1881', note: 'Paid with a large bill.' },
        paid_at: office.now().toISOString(),
        tickets_url: expect.stringContaining('/o/'),
      });
      expect(data.tickets.map(({ amount }) => amount)).toEqual([500, 500, 1_500]);
      expect(await read(data.id)).toEqual(data);
      expect(await office.counters(event)).toEqual({ sold: 3, held: 0 });
    });

    test.each([
      ['CASH', 1_000, 'Cash at the box office'],
      ['EXTERNAL', 1_000, 'Paid elsewhere'],
      ['COMP', 0, null],
    ])('%s: the total is %i; figures, e-mail, CSV and notifications know it', async (method, total, paid) => {
      const event = await office.event({ price: 500 });
      await office.sendMails();
      const order = await sell(event, { items: [{ quantity: 2 }], payment_method: method, reference: `OR-${method}` });
      expect(order).toMatchObject({ total_amount: total, discount: 1_000 - total, payment_method: method });
      const sales = await office.call('GET', `/analytics/sales?event_id=${event.id}`);
      expect(sales.data).toMatchObject({ total_revenue: total, total_tickets_sold: 2, total_orders: 1 });
      const csv = await office.call('GET', `/orders.csv?event_id=${event.id}`);
      expect(csv.body).toContain(`,${method},`);
      expect(csv.body).toContain(`,OR-${method},`);
      const told = (await office.notifications('ticket.purchased')).filter(({ data }) => data.event_id === event.id);
      expect(told.map(({ data }) => data)).toEqual(
        told.map(({ data: { ticket_id } }) => ({
          ticket_id,
          event_id: event.id,
          customer: { name: BUYER.name },
          amount: total / 2,
        })),
      );
      expect(told.map(({ data }) => data.ticket_id).toSorted()).toEqual(order.ticket_ids.toSorted());
      const [mail, ...others] = await arriving();
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ to: BUYER.email });
      if (paid) expect(mail?.text).toContain(`₱1,000.00 (${paid})`);
      else expect(mail?.text).not.toContain('₱');
    });

    test('sells to a buyer without a name, with null for what is optional', async () => {
      const event = await office.event({ price: 0 });
      const nothing = { name: null, phone: null };
      const order = await sell(event, {
        customer: { ...BUYER, ...nothing },
        reference: null,
        note: null,
        language: null,
      });
      expect(order).toMatchObject({ customer: { name: 'Guest', email: BUYER.email, phone: null }, total_amount: 0 });
      expect(await sell(event, { customer: { email: BUYER.email } })).toMatchObject({ customer: { name: 'Guest' } });
    });

    test('sells seats together, and admits with the tickets', async () => {
      const hall = await openHall(office, rows(['A', 6]));
      const items = [{ section_id: hall.sectionId, quantity: 3 }];
      const { tickets } = await sell(hall, { items });
      expect(tickets.map(({ section }) => section)).toEqual(['Lower', 'Lower', 'Lower']);
      expect(new Set(tickets.map(({ seat }) => seat)).size).toBe(3);
      expect(await office.call('POST', `/tickets/${tickets[0]?.id}/check-in`)).toMatchObject({ status: 200 });
    });

    test('sells at the door when the sale online is over, and what is not on sale yet', async () => {
      const event = await office.event({ sales_end_datetime: office.now().toISOString() });
      await office.call('PUT', `/tiers/${event.tierId}`, { sales_end_datetime: office.now().toISOString() });
      office.wait(1);
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sales_ended' });
      await sell(event);
      const later = await office.tier(event, { sales_start_datetime: '2030-01-01T00:00:00Z' });
      await sell(event, { items: [{ tier_id: later, quantity: 1 }] });
      await office.call('PUT', `/events/${event.id}`, { status: 'paused' });
      await sell(event);
    });

    test.each(['choose', 'best_available'] as const)(
      'sells the seats that the buyer points at, and refuses one that is gone, in the mode %s',
      async (mode) => {
        const hall = await openHall(office, rows(['A', 6]), { mode });
        const ids = (await seatIdsOf(office, hall))('A-5', 'A-2');
        const item = { section_id: hall.sectionId, seat_ids: ids };
        const { tickets } = await sell(hall, { items: [item], customer: WINDOW });
        expect(tickets.map(({ seat }) => seat)).toEqual([5, 2]);
        const again = await ask(hall, { items: [item] });
        expect(again).toMatchObject({ status: 409, code: 'seats_taken', details: { seat_ids: ids } });
        expect(again.message).toMatch(/^Seats A-5 \(\S+\), A-2 \(\S+\) are taken$/);
      },
    );

    test('sells the best seats without any named where buyers choose theirs', async () => {
      const hall = await openHall(office, rows(['A', 6]), { mode: 'choose' });
      const { tickets } = await sell(hall, { items: [{ section_id: hall.sectionId, quantity: 2 }], customer: WINDOW });
      expect(tickets.map(({ seat }) => seat)).toEqual([3, 4]);
    });

    test('sells a hidden tier without its code, and one whose price the buyer chooses', async () => {
      const event = await office.event({ price: 500 });
      const crew = await office.tier(event, { name: 'Crew', price: 100, hidden: true });
      const gift = await office.tier(event, { name: 'Gift', price: 50, price_mode: 'chosen', minimum_price: 20 });
      const items = [
        { tier_id: crew, quantity: 1 },
        { tier_id: gift, quantity: 2, unit_price: 20.25 },
      ];
      const { total_amount: total, tickets } = await sell(event, { items, customer: WINDOW });
      expect([total, ...tickets.map(({ amount }) => amount)]).toEqual([140.5, 100, 20.25, 20.25]);
      const tooLittle = await ask(event, { items: [{ tier_id: gift, quantity: 1, unit_price: 19.99 }] });
      expect(tooLittle.status).toBeGreaterThanOrEqual(400);
      const fixed = await ask(event, { items: [{ tier_id: crew, quantity: 1, unit_price: 20 }] });
      expect(fixed.status).toBeGreaterThanOrEqual(400);
      expect(await office.counters(event)).toEqual({ sold: 3, held: 0 });
    });

    test('takes answers to the questions of the event, and leaves required ones open', async () => {
      const event = await office.event({ price: 0 });
      const question = async (fields: object) =>
        (await office.call<{ id: string }>('POST', `/events/${event.id}/questions`, { kind: 'text', ...fields })).data
          .id;
      const company = await question({ asked_of: 'order', label: 'Company', required: true });
      const meal = await question({ asked_of: 'ticket', label: 'Meal', required: true });
      const answered = await sell(event, {
        items: [{ quantity: 2 }],
        customer: WINDOW,
        answers: [{ question_id: company, value: 'Bayani Inc.' }],
        attendees: [{}, { name: 'Ben Cruz', answers: [{ question_id: meal, value: 'Rice' }] }],
      });
      expect(answered).toMatchObject({
        answers: [{ label: 'Company', value: 'Bayani Inc.' }],
        tickets: [{ answers: [] }, { answers: [{ label: 'Meal', value: 'Rice' }] }],
      });
      expect(await sell(event, { customer: WINDOW })).toMatchObject({ answers: [], tickets: [{ answers: [] }] });
      const wrong = await ask(event, { answers: [{ question_id: meal, value: 'Rice' }] });
      expect(wrong).toMatchObject({ status: 400, field: 'answers[0].question_id' });
    });

    test('counts for max_per_buyer, and may exceed it', async () => {
      const event = await office.event({ price: 0, max_per_buyer: 2 });
      for (const quantity of [2, 2]) await sell(event, { items: [{ quantity }] });
      expect(await office.askCheckout(event, { customer: BUYER })).toMatchObject({ code: 'max_per_buyer' });
    });

    test('gives the first answer to the same Idempotency-Key, and sells once', async () => {
      const event = await office.event();
      const headers = { 'idempotency-key': 'window-1' };
      const [first, again] = [await ask(event, {}, headers), await ask(event, {}, headers)];
      expect(again).toMatchObject({ status: 201, data: { id: first.data.id } });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
    });

    test('is in the audit log, without the buyer', async () => {
      const event = await office.event();
      const { id } = await sell(event, { payment_method: 'EXTERNAL', reference: 'R-7', note: 'for Ana' });
      const { body, data } = await office.call<{ changes: object[] }>('GET', `/audit-log?subject_id=${id}`);
      const after = {
        event_id: event.id,
        quantity: 1,
        total_amount: 500,
        payment_method: 'EXTERNAL',
        reference: 'R-7',
      };
      expect(data.changes).toMatchObject([{ action: 'order.created', before: null, after }]);
      expect(body).not.toContain('Ana');
    });
  });

  describe('refunds', () => {
    test.each([
      ['CASH', 'en', 'gives ₱500.00 back to you.'],
      ['EXTERNAL', 'fil', 'Ibabalik sa iyo ng'],
    ])('of %s are noted as given back, no provider is asked, and the mail says so', async (method, language, words) => {
      const event = await office.event({ price: 500 });
      const { id, ticket_ids } = await sell(event, { items: [{ quantity: 2 }], payment_method: method, language });
      await office.sendMails();
      expect(await office.call('POST', `/tickets/${ticket_ids[0]}/refund`)).toMatchObject({ status: 200 });
      office.failing.add('refund');
      expect(await office.sendRefunds()).toBe(0);
      office.failing.clear();
      expect(await read(id)).toMatchObject({
        status: 'partially_refunded',
        refunded_amount: 500,
        refunds: [{ amount: 500, status: 'succeeded', reason_code: 'requested', failure_reason: null }],
      });
      expect((await arriving()).map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
    });

    test('of COMP and of a free ticket give nothing back', async () => {
      const [paid, free] = [await office.event({ price: 500 }), await office.event({ price: 0 })];
      for (const { id } of [await sell(paid, { payment_method: 'COMP' }), await sell(free)]) {
        await office.call('POST', `/orders/${id}/refund`);
        expect(await read(id)).toMatchObject({ status: 'refunded', refunded_amount: 0, refunds: [] });
      }
    });

    test('are noted when the event is cancelled', async () => {
      const event = await office.event({ price: 500 });
      const orders = [];
      for (const payment_method of ['CASH', 'EXTERNAL', 'COMP']) orders.push(await sell(event, { payment_method }));
      await office.cancelEvent(event);
      expect(await office.sendRefunds()).toBe(0);
      const after = await Promise.all(orders.map(({ id }) => read(id)));
      expect(after.map(({ status }) => status)).toEqual(['refunded', 'refunded', 'refunded']);
      expect(after.map(({ refunds }) => refunds.map(({ status }) => status))).toEqual([
        ['succeeded'],
        ['succeeded'],
        [],
      ]);
    });

    test('that buyers ask for are decided by the organizer, who gives the money back', async () => {
      const event = await office.event({ refund_rule: { allowed: 'automatic', until_hours_before_start: 24 } });
      const { id, tickets_url } = await sell(event);
      const chosen = await office.browser.submit(await office.browser.open(`${tickets_url}/refund`));
      await office.browser.submit(chosen);
      expect(await read(id)).toMatchObject({ status: 'paid' });
      const { data } = await office.call('GET', `/refund-requests?order_id=${id}`);
      expect(data).toMatchObject({ refund_requests: [{ status: 'pending' }] });
    });
  });

  test('erasing the buyer takes the note away, and keeps the number for the books', async () => {
    const email = 'wanda@example.com';
    const event = await office.event();
    const { id } = await sell(event, { customer: { email }, reference: 'OR-3', note: 'Wanda, row 3' });
    await office.cancelEvent(event);
    const exported = await office.call('POST', '/buyers/export', { email });
    expect(exported.body).toContain('Wanda, row 3');
    expect(await office.callAsOwner('POST', '/buyers/erase', { email })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ reference: 'OR-3', note: null });
  });

  describe('errors', () => {
    test.each([
      ['event_id', { event_id: 'x' }],
      ['event_id', { event_id: undefined }],
      ['items', { items: undefined }],
      ['items', { items: [] }],
      ['items', { items: null }],
      ['items', { items: Array.from({ length: 21 }, () => ({ quantity: 1 })) }],
      ['items[0].quantity', { items: [{ quantity: 0 }] }],
      ['items[0].quantity', { items: [{}] }],
      ['items[1].quantity', { items: [{ quantity: 1 }, { quantity: 1.5 }] }],
      ['items[0].tier_id', { items: [{ tier_id: 'x', quantity: 1 }] }],
      ['customer', { customer: undefined }],
      ['customer.email', { customer: { name: 'Ana' } }],
      ['customer.email', { customer: { email: 'ana' } }],
      ['customer.name', { customer: { ...BUYER, name: ' ' } }],
      ['payment_method', { payment_method: undefined }],
      ['payment_method', { payment_method: null }],
      ['payment_method', { payment_method: 'cash' }],
      ['payment_method', { payment_method: 'GCASH' }],
      ['payment_method', { payment_method: 'FREE' }],
      ['reference', { reference: 'x'.repeat(201) }],
      ['note', { note: 'x'.repeat(1_001) }],
      ['language', { language: 'de' }],
    ])('answers 400 and names %s: %j', async (field, fields) => {
      expect(await ask({ id: UNKNOWN_ID }, fields)).toMatchObject({ status: 400, field });
    });

    test('answers 404 for an unknown event and tier, and sells nothing', async () => {
      const event = await office.event();
      expect(await ask({ id: UNKNOWN_ID })).toMatchObject({ status: 404, code: 'event_not_found' });
      const items = [{ quantity: 1 }, { tier_id: UNKNOWN_ID, quantity: 1 }];
      expect(await ask(event, { items })).toMatchObject({ status: 404, code: 'tier_not_found' });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    });

    test('answers 409 when too few places are left: all items or none', async () => {
      const event = await twoTiers();
      const items = [
        { tier_id: event.tierId, quantity: 1 },
        { tier_id: event.vip, quantity: 11 },
      ];
      const short = { code: 'not_enough_left', field: 'items[1]', details: { left: 10, item: 1 } };
      expect(await ask(event, { items })).toMatchObject({ status: 409, ...short });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    });

    test('answers 409 when it costs something else than the buyer was told: nothing is sold', async () => {
      const event = await twoTiers();
      const changed = { code: 'sale_total_changed', field: 'total_amount', details: { total_amount: 2_500 } };
      for (const wrong of [{ total_amount: 2_499.99 }, { total_amount: 0 }])
        expect(await ask(event, { items: twoOf(event), ...wrong })).toMatchObject({ status: 409, ...changed });
      expect(await ask(event, { total_amount: 0.001 })).toMatchObject({ status: 400, field: 'total_amount' });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
      for (const right of [
        { total_amount: 2_500 },
        { total_amount: null },
        { total_amount: 0, payment_method: 'COMP' },
      ])
        await sell(event, { items: twoOf(event), ...right });
    });

    test('takes a total above the highest price of a ticket', async () => {
      const event = await office.event({ price: 6_000_000 });
      const total = { total_amount: 12_000_000 };
      expect(await sell(event, { items: [{ quantity: 2 }], ...total })).toMatchObject(total);
    });

    test('answers 409 when places are held or owed to the waiting list', async () => {
      const held = await office.event({ capacity: 1 });
      await office.checkout(held);
      expect(await ask(held)).toMatchObject({ status: 409, code: 'sold_out' });
      const line = openLine(office);
      const owed = await line.soldOut(1);
      await line.join(owed);
      await line.refund([owed.ticketId]);
      expect(await ask(owed)).toMatchObject({ status: 409, code: 'sold_out' });
    });

    test.each([
      ['cancelled', 'event_not_on_sale'],
      ['completed', 'event_not_on_sale'],
      ['sold_out', 'sold_out'],
    ])('answers 409 when the event is %s', async (status, code) => {
      const event = await office.event();
      await office.call('PUT', `/events/${event.id}`, { status });
      expect(await ask(event)).toMatchObject({ status: 409, code });
    });

    test('answers 409 when the event is a draft', async () => {
      const draft = { title: 'Gabi', start_datetime: '2030-05-01T20:00:00+08:00', capacity: 10 };
      const { data } = await office.call<{ id: string }>('POST', '/events', draft);
      expect(await ask(data)).toMatchObject({ status: 409, code: 'event_not_on_sale' });
    });

    test('answers 409 when the tier is not active, or the order exceeds max_per_order', async () => {
      const event = await twoTiers({ max_per_order: 2 });
      await office.call('PUT', `/tiers/${event.vip}`, { is_active: false });
      const items = [{ tier_id: event.vip, quantity: 1 }];
      expect(await ask(event, { items })).toMatchObject({ status: 409, code: 'tier_not_on_sale', field: 'items[0]' });
      const three = await ask(event, { items: [{ quantity: 3 }] });
      expect(three).toMatchObject({ status: 409, code: 'max_per_order' });
    });
  });

  describe('security', () => {
    test('a key with the scope box_office sells and reads, and sees no link to the tickets', async () => {
      const key = await office.service.newKey(office.organizationId, { scopes: ['box_office'] });
      const headers = { authorization: `Bearer ${key}` };
      const { status, data } = await ask(await office.event(), {}, headers);
      expect({ status, url: data.tickets_url }).toEqual({ status: 201, url: null });
      expect(await office.call('POST', `/orders/${data.id}/refund`, undefined, headers)).toMatchObject({ status: 403 });
    });

    test('another organization’s event is 404, and its tier, too', async () => {
      const headers = { authorization: `Bearer ${office.others.key}` };
      const event = await office.event();
      expect(await ask(event, {}, headers)).toMatchObject({ status: 404, code: 'event_not_found' });
    });

    test('a note and a name are text: pages and mails escape them', async () => {
      const event = await office.event();
      await office.sendMails();
      const { tickets_url } = await sell(event, {
        customer: { email: 'bold@example.com', name: '<b>Ana</b>' },
        note: '<i>x</i>',
      });
      const [mail] = await arriving();
      expect(mail?.html).not.toMatch(/<b>Ana|<i>x/);
      expect((await office.browser.open(tickets_url ?? '')).html).not.toMatch(/<b>Ana|<i>x/);
    });
  });
});
