import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

interface Door {
  event: object;
  keys: { kty: string; crv: string; x: string }[];
  tickets: { id: string; status: string; revision: number; ticket_number: string; checked_in_at: string | null }[];
  next_since: string;
  meta: { total: number; has_more: boolean };
}

describe('GET /events/{id}/door', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event({ venue_name: 'The Circuit' });
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.close());

  const read = async (query = '') => (await office.call<Door>('GET', `/events/${event.id}/door${query}`)).data;
  const since = (time: string) => read(`?since=${encodeURIComponent(time)}`);
  const ids = ({ tickets }: Door) => tickets.map(({ id }) => id);
  const act = (ticketId: string, what: string) => office.call('POST', `/tickets/${ticketId}/${what}`);

  test('answers the event, the public keys, and every ticket with status and revision', async () => {
    const { ticketIds } = await office.buy(event, { quantity: 2 });
    office.wait(1);
    await office.buy(await office.event());
    const { data: ticket } = await office.call('GET', `/tickets/${ticketIds[0]}`);
    const { data: keys } = await office.call<{ keys: object[] }>('GET', '/ticket-keys');
    const bundle = await read();
    expect(bundle).toMatchObject({
      event: { id: event.id, title: event.title, status: 'active', venue_name: 'The Circuit' },
      keys: keys.keys,
      organization: { time_zone: 'Asia/Manila' },
      link: null,
      lists: [],
      conflicts: [],
      meta: { page: 1, per_page: 1_000, total: 2, has_more: false },
    });
    expect(ids(bundle)).toEqual(ticketIds);
    expect(bundle.tickets[0]).toEqual({
      id: ticketIds[0],
      ticket_number: ticket.ticket_number,
      status: 'valid',
      revision: 1,
      checked_in_at: null,
      order_id: ticket.order_id,
      passed_on: false,
      customer: { name: 'Ana Reyes' },
      attendee: null,
      tier: { id: event.tierId, name: 'General Admission', admission: true },
      ...{ section: null, row: null, seat: null },
      answers: [],
      stays: [],
    });
    expect(JSON.stringify(bundle)).not.toContain('ana@example.com');
  });

  test('with since has every kind of change, and nothing else once the overlap is over', async () => {
    const changes: [string, (ticketId: string) => Promise<unknown>, object][] = [
      ['admitted', (id) => act(id, 'check-in'), { status: 'used' }],
      ['taken back', (id) => act(id, 'undo-check-in'), { status: 'valid', checked_in_at: null }],
      ['replaced', (id) => act(id, 'reissue'), { status: 'valid', revision: 2 }],
      ['refunded', (id) => act(id, 'refund'), { status: 'refunded' }],
    ];
    const [first = ''] = (await office.buy(event, { quantity: 3 })).ticketIds;
    for (const [what, change, after] of changes) {
      office.wait(120);
      const { next_since } = await read();
      office.wait(61);
      expect(ids(await since(next_since)), `before it was ${what}`).toEqual([]);
      await change(first);
      expect((await since(next_since)).tickets, what).toMatchObject([{ id: first, ...after }]);
    }
    office.wait(120);
    const { next_since } = await read();
    const { ticketIds } = await office.buy(event);
    expect(ids(await since(next_since))).toEqual(ticketIds);
  });

  test('repeats a change of the last minute rather than losing it', async () => {
    office.wait(120);
    const { ticketId } = await office.buy(event);
    office.wait(30);
    const { next_since } = await read();
    expect(ids(await since(next_since))).toEqual([ticketId]);
  });

  test('has the tickets of a cancelled event as cancelled', async () => {
    const other = await office.event();
    await office.buy(other);
    office.wait(120);
    const url = `/events/${other.id}/door`;
    const { next_since } = (await office.call<Door>('GET', url)).data;
    await office.cancelEvent(other);
    const { data } = await office.call<Door>('GET', `${url}?since=${next_since}`);
    expect(data).toMatchObject({ event: { status: 'cancelled' }, tickets: [{ status: 'cancelled' }] });
  });

  test('is paged', async () => {
    const all = ids(await read());
    const [one, two] = [await read('?per_page=2'), await read('?per_page=2&page=2')];
    expect(one.meta).toMatchObject({ total: all.length, has_more: true });
    expect([...ids(one), ...ids(two)]).toEqual(all.slice(0, 4));
  });

  test.each([
    ['?since=yesterday', 'since must be an ISO 8601 date and time such as 2027-03-01T20:00:00+08:00'],
    ['?per_page=5001', 'per_page must be an integer from 1 to 5,000'],
  ])('answers 400 to %s', async (query, message) => {
    expect(await office.call('GET', `/events/${event.id}/door${query}`)).toMatchObject({ status: 400, message });
  });

  test('answers 404 for an unknown event', async () => {
    expect(await office.call('GET', `/events/${UNKNOWN_ID}/door`)).toMatchObject({
      status: 404,
      code: 'event_not_found',
    });
  });
});

describe('POST /tickets/check-in with scanned_at', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.close());

  const ago = (seconds: number) => new Date(office.now().getTime() - seconds * 1_000).toISOString();
  const scan = (code: unknown, fields: object) => office.call('POST', '/tickets/check-in', { code, ...fields });
  async function ticket() {
    const { ticketId } = await office.buy(event);
    const { data } = await office.call('GET', `/tickets/${ticketId}`);
    office.wait(3_600);
    return { ticketId, code: data.code };
  }

  test('checks in at the time of the scan, also in the notification', async () => {
    const { ticketId, code } = await ticket();
    const scanned_at = ago(1_800);
    expect(await scan(code, { scanned_at })).toMatchObject({ status: 200, data: { checked_in_at: scanned_at } });
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject({ checked_in_at: scanned_at });
    const told = (await office.notifications('ticket.checked_in')).map(({ data }) => data);
    expect(told).toContainEqual(expect.objectContaining({ ticket_id: ticketId, checked_in_at: scanned_at }));
  });

  test('checks in again after an undo, at the time of the same scan, and the invariants hold', async () => {
    const { ticketId, code } = await ticket();
    const scanned_at = ago(1_800);
    for (const path of [`/tickets/${ticketId}/undo-check-in`, null]) {
      expect(await scan(code, { scanned_at })).toMatchObject({ status: 200 });
      if (path) expect(await office.call('POST', path)).toMatchObject({ status: 200 });
    }
  });

  test('the first of two doors to report wins; the other gets the first check-in, even for an earlier scan', async () => {
    const { code } = await ticket();
    const first = ago(600);
    await scan(code, { scanned_at: first, device_nonce: 'north' });
    const second = await scan(code, { scanned_at: ago(1_200), device_nonce: 'south' });
    expect(second).toMatchObject({
      status: 409,
      code: 'already_checked_in',
      message: `Ticket was already checked in at ${first}`,
    });
    const again = await scan(code, { scanned_at: first, device_nonce: 'north' });
    expect(again).toMatchObject({ status: 200, data: { checked_in_at: first } });
  });

  test('answers 409 with the status of a ticket that was refunded after the scan', async () => {
    const { ticketId, code } = await ticket();
    await office.call('POST', `/tickets/${ticketId}/refund`);
    const answer = await scan(code, { scanned_at: ago(1_800) });
    expect(answer).toMatchObject({ status: 409, code: 'ticket_refunded', message: 'Ticket is refunded' });
  });

  test('treats a clock that is slightly fast as now, and refuses larger differences', async () => {
    const { code } = await ticket();

    expect(await scan(code, { scanned_at: ago(-301) })).toMatchObject({
      status: 400,
      code: 'scanned_in_future',
      message: 'scanned_at must not be in the future',
    });
    expect(await scan(code, { scanned_at: ago(7 * 86_400 + 1) })).toMatchObject({
      status: 400,
      code: 'scanned_too_long_ago',
      message: 'scanned_at must not be more than 7 days ago',
    });
    expect(await scan(code, { scanned_at: 'noon' })).toMatchObject({ status: 400, code: 'invalid_field' });
    expect(await scan(code, { scanned_at: ago(-300) })).toMatchObject({
      status: 200,
      data: { checked_in_at: office.now().toISOString() },
    });
  });

  test('reads a time without an offset in the time zone of the organization, and null as now', async () => {
    const [one, other] = [await ticket(), await ticket()];
    const local = new Date(office.now().getTime() + 8 * 3_600_000 - 60_000).toISOString().slice(0, 19);
    expect(await scan(one.code, { scanned_at: local })).toMatchObject({ data: { checked_in_at: ago(60) } });
    expect(await scan(other.code, { scanned_at: null })).toMatchObject({
      data: { checked_in_at: office.now().toISOString() },
    });
  });
});
