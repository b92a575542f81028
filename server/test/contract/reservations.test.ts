import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MOST_KEPT } from '../../src/sales/reservations/reservation.ts';
import type { EventOnSale } from '../fixtures/box-office.ts';
import { type Hall, openHall, rows, type SeatMap, seat, seatIdsOf } from '../fixtures/hall.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { openLine } from '../fixtures/waiting-line.ts';

interface Reservation {
  id: string;
  state: string;
  name: string;
  email: string | null;
  until: string | null;
  quantity: number;
  items: { tier_id: string; quantity: number; unit_price: number; seats: { label: string; seat_id: string }[] }[];
  total_amount: number;
  picked_up: number;
  order_ids: string[];
}
interface Order {
  id: string;
  quantity: number;
  customer: object;
  total_amount: number;
  payment_method: string;
  tickets: { attendee: { name: string } | null; seat: number | null; row: string | null; amount: number }[];
}

const WINDOW = { email: 'window@example.com' };
const FREE_AGAIN = { sold: 0, held: 0 };

describe('places kept for a name', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  const ask = (event: { id: string }, fields: object = {}, headers: Record<string, string> = {}) => {
    const body = { event_id: event.id, items: [{ quantity: 2 }], name: 'Mrs. Santos', ...fields };
    return office.call<Reservation>('POST', '/reservations', body, headers);
  };
  async function keep(event: { id: string }, fields: object = {}): Promise<Reservation> {
    const { status, data, body } = await ask(event, fields);
    if (status !== 201) throw new Error(`expected a reservation, not ${status}: ${body}`);
    return data;
  }
  const pickUp = ({ id }: { id: string }, fields: object = {}, headers: Record<string, string> = {}) => {
    const body = { customer: WINDOW, payment_method: 'CASH', ...fields };
    return office.call<Order>('POST', `/reservations/${id}/pick-up`, body, headers);
  };
  const letGo = ({ id }: { id: string }) => office.call<Reservation>('POST', `/reservations/${id}/let-go`);
  const change = ({ id }: { id: string }, body: object) => office.call<Reservation>('PUT', `/reservations/${id}`, body);
  const list = async (query: string) =>
    (await office.call<{ reservations: Reservation[]; meta: { total: number } }>('GET', `/reservations?${query}`)).data;
  const read = async ({ id }: { id: string }, event: { id: string }) => {
    const found = (await list(`event_id=${event.id}`)).reservations.find((one) => one.id === id);
    if (!found) throw new Error('the reservation is not listed');
    return found;
  };
  const inHours = (hours: number) => new Date(office.now().getTime() + hours * 3_600_000).toISOString();
  const seatsOf = async (hall: Hall, ...labels: string[]) => ({
    items: [{ section_id: hall.sectionId, seat_ids: (await seatIdsOf(office, hall))(...labels) }],
  });
  const labels = ({ items }: Reservation) => items.flatMap(({ seats }) => seats.map(({ label }) => label));

  describe('keeping', () => {
    test('answers 201 with what is kept; the places are taken for every other buyer', async () => {
      const event = await office.event({ capacity: 3, title: 'Gabi' });
      const fields = { email: 'santos@example.com', phone: '0917', note: 'Aisle', until: inHours(5) };
      const { status, data } = await ask(event, fields);
      expect(status).toBe(201);
      expect(data).toMatchObject({
        ...{ event: { id: event.id, title: 'Gabi' }, state: 'kept', name: 'Mrs. Santos', ...fields, quantity: 2 },
        items: [
          { tier_id: event.tierId, tier_name: 'General Admission', section_id: null, quantity: 2, subtotal: 1_000 },
        ],
        ...{ total_amount: 1_000, picked_up: 0, order_ids: [], created_at: office.now().toISOString() },
      });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
      expect(await office.askCheckout(event, { quantity: 2 })).toMatchObject({ code: 'not_enough_left' });
      expect(await ask(event)).toMatchObject({ status: 409, code: 'not_enough_left', field: 'items[0]' });
    });

    test('is no sale: no order, no figures, no mail, nothing at the closing', async () => {
      const event = await office.event();
      await office.sendMails();
      await keep(event, { email: 'santos@example.com' });
      const sales = await office.call('GET', `/analytics/sales?event_id=${event.id}`);
      expect(sales.data).toMatchObject({ total_orders: 0, total_tickets_sold: 0, total_revenue: 0 });
      expect((await office.call('GET', `/orders?event_id=${event.id}`)).data).toMatchObject({ orders: [] });
      expect((await office.call('GET', `/box-office/closing?event_id=${event.id}`)).data).toMatchObject({
        methods: [],
      });
      expect(await office.sendMails()).toEqual([]);
    });

    test('chooses seats where the service assigns them; staff see the name on the seat map, others do not', async () => {
      const hall = await openHall(office, rows(['A', 6]));
      const kept = await keep(hall, { ...(await seatsOf(hall, 'A-1', 'A-2')), name: 'Direktor' });
      expect(labels(kept)).toEqual(['A-1', 'A-2']);
      const map = async (headers: object = {}) => {
        const { data } = await office.call<{ sections: { rows: { kept_for: string[] | null }[] }[] }>(
          ...(['GET', `/events/${hall.id}/seats`, undefined, headers] as Parameters<typeof office.call>),
        );
        return data.sections[0]?.rows[0]?.kept_for;
      };
      expect(await map()).toEqual(['Direktor', 'Direktor', null, null, null, null]);
      const key = await office.service.newKey(office.organizationId, { scopes: ['read'] });
      expect(await map({ authorization: `Bearer ${key}` })).toBeNull();
      expect(await ask(hall, await seatsOf(hall, 'A-2'))).toMatchObject({ status: 409, code: 'seats_taken' });
      await letGo(kept);
      expect(await map()).toEqual([null, null, null, null, null, null]);
    });

    test('keeps places of a draft, which are picked up once it is on sale', async () => {
      const event = await office.event();
      const { data: draft } = await office.call<EventOnSale>('POST', `/events/${event.id}/duplicate`, {
        start_datetime: inHours(700),
      });
      const kept = await keep(draft);
      expect(await pickUp(kept)).toMatchObject({ status: 409, code: 'event_not_on_sale' });
      await office.call('PUT', `/events/${draft.id}`, { status: 'active' });
      expect(await pickUp(kept)).toMatchObject({ status: 201 });
    });

    test('does not count max_per_buyer and the times of the sale, but max_per_order', async () => {
      const event = await office.event({ max_per_buyer: 1, max_per_order: 3, sales_end_datetime: inHours(-1) });
      await keep(event, { email: 'santos@example.com' });
      await keep(event, { email: 'santos@example.com' });
      expect(await ask(event, { items: [{ quantity: 4 }] })).toMatchObject({ status: 409, code: 'max_per_order' });
    });

    test('a buyer cannot see, pay, change or end it: it is no checkout before it is picked up', async () => {
      const event = await office.event();
      const [kept, bought] = [await keep(event), await office.buy(event)];
      const code = Buffer.from(office.organizationId.replaceAll('-', '') + kept.id.replaceAll('-', ''), 'hex');
      const checkoutId = `cs_${code.toString('base64url')}`;
      expect(bought.checkoutId.slice(0, 20)).toBe(checkoutId.slice(0, 20));
      for (const path of ['', '/expire', '/release'])
        expect(await office.call(path ? 'POST' : 'GET', `/checkouts/${checkoutId}${path}`)).toMatchObject({
          status: 404,
        });
      expect((await office.browser.open(`${office.parts.publicUrl()}/c/${checkoutId}`)).status).toBe(404);
      const listed = await office.call<{ checkouts: object[] }>('GET', `/checkouts?event_id=${event.id}`);
      expect(listed.data).toMatchObject({ checkouts: [{ checkout_id: bought.checkoutId }], meta: { total: 1 } });
    });

    test.each([
      ['name', { name: ' ' }, 'invalid_field'],
      ['email', { email: 'santos' }, 'invalid_field'],
      ['items', { items: [] }, 'invalid_field'],
      ['until', { until: '2020-01-01T00:00:00Z' }, 'time_not_in_future'],
      ['until', { until: '2090-01-01T00:00:00Z' }, 'until_after_event'],
      ['items[0].section_id', { items: [{ quantity: 1, section_id: UNKNOWN_ID }] }, 'section_not_expected'],
    ])('answers 400 and names %s: %j', async (field, fields, code) => {
      expect(await ask(await office.event(), fields)).toMatchObject({ status: 400, field, code });
    });

    test('answers 409 for too many places, and for a sold out, cancelled or completed event', async () => {
      const large = await office.event({ capacity: 5_000 });
      expect(await ask(large, { items: [{ quantity: 1_001 }] })).toMatchObject({ code: 'max_per_reservation' });
      for (const status of ['sold_out', 'completed', 'cancelled']) {
        const event = await office.event();
        await office.call('PUT', `/events/${event.id}`, { status });
        expect(await ask(event)).toMatchObject({ status: 409 });
      }
    });

    test('answers 404 for an unknown event, tier or section', async () => {
      const hall = await openHall(office, rows(['A', 2]));
      expect(await ask({ id: UNKNOWN_ID })).toMatchObject({ status: 404, code: 'event_not_found' });
      expect(await ask(await office.event(), { items: [{ tier_id: UNKNOWN_ID, quantity: 1 }] })).toMatchObject({
        code: 'tier_not_found',
      });
      const elsewhere = { items: [{ section_id: UNKNOWN_ID, quantity: 1 }] };
      expect(await ask(hall, elsewhere)).toMatchObject({ status: 404, code: 'section_not_found' });
    });

    test('answers 409 to the reservation after as many as an event can have', async () => {
      const event = await office.event({ capacity: 5_000 });
      const kept = await keep(event, { items: [{ quantity: 1 }] });
      const { db, organizationId } = office;
      // Requests would take a minute: the rows are copied.
      await db.query({
        text: `with copy as (select gen_random_uuid() as id from generate_series(2, ${MOST_KEPT})),
          named as (insert into reservations select organization_id, copy.id, event_id, name, note, kept_until
                      from reservations, copy where organization_id = $1 and reservations.id = $2 returning id),
          held as (insert into checkouts (organization_id, id, event_id, quantity, subtotal_centavos, customer_name,
                     customer_email, success_url, channel, reservation_id, status, expires_at, created_at)
                   select organization_id, named.id, event_id, quantity, subtotal_centavos, customer_name, customer_email,
                     success_url, channel, named.id, status, expires_at, created_at
                     from checkouts, named where organization_id = $1 and checkouts.id = $2 returning id),
          lines as (insert into checkout_lines select organization_id, held.id, position, event_id, tier_id, section_id,
                      quantity, unit_price_centavos from checkout_lines, held
                     where organization_id = $1 and checkout_id = $2),
          tier as (update ticket_tiers set held = ${MOST_KEPT} where organization_id = $1 and event_id = $3)
          update events set held = ${MOST_KEPT} where organization_id = $1 and id = $3`,
        values: [organizationId, kept.id, event.id],
      });
      expect(await ask(event)).toMatchObject({
        status: 409,
        code: 'too_many_reservations',
        details: { max: MOST_KEPT },
      });
      expect((await list(`event_id=${event.id}&state=kept`)).meta.total).toBe(MOST_KEPT);
      await letGo(kept);
      await keep(event);
    });

    test('keeps once, and picks up once, with the same Idempotency-Key', async () => {
      const event = await office.event();
      const [first, again] = [
        await ask(event, {}, { 'idempotency-key': 'k1' }),
        await ask(event, {}, { 'idempotency-key': 'k1' }),
      ];
      expect(again.data).toEqual(first.data);
      const sold = [1, 2].map(() => pickUp(first.data, {}, { 'idempotency-key': 'k2' }));
      const answers = await Promise.all(sold);
      expect(new Set(answers.filter(({ status }) => status === 201).map(({ data }) => data.id)).size).toBe(1);
      expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
    });
  });

  describe('listing and changing', () => {
    test('lists the newest first, by event, state, and a part of the name without accents', async () => {
      const [event, other] = [await office.event(), await office.event()];
      const next = async (name: string) => {
        office.wait(0.001);
        return keep(event, { name });
      };
      const [santos, pena, gone] = [await next('Mrs. Santos'), await next('Dela Peña Family'), await next('House')];
      await keep(other);
      await letGo(gone);
      const found = async (query: string) => (await list(query)).reservations.map(({ id }) => id);
      expect(await found(`event_id=${event.id}`)).toEqual([gone.id, pena.id, santos.id]);
      expect(await found(`event_id=${event.id}&state=kept`)).toEqual([pena.id, santos.id]);
      expect(await found(`event_id=${event.id}&state=let_go`)).toEqual([gone.id]);
      expect(await found(`event_id=${event.id}&q=PENA`)).toEqual([pena.id]);
      expect(await found(`event_id=${event.id}&q=${encodeURIComponent("x' or 1=1 --")}`)).toEqual([]);
      expect(await found(`event_id=${event.id}&q=-`)).toEqual([]);
      const second = await list(`event_id=${event.id}&per_page=1&page=2`);
      expect(second).toMatchObject({ reservations: [{ id: pena.id }], meta: { total: 3, total_pages: 3 } });
      expect(await office.call('GET', '/reservations?state=open')).toMatchObject({ status: 400, field: 'state' });
      expect(await office.call('GET', `/reservations?event_id=${UNKNOWN_ID}`)).toMatchObject({ status: 404 });
    });

    test('changes the person, the note and the time; the log has no personal data', async () => {
      const event = await office.event();
      const kept = await keep(event, { until: inHours(1) });
      const fields = { name: 'Liza Santos', email: 'liza@example.com', phone: '0918', note: 'Wheelchair' };
      office.wait(0.001);
      const changed = await change(kept, { ...fields, until: inHours(9) });
      expect(changed).toMatchObject({ status: 200, data: { ...fields, until: inHours(9), state: 'kept' } });
      expect(await read(kept, event)).toEqual(changed.data);
      office.wait(2 * 3_600);
      await office.sweep();
      expect(await read(kept, event)).toMatchObject({ state: 'kept' });
      expect(await change(kept, { until: null, note: null })).toMatchObject({ data: { until: null, note: null } });
      const { data } = await office.call<{ changes: { action: string; before: object; after: object }[] }>(
        'GET',
        `/audit-log?subject_id=${kept.id}`,
      );
      expect(data.changes.map(({ action }) => action)).toEqual([
        ...['reservation.updated', 'reservation.updated', 'reservation.created'],
      ]);
      expect(JSON.stringify(data)).not.toMatch(/Santos|liza|0918|Wheelchair/);
    });

    test('answers 400 for a bad time, and 409 once the places are no longer kept', async () => {
      const event = await office.event();
      const kept = await keep(event);
      expect(await change(kept, { until: inHours(-1) })).toMatchObject({ status: 400, code: 'time_not_in_future' });
      expect(await change(kept, { until: inHours(9_000) })).toMatchObject({ status: 400, code: 'until_after_event' });
      expect(await change(kept, { name: null })).toMatchObject({ status: 400, field: 'name' });
      await letGo(kept);
      expect(await change(kept, { note: 'x' })).toMatchObject({
        code: 'reservation_not_kept',
        details: { state: 'let_go' },
      });
    });
  });

  describe('picking up', () => {
    test.each([
      ['CASH', 1_000],
      ['EXTERNAL', 1_000],
      ['COMP', 0],
    ])('%s: an order of exactly the places, with mail, figures and closing', async (payment_method, total) => {
      const event = await office.event({ capacity: 2 });
      const kept = await keep(event, { email: 'santos@example.com' });
      await office.sendMails();
      const { status, data } = await pickUp(kept, {
        customer: undefined,
        payment_method,
        reference: 'OR-1',
        note: 'n',
      });
      expect(status).toBe(201);
      expect(data).toMatchObject({
        ...{ quantity: 2, total_amount: total, payment_method, reference: 'OR-1', note: 'n', status: 'paid' },
        customer: { name: 'Mrs. Santos', email: 'santos@example.com' },
      });
      expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
      expect((await office.sendMails()).map(({ to }) => to.join())).toEqual(['santos@example.com']);
      const sales = await office.call('GET', `/analytics/sales?event_id=${event.id}`);
      expect(sales.data).toMatchObject({ total_orders: 1, total_tickets_sold: 2, total_revenue: total });
      const closing = await office.call('GET', `/box-office/closing?event_id=${event.id}`);
      expect(closing.data).toMatchObject({ methods: [{ payment_method, orders: 1, tickets: 2, total }] });
      expect(await read(kept, event)).toMatchObject({ state: 'picked_up', picked_up: 2, order_ids: [data.id] });
      expect(await pickUp(kept)).toMatchObject({ code: 'reservation_not_kept', details: { state: 'picked_up' } });
      expect(await letGo(kept)).toMatchObject({ status: 409, code: 'reservation_not_kept' });
    });

    test('costs what it cost when it was kept, though the tier is dearer, inactive, or renamed now', async () => {
      const event = await office.event();
      const kept = await keep(event);
      await office.tier(event);
      await office.call('PUT', `/tiers/${event.tierId}`, { price: 900, is_active: false, name: 'Late' });
      expect(await office.call('DELETE', `/tiers/${event.tierId}`)).toMatchObject({ status: 409 });
      expect(await read(kept, event)).toMatchObject({ items: [{ tier_name: 'Late', unit_price: 500 }] });
      expect(await pickUp(kept)).toMatchObject({ status: 201, data: { total_amount: 1_000 } });
    });

    test('takes a part: the rest stays kept, until it is picked up or let go', async () => {
      const event = await office.event({ max_per_buyer: 9 });
      const vip = await office.tier(event);
      const kept = await keep(event, { items: [{ quantity: 3 }, { tier_id: vip, quantity: 2 }] });
      const items = [{ tier_id: event.tierId, quantity: 2 }];
      const first = await pickUp(kept, { items, attendees: [{ name: 'Ben' }] });
      expect(first).toMatchObject({ status: 201, data: { quantity: 2, total_amount: 1_000 } });
      expect(first.data.tickets[0]?.attendee).toMatchObject({ name: 'Ben' });
      expect(await read(kept, event)).toMatchObject({
        ...{ state: 'kept', quantity: 3, total_amount: 3_500, picked_up: 2, order_ids: [first.data.id] },
        items: [
          { tier_id: event.tierId, quantity: 1 },
          { tier_id: vip, quantity: 2 },
        ],
      });
      expect(await office.counters(event)).toEqual({ sold: 2, held: 3 });
      office.wait(0.001);
      const second = await pickUp(kept, { items: [{ tier_id: vip, quantity: 1 }], payment_method: 'COMP' });
      expect(await letGo(kept)).toMatchObject({ status: 200, data: { state: 'let_go', picked_up: 3 } });
      expect((await read(kept, event)).order_ids).toEqual([first.data.id, second.data.id]);
      expect(await office.counters(event)).toEqual({ sold: 3, held: 0 });
    });

    test('takes the chosen ones of kept seats', async () => {
      const hall = await openHall(office, rows(['A', 6]));
      const kept = await keep(hall, await seatsOf(hall, 'A-1', 'A-2', 'A-3', 'A-4'));
      const ids = kept.items[0]?.seats.map(({ seat_id }) => seat_id) ?? [];
      const some = { items: [{ tier_id: hall.tierId, seat_ids: [ids[2], ids[0]] }], payment_method: 'COMP' };
      const { data } = await pickUp(kept, some);
      expect(data.tickets.map(({ row, seat }) => `${row}-${seat}`)).toEqual(['A-3', 'A-1']);
      expect(labels(await read(kept, hall))).toEqual(['A-2', 'A-4']);
      expect(await pickUp(kept, some)).toMatchObject({
        status: 409,
        code: 'seat_not_kept',
        field: 'items[0].seat_ids[0]',
      });
      const last = await pickUp(kept, { items: [{ tier_id: hall.tierId, quantity: 2 }] });
      expect(last.data.tickets.map(({ seat }) => seat)).toEqual([2, 4]);
      expect(await office.counters(hall)).toEqual({ sold: 4, held: 0 });
    });

    test('takes chosen seats with a null in the place of the quantity, as POST /checkouts does', async () => {
      const hall = await openHall(office, rows(['A', 6]));
      const kept = await keep(hall, await seatsOf(hall, 'A-1', 'A-2'));
      const seat_ids = kept.items[0]?.seats.map(({ seat_id }) => seat_id) ?? [];
      const items = [{ tier_id: hall.tierId, seat_ids, quantity: null }];
      expect(await pickUp(kept, { items, payment_method: 'COMP' })).toMatchObject({ status: 201 });
    });

    test('finds the chosen ones in each section of their tier', async () => {
      const event = await office.event();
      const section = (label: string, row: string) => ({ label, tier_ids: [event.tierId], rows: rows([row, 2]) });
      await seat(office, event, [section('Lower', 'A'), section('Upper', 'B')]);
      const { data } = await office.call<SeatMap>('GET', `/events/${event.id}/seats`);
      const items = data.sections.map(({ id: section_id }) => ({ section_id, tier_id: event.tierId, quantity: 2 }));
      const kept = await keep(event, { items });
      const seat_ids = (await seatIdsOf(office, event))('B-2');
      const sold = await pickUp(kept, { items: [{ tier_id: event.tierId, seat_ids }], payment_method: 'COMP' });
      expect(sold.data.tickets.map(({ row, seat: number }) => `${row}-${number}`)).toEqual(['B-2']);
      expect(labels(await read(kept, event))).toEqual(['A-1', 'A-2', 'B-1']);
    });

    test('gives attendees the tickets in the order of the items and seats of the request', async () => {
      const attendees = [{ name: 'First' }, { name: 'Second' }];
      const event = await office.event();
      const standing = { tier_id: event.tierId, quantity: 1 };
      const vip = { tier_id: await office.tier(event), quantity: 1 };
      const sold = await pickUp(await keep(event, { items: [standing, vip] }), { items: [vip, standing], attendees });
      expect(sold.data.tickets.map(({ amount, attendee }) => [amount, attendee?.name])).toEqual([
        [1_500, 'First'],
        [500, 'Second'],
      ]);
      const hall = await openHall(office, rows(['A', 6]));
      const kept = await keep(hall, await seatsOf(hall, 'A-1', 'A-2'));
      const seat_ids = (await seatIdsOf(office, hall))('A-2', 'A-1');
      const seated = await pickUp(kept, { items: [{ tier_id: hall.tierId, seat_ids }], attendees });
      expect(seated.data.tickets.map(({ seat, attendee }) => [seat, attendee?.name])).toEqual([
        [2, 'First'],
        [1, 'Second'],
      ]);
    });

    test('answers the questions of the event, which may stay open', async () => {
      const event = await office.event();
      const asked = { asked_of: 'order', kind: 'text', label: 'Company', required: true };
      const { data: question } = await office.call<{ id: string }>('POST', `/events/${event.id}/questions`, asked);
      const answers = [{ question_id: question.id, value: 'Lakbay' }];
      const { data, body } = await pickUp(await keep(event), { answers });
      expect(data, body).toMatchObject({ answers: [{ question_id: question.id, value: 'Lakbay' }] });
      expect(await pickUp(await keep(event))).toMatchObject({ status: 201 });
      const wrong = { answers: [{ question_id: UNKNOWN_ID, value: 'x' }] };
      expect(await pickUp(await keep(event), wrong)).toMatchObject({ status: 400, code: 'question_not_asked' });
    });

    test('answers 400 without any address, 400 and 409 for places that are not kept: nothing is sold', async () => {
      const event = await office.event();
      const kept = await keep(event);
      const vip = await office.tier(event);
      const items = (...list: object[]) => ({ items: list });
      const one = { tier_id: event.tierId, quantity: 1 };
      for (const [fields, refusal] of [
        [{ customer: undefined }, { status: 400, code: 'buyer_email_required', field: 'customer.email' }],
        [{ payment_method: 'CARD' }, { status: 400, field: 'payment_method' }],
        [{ attendees: [{}, {}, { name: 'Ben' }] }, { status: 400, code: 'too_many_attendees' }],
        [items({ ...one, quantity: 3 }), { status: 409, code: 'fewer_places_kept', details: { left: 2 } }],
        [items({ ...one, tier_id: vip }), { status: 409, code: 'fewer_places_kept', field: 'items[0]' }],
        [items(one, one), { status: 400, code: 'same_item_twice' }],
        [{ total_amount: 500 }, { status: 409, code: 'sale_total_changed', details: { total_amount: 1_000 } }],
        [items({ tier_id: event.tierId }), { status: 400, code: 'missing_field' }],
        [items({ tier_id: event.tierId, seat_ids: [UNKNOWN_ID] }), { status: 409, code: 'seat_not_kept' }],
      ] as const)
        expect(await pickUp(kept, fields)).toMatchObject(refusal);
      expect(await office.counters(event)).toEqual({ sold: 0, held: 2 });
    });
  });

  describe('ending', () => {
    test('lets places go at once: first to the waiting list', async () => {
      const line = openLine(office);
      const event = await office.event({ capacity: 2 });
      const kept = await keep(event, { items: [{ quantity: 1 }] });
      await office.buy(event);
      await line.join(event);
      expect(await letGo(kept)).toMatchObject({ status: 200, data: { state: 'let_go', quantity: 1 } });
      expect(await letGo(kept)).toMatchObject({ status: 200, data: { state: 'let_go' } });
      expect(await ask(event, { items: [{ quantity: 1 }] })).toMatchObject({ status: 409 });
      expect(await office.offerPlaces()).toBe(1);
    });

    test('ends by itself at its time, before anything sweeps it', async () => {
      const event = await office.event({ capacity: 2 });
      const kept = await keep(event, { until: inHours(1) });
      office.wait(3_600);
      expect(await read(kept, event)).toMatchObject({ state: 'ended', quantity: 2, picked_up: 0 });
      expect(await pickUp(kept)).toMatchObject({ status: 409, details: { state: 'ended' } });
      expect(await change(kept, { until: inHours(1) })).toMatchObject({ status: 409 });
      expect(await letGo(kept)).toMatchObject({ status: 200, data: { state: 'ended' } });
      await office.buy(event, { quantity: 2 });
      expect(await office.counters(event)).toEqual({ sold: 2, held: 0 });
      // No program has ever heard of its checkout.
      expect(
        await office.db.query(sql`select from notifications where organization_id = ${office.organizationId}
          and type = 'checkout.expired' and body like ${`%${event}%`}`),
      ).toEqual([]);
    });

    test.each([
      ['completed', 'ended'],
      ['cancelled', 'let_go'],
    ])('ends with the event: %s', async (status, state) => {
      const event = await office.event();
      const [forever, timed] = [await keep(event), await keep(event, { until: inHours(9) })];
      await office.call('PUT', `/events/${event.id}`, { status });
      for (const kept of [forever, timed]) {
        expect(await read(kept, event)).toMatchObject({ state });
        expect(await pickUp(kept)).toMatchObject({ status: 409, code: 'reservation_not_kept', details: { state } });
      }
      await office.sweep();
      expect(await office.counters(event)).toEqual(FREE_AGAIN);
    });

    test('keeps the person as long as the places; erasure then removes name, address and note', async () => {
      const event = await office.event();
      const email = 'forget@example.com';
      const kept = await keep(event, { email, note: 'Wheelchair' });
      const exported = await office.call('POST', '/buyers/export', { email });
      const reservation = { name: 'Mrs. Santos', note: 'Wheelchair', until: null };
      expect(exported.data).toMatchObject({ purchases: [{ customer: { email }, reservation }] });
      expect(await office.callAsOwner('POST', '/buyers/erase', { email })).toMatchObject({ status: 409 });
      await letGo(kept);
      expect(await office.callAsOwner('POST', '/buyers/erase', { email })).toMatchObject({ status: 200 });
      expect(await read(kept, event)).toMatchObject({ name: 'Erased', note: null });
    });
  });

  test.each(['read', 'sell', 'door'] as const)('answers 403 to a key with the scope %s', async (scope) => {
    const key = await office.service.newKey(office.organizationId, { scopes: [scope] });
    const answer = await office.call('GET', '/reservations', undefined, { authorization: `Bearer ${key}` });
    expect(answer.status).toBe(403);
  });
});
