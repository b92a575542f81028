import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bought, type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';

const BUYERS = {
  maria: { name: 'María Luisa Peña', email: 'luisa.pena_98@example.com', phone: '+63 917 123 4567' },
  juan: { name: "Juan dela Cruz-O'Neil", email: 'JDC+gigs@Company.ph', phone: '0918-765-4321' },
  ana: { name: 'ANA REYES', email: 'ana@example.com', phone: undefined },
  zhanna: { name: 'Жанна Ли', email: 'zh@example.com', phone: undefined },
};
type Buyer = keyof typeof BUYERS;

describe('search by q', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  let other: EventOnSale;
  const bought = {} as Record<Buyer, Bought>;
  const nameOf = (orderId: string) => Object.entries(bought).find(([, { orderId: id }]) => id === orderId)?.[0];

  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event();
    other = await office.event();
    for (const [buyer, customer] of Object.entries(BUYERS)) {
      bought[buyer as Buyer] = await office.buy(event, { quantity: 2, customer });
      office.wait(1);
    }
    await office.buy(other, { customer: BUYERS.ana });
  });
  afterAll(() => office.close());

  interface Orders {
    orders: { id: string }[];
    meta: { total: number; has_more: boolean };
  }
  interface Attendees {
    attendees: { ticket_id: string; customer: { name: string } }[];
    meta: { total: number };
  }
  const orders = async (q: string, more = `&event_id=${event.id}`) =>
    (await office.call<Orders>('GET', `/orders?q=${encodeURIComponent(q)}${more}`)).data;
  const attendees = async (q: string, more = '') =>
    (await office.call<Attendees>('GET', `/events/${event.id}/attendees?q=${encodeURIComponent(q)}${more}`)).data;

  test.each<[string, Buyer[]]>([
    ['maria', ['maria']],
    ['MARÍA', ['maria']],
    ['pena', ['maria']],
    ['Peña', ['maria']],
    ['Pe', ['maria']],
    ['luisa maria', ['maria']],
    ['maria cruz', []],
    ['98', ['maria']],
    ['luisa.pena_98@example.com', ['maria']],
    ['luisa@exam', ['maria']],
    ['@example.com', ['zhanna', 'ana', 'maria']],
    ['@company', ['juan']],
    ['JDC', ['juan']],
    ['jdc+gigs@company.ph', ['juan']],
    ["o'neil", ['juan']],
    ['cruz', ['juan']],
    ['dela cruz', ['juan']],
    ['ruz', []],
    ['Жанна', ['zhanna']],
    ['0917 123 4567', ['maria']],
    ['+63917123', ['maria']],
    ['09187', ['juan']],
    ['ana', ['ana']],
    ['  ana   reyes ', ['ana']],
    ['r', ['ana']],
    ["'", []],
    ["' | 'ana' & \\ !:*", ['ana']],
    ['@', []],
    ['%', []],
    ['nobody', []],
  ])('%o finds %o, among orders newest first and among attendees', async (q, buyers) => {
    const found = await orders(q);
    expect(found.orders.map(({ id }) => nameOf(id))).toEqual(buyers);
    expect(found.meta.total).toBe(buyers.length);
    const { attendees: tickets, meta } = await attendees(q);
    expect(tickets.map(({ ticket_id }) => ticket_id)).toEqual(
      buyers.toReversed().flatMap((buyer) => bought[buyer].ticketIds),
    );
    expect(meta.total).toBe(2 * buyers.length);
  });

  test('finds an order by its id, and by one of its ticket numbers in any spelling', async () => {
    const { orderId, ticketIds } = bought.juan;
    const { data: ticket } = await office.call<{ ticket_number: string }>('GET', `/tickets/${ticketIds[1]}`);
    for (const q of [
      orderId,
      orderId.toUpperCase(),
      ticket.ticket_number,
      ticket.ticket_number.toLowerCase().replace('-', ' '),
    ])
      expect((await orders(q)).orders.map(({ id }) => id)).toEqual([orderId]);
    expect((await attendees(orderId)).attendees.map(({ ticket_id }) => ticket_id)).toEqual(ticketIds);
    expect((await attendees(ticket.ticket_number)).attendees.map(({ ticket_id }) => ticket_id)).toEqual([ticketIds[1]]);
  });

  test('treats ten letters that are not a ticket number as a name', async () => {
    const customer = { name: 'Magtanggay Reyes', email: 'm@example.com' };
    const { orderId } = await office.buy(other, { customer });
    expect((await orders('magtanggay', '')).orders.map(({ id }) => id)).toEqual([orderId]);
  });

  test('finds a new order at once, with filters by event and status, and in pages', async () => {
    expect((await orders('ana', '')).meta.total).toBe(2);
    const first = await orders('example', '&per_page=2');
    expect(first.meta).toMatchObject({ total: 0 });
    const pages = [await orders('@example', '&per_page=2'), await orders('@example', '&per_page=2&page=2')];
    expect(pages.map(({ orders: list }) => list.length)).toEqual([2, 2]);
    expect(new Set(pages.flatMap(({ orders: list }) => list.map(({ id }) => id))).size).toBe(4);
    expect((await orders('@example', '&page=9')).meta.total).toBe(5);
    await office.call('POST', `/tickets/${bought.ana.ticketIds[0]}/check-in`);
    expect((await attendees('ana', '&status=checked_in')).meta.total).toBe(1);
  });

  test('allows any name to buy, however long its words become in the index', async () => {
    const customer = { name: '\u{1d160}'.repeat(200), email: `${'a'.repeat(200)}@${'b'.repeat(40)}.example` };
    const { orderId } = await office.buy(other, { customer });
    for (const q of [customer.name, customer.email, 'a'.repeat(200)])
      expect((await office.call('GET', `/orders?q=${encodeURIComponent(q.slice(0, 400))}`)).status).toBeLessThan(500);
    expect((await orders('a'.repeat(50), '')).orders.map(({ id }) => id)).toEqual([orderId]);
  });

  describe('by an attendee who is not the buyer', () => {
    let festival: EventOnSale;
    let order: Bought;

    beforeAll(async () => {
      festival = await office.event();
      const attendees = [
        { name: 'Dolores Peña', email: 'lola@kapamilya.example' },
        { name: 'Berto' },
        { email: 'x@solo.example' },
      ];
      order = await office.buy(festival, { quantity: 4, customer: BUYERS.juan, attendees });
      await office.buy(festival, { quantity: 2, customer: BUYERS.maria });
    });

    const ticketsFound = async (q: string, more = '') => {
      const path = `/events/${festival.id}/attendees?q=${encodeURIComponent(q)}${more}`;
      const { data } = await office.call<Attendees>('GET', path);
      return { ids: data.attendees.map(({ ticket_id }) => ticket_id), total: data.meta.total };
    };

    test.each([
      ['dolores', [0]],
      ['PENA dol', [0]],
      ['lola', [0]],
      ['@kapamilya', [0]],
      ['bert', [1]],
      ['x@solo.example', [2]],
      ['olores', []],
      ['juan dolores', []],
    ])('%s finds the ticket, and its order', async (q, positions) => {
      const ids = positions.map((position) => order.ticketIds[position]);
      expect(await ticketsFound(q)).toEqual({ ids, total: ids.length });
      expect(await ticketsFound(q, '&status=valid')).toEqual({ ids, total: ids.length });
      const found = await orders(q, `&event_id=${festival.id}`);
      expect(found.orders.map(({ id }) => id)).toEqual(positions.map(() => order.orderId));
      expect(found.meta.total).toBe(positions.length);
    });

    test('finds a ticket once, beside those that buyers of that name bought, in pages', async () => {
      const { ids, total } = await ticketsFound('pena');
      expect([ids.length, new Set(ids).size, total]).toEqual([3, 3, 3]);
      const pages = [await ticketsFound('pena', '&per_page=2'), await ticketsFound('pena', '&per_page=2&page=2')];
      expect(pages).toEqual([
        { ids: ids.slice(0, 2), total: 3 },
        { ids: ids.slice(2), total: 3 },
      ]);
      const found = await orders('pena', `&event_id=${festival.id}&per_page=1`);
      expect(found.meta).toMatchObject({ total: 2, has_more: true });
    });
  });

  test('finds nothing of another organization', async () => {
    const headers = { authorization: `Bearer ${office.others.key}` };
    for (const q of ['maria', 'dolores', '@example.com', '0917 123 4567', bought.maria.orderId]) {
      const { data } = await office.call<Orders>('GET', `/orders?q=${encodeURIComponent(q)}`, undefined, headers);
      expect(data).toMatchObject({ orders: [], meta: { total: 0 } });
    }
  });

  test('answers 400 to a blank q and to one that is too long', async () => {
    const message = 'q must be a string of 1 to 200 characters, not blank';
    for (const q of ['', '%20', 'a'.repeat(201)]) {
      expect(await office.call('GET', `/orders?q=${q}`)).toMatchObject({ status: 400, code: 'invalid_field', message });
      expect(await office.call('GET', `/events/${event.id}/attendees?q=${q}`)).toMatchObject({
        status: 400,
        code: 'invalid_field',
        message,
      });
    }
  });
});
