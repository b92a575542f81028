import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CUSTOMER, useBoxOffice } from '../fixtures/box-office.ts';
import { csvLines } from '../readers/csv-lines.ts';
import { readPdf } from '../readers/pdf-reader.ts';

const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const CARLA = { name: 'Carla Dizon', email: null };

const office = await useBoxOffice();

describe('attendees of POST /checkouts', () => {
  interface Read {
    attendee: { name: string | null; email: string | null } | null;
    customer: { name: string; email: string };
    ticket_number: string;
    ticket_url: string;
  }
  const ticket = async (id: string) => (await office.call<Read>('GET', `/tickets/${id}`)).data;
  const ordered = (tickets: Read[]) => tickets.toSorted((a, b) => (a.ticket_number < b.ticket_number ? -1 : 1));
  const ticketsOf = async (ids: string[]) => ordered(await Promise.all(ids.map(ticket)));

  test('are put on the tickets in order; the other tickets have none, and the customer stays the buyer', async () => {
    const event = await office.event();
    const { ticketIds, checkoutId, orderId } = await office.buy(event, { quantity: 3, attendees: [BEN, CARLA] });
    const tickets = await ticketsOf(ticketIds);
    expect(tickets.map(({ attendee }) => attendee)).toEqual([BEN, CARLA, null]);
    const { name, email } = CUSTOMER;
    for (const { customer } of tickets) expect(customer).toEqual({ name, email });
    const state = (await office.call<Record<string, unknown>>('GET', `/checkouts/${checkoutId}`)).data;
    expect(state.attendees).toEqual([BEN, CARLA]);
    const order = (await office.call<{ customer: unknown; tickets: Read[] }>('GET', `/orders/${orderId}`)).data;
    expect(order.customer).toEqual(CUSTOMER);
    expect(order.tickets.map(({ attendee }) => attendee)).toEqual([BEN, CARLA, null]);
    expect(await office.notifications('ticket.purchased')).toMatchObject(
      Array.from({ length: 3 }, () => ({ data: { customer: { name } } })),
    );
  });

  test('are in the list of attendees and its CSV, beside the customer', async () => {
    const event = await office.event();
    await office.buy(event, { quantity: 2, attendees: [BEN] });
    const { attendees } = (await office.call<{ attendees: Read[] }>('GET', `/events/${event.id}/attendees`)).data;
    const { name, email } = CUSTOMER;
    expect(attendees).toMatchObject([
      { attendee: BEN, customer: { name, email } },
      { attendee: null, customer: { name, email } },
    ]);
    const [head = [], ...lines] = csvLines((await office.call('GET', `/events/${event.id}/attendees.csv`)).body);
    const column = (named: string) => lines.map((line) => line[head.indexOf(named)]);
    expect(column('attendee_name')).toEqual([BEN.name, '']);
    expect(column('attendee_email')).toEqual([BEN.email, '']);
    expect(column('customer_name')).toEqual([name, name]);
  });

  test('are in the door list, beside the customer', async () => {
    const { ticketIds } = await office.buy(await office.event(), { quantity: 2, attendees: [BEN] });
    const [first, second] = await ticketsOf(ticketIds);
    const scan = async (code = '') => (await office.call('POST', '/tickets/check-in', { code })).data;
    const customer = { name: CUSTOMER.name };
    expect(await scan(first?.ticket_number)).toMatchObject({ customer, attendee: { name: BEN.name } });
    expect(await scan(second?.ticket_number)).toMatchObject({ customer, attendee: null });
    const [told] = await office.notifications('ticket.checked_in');
    expect(Object.keys(told?.data ?? {})).toEqual(['ticket_id', 'event_id', 'customer', 'checked_in_at']);
  });

  test('are shown on the pages and in the PDFs', async () => {
    const { ticketIds, orderId } = await office.buy(await office.event(), { quantity: 2, attendees: [BEN] });
    const [first, second] = await ticketsOf(ticketIds);
    const bens = await office.browser.open(first?.ticket_url ?? '');
    expect(bens.text).toContain('Name Ben Cruz');
    expect(bens.text).not.toContain(CUSTOMER.name);
    expect((await office.browser.open(second?.ticket_url ?? '')).text).toContain(`Name ${CUSTOMER.name}`);
    const url = String((await office.call('GET', `/orders/${orderId}`)).data.tickets_url);
    expect((await office.browser.open(url)).text).toMatch(/Ben Cruz.*Ana Reyes/);
    const pdf = await office.inject({ method: 'GET', url: `${new URL(url).pathname}/tickets.pdf` });
    const pages = await readPdf(pdf.rawPayload);
    expect(pages.map(({ text }) => [text.includes(BEN.name), text.includes(CUSTOMER.name)])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test.each([
    [[BEN, BEN], 1, 'attendees must have at most one entry per ticket that admits (quantity: 1)'],
    [
      [{ name: ' ' }],
      1,
      'attendees[0].name must be a string of 1 to 200 characters, not blank, without line breaks and web addresses',
    ],
    [[{ email: 'ben' }], 1, 'attendees[0].email must be an e-mail address of at most 254 characters'],
    ['Ben', 1, 'attendees must be an array of at most 100 items'],
    [Array.from({ length: 101 }, () => BEN), 101, 'attendees must be an array of at most 100 items'],
  ])('refuse %j for %d tickets', async (attendees, quantity, message) => {
    const event = await office.event({ capacity: 200 });
    expect(await office.askCheckout(event, { attendees, quantity })).toMatchObject({ status: 400, message });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('can be left out, null or empty', async () => {
    const event = await office.event();
    for (const attendees of [undefined, null, [], [{}], [{ name: null, email: null }]]) {
      const { ticketIds, checkoutId } = await office.buy(event, { quantity: 2, attendees });
      expect((await ticketsOf(ticketIds)).map(({ attendee }) => attendee)).toEqual([null, null]);
      expect((await office.call<Record<string, unknown>>('GET', `/checkouts/${checkoutId}`)).data.attendees).toEqual(
        [],
      );
    }
  });

  test('put each entry on the ticket of its position, whatever the others are', async () => {
    const event = await office.event({ capacity: 1_000_000, price: 0 });
    const person = fc.record({
      name: fc.option(
        fc
          .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
          .filter((text) => /\S/.test(text) && !text.includes('\0')),
      ),
      email: fc.option(fc.constantFrom('a@example.com', 'B@example.com', CUSTOMER.email)),
    });
    const party = fc
      .integer({ min: 1, max: 6 })
      .chain((quantity) =>
        fc.record({ quantity: fc.constant(quantity), attendees: fc.array(person, { maxLength: quantity }) }),
      );
    await fc.assert(
      fc.asyncProperty(party, async ({ quantity, attendees }) => {
        const { ticketIds } = await office.buy(event, { quantity, attendees });
        const shown = (await ticketsOf(ticketIds)).map(({ attendee }) => attendee);
        const wanted = Array.from({ length: quantity }, (_, index) => {
          const { name = null, email = null } = attendees[index] ?? {};
          return name === null && email === null ? null : { name: name?.trim() ?? null, email };
        });
        expect(shown).toEqual(wanted);
      }),
      { numRuns: 25 },
    );
  });

  test('are limited to 100: an event that requires them refuses a larger order', async () => {
    const event = await office.event({ capacity: 200, attendee_details: 'required' });
    expect(await office.askCheckout(event, { quantity: 101 })).toMatchObject({
      status: 409,
      code: 'max_per_order',
      message: 'This event requires attendee details, so at most 100 tickets can be bought in one order',
    });
    expect(await office.askCheckout(event, { quantity: 100 })).toMatchObject({ status: 201 });
  });
});
