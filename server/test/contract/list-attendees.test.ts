import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, CUSTOMER, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { csvRows } from '../readers/csv-lines.ts';

interface Attendee {
  ticket_id: string;
  ticket_number: string;
  status: string;
}
interface AttendeeList {
  event: object;
  attendees: Attendee[];
  meta: object;
}

describe('GET /events/{id}/attendees', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  /** In order of purchase, then ticket number: a valid one, a used one, a refunded one. */
  let tickets: string[];

  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event({ price: 45.5 });
    const first = await office.buy(event, { quantity: 2 });
    office.wait(1);
    const second = await office.buy(event);
    tickets = [...first.ticketIds, ...second.ticketIds];
    await office.call('POST', `/tickets/${tickets[1]}/check-in`);
    await office.call('POST', `/tickets/${tickets[2]}/refund`);
    await office.checkout(event);
    await office.buy(await office.event());
  });
  afterAll(() => office.close());

  const list = (query = '') => office.call<AttendeeList>('GET', `/events/${event.id}/attendees${query}`);
  const ids = (attendees: Attendee[]) => attendees.map(({ ticket_id }) => ticket_id);

  test('answers the event, every ticket in order of purchase and then number, and a short meta', async () => {
    const { status, data } = await list();
    expect(status).toBe(200);
    expect(data).toMatchObject({ event: { id: event.id, title: event.title } });
    expect(ids(data.attendees)).toEqual(tickets);
    expect(data.meta).toEqual({ page: 1, total: 3, has_more: false });
    const [first, second] = data.attendees;
    expect((first?.ticket_number ?? '') < (second?.ticket_number ?? '')).toBe(true);
  });

  test('shows exactly the fields of an attendee, and checked_in where the ticket says used', async () => {
    const { data } = await list();
    expect(data.attendees.map(({ status }) => status)).toEqual(['valid', 'checked_in', 'refunded']);
    expect(data.attendees[1]).toEqual({
      ticket_id: tickets[1],
      ticket_number: expect.any(String),
      order_number: expect.any(String),
      status: 'checked_in',
      checked_in_at: office.now().toISOString(),
      customer: { name: CUSTOMER.name, email: CUSTOMER.email },
      attendee: null,
      tier: { name: 'General Admission', price: 45.5 },
      amount: 45.5,
      ...{ section: null, row: null, seat: null },
      revision: 1,
      answers: [],
    });
    expect((await office.call('GET', `/tickets/${tickets[1]}`)).data.status).toBe('used');
  });

  test.each([
    ['valid', 0],
    ['checked_in', 1],
    ['refunded', 2],
  ])('filters by %s', async (status, index) => {
    const { data } = await list(`?status=${status}`);
    expect(ids(data.attendees)).toEqual([tickets[index]]);
    expect(data.meta).toMatchObject({ total: 1 });
  });

  test('filters by cancelled', async () => {
    const other = await office.event();
    await office.buy(other);
    await office.cancelEvent(other);
    const { data } = await office.call<AttendeeList>('GET', `/events/${other.id}/attendees?status=cancelled`);
    expect(data.attendees).toMatchObject([{ status: 'cancelled' }]);
    expect((await list('?status=cancelled')).data.attendees).toEqual([]);
  });

  test('is paged, and empty past the end with the true total', async () => {
    const first = await list('?per_page=2');
    expect(first.data.meta).toEqual({ page: 1, total: 3, has_more: true });
    const second = await list('?per_page=2&page=2');
    expect(ids([...first.data.attendees, ...second.data.attendees])).toEqual(tickets);
    expect(second.data.meta).toEqual({ page: 2, total: 3, has_more: false });
    const past = await list('?page=3');
    expect(past).toMatchObject({ status: 200, data: { attendees: [], meta: { page: 3, total: 3, has_more: false } } });
  });

  test('is empty for an event without sales', async () => {
    const { data } = await office.call('GET', `/events/${(await office.event()).id}/attendees`);
    expect(data).toMatchObject({ attendees: [], meta: { page: 1, total: 0, has_more: false } });
  });

  test.each([
    ['?status=used', 'status must be one of valid, checked_in, refunded, cancelled'],
    ['?status=', 'status must be one of valid, checked_in, refunded, cancelled'],
    ['?per_page=101', 'per_page must be an integer from 1 to 100'],
    ['?per_page=0', 'per_page must be an integer from 1 to 100'],
    ['?page=0', 'page must be an integer of at least 1'],
  ])('answers 400 to %s', async (query, message) => {
    expect(await list(query)).toMatchObject({ status: 400, message });
  });

  test('answers 404 to an unknown event and 400 to a malformed id', async () => {
    const unknown = await office.call('GET', '/events/0190a000-0000-7000-8000-000000000000/attendees');
    expect(unknown).toMatchObject({ status: 404, code: 'event_not_found', message: 'Event not found' });
    expect(await office.call('GET', '/events/7/attendees')).toMatchObject({ status: 400, code: 'invalid_field' });
  });

  test('is narrowed by tier and by the time of the purchase, like its CSV', async () => {
    const other = await office.event();
    const vip = await office.tier(other);
    const { ticketIds } = await office.buy(other, { tier_id: vip, quantity: 2 });
    const at = office.now().toISOString();
    office.wait(1);
    await office.buy(other);
    const found = async (query: string) => {
      const { data } = await office.call<AttendeeList>('GET', `/events/${other.id}/attendees?${query}`);
      expect(data.meta).toMatchObject({ total: data.attendees.length });
      const { body } = await office.call('GET', `/events/${other.id}/attendees.csv?${query}`);
      expect(csvRows(body).map(({ ticket_id: id }) => id)).toEqual(ids(data.attendees));
      return ids(data.attendees);
    };
    expect((await found(`tier_id=${vip}`)).toSorted()).toEqual(ticketIds.toSorted());
    expect((await found(`to=${at}`)).toSorted()).toEqual(ticketIds.toSorted());
    expect(await found(`from=${at}`)).toHaveLength(3);
    expect(await found(`tier_id=${other.tierId}&status=valid&from=2027-02-01`)).toHaveLength(1);
    expect(await found(`tier_id=${vip}&status=refunded`)).toEqual([]);
    const { data } = await office.call<AttendeeList>('GET', `/events/${other.id}/attendees?q=ana&tier_id=${vip}`);
    expect(data.attendees).toHaveLength(2);
    expect(await list(`?tier_id=${vip}`)).toMatchObject({ status: 404, code: 'tier_not_found' });
    expect(await list('?from=2027-02-02&to=2027-02-01')).toMatchObject({ status: 400, code: 'fields_out_of_order' });
  });
});
