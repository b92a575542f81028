import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_STATUSES } from '../../src/events/event-status.ts';
import { type EventData, type EventListData, openTestService, type TestService } from '../fixtures/test-service.ts';

let service: TestService;
/** Active ones in the order of the list. */
let active: EventData[];
beforeAll(async () => {
  service = await openTestService();
  const starts = ['2027-06-03', '2027-06-01', '2027-06-02', '2027-06-01', '2027-06-05'];
  const created: EventData[] = [];
  for (const day of starts) created.push(await service.event({ title: day, start_datetime: `${day}T20:00:00+08:00` }));
  active = created.toSorted((a, b) => (a.start_datetime + a.id < b.start_datetime + b.id ? -1 : 1));
  for (const status of ['paused', 'hidden', 'sold_out', 'cancelled', 'completed']) {
    const { id } = await service.event({ title: status });
    await service.ours.put(`/events/${id}`, { status });
  }
  await service.draft({ title: 'draft', description: 'Long text', address: '1 Main St' });
  await service.theirs.post('/events', service.eventBody({ title: 'theirs' }));
});
afterAll(() => service.close());

const list = (query = '') => service.ours.get<EventListData>(`/events${query}`);
const ids = ({ events }: EventListData) => events.map(({ id }) => id);

describe('GET /events', () => {
  describe('happy', () => {
    test('answers active events by start, then id, with meta', async () => {
      const { status, body } = await list();
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['data']);
      expect(ids(body.data)).toEqual(active.map(({ id }) => id));
      expect(body.data.meta).toEqual({ page: 1, per_page: 20, total: 5, total_pages: 1, has_more: false });
    });

    test('answers exactly the fields of a list item, with the tiers', async () => {
      const [first] = active;
      const { body } = await list('?per_page=1');
      const { ticket_tiers, ...item } = body.data.events[0] ?? ({} as EventListData['events'][0]);
      expect(Object.keys(item).toSorted()).toEqual(
        [
          ...['id', 'title', 'status', 'start_datetime', 'end_datetime', 'venue_name', 'city', 'capacity'],
          ...['cover_image_url', 'ticket_price', 'event_type', 'tickets_sold', 'slug', 'public_url', 'listed'],
          ...['series_id', 'series_name', 'waiting_room'],
        ].toSorted(),
      );
      expect(first).toMatchObject(item);
      const { available: _, ...tier } = first?.ticket_tiers[0] ?? {};
      expect(ticket_tiers).toEqual([tier]);
    });

    test('has current sold counts', async () => {
      const event = await service.event({ start_datetime: '2028-01-01T00:00:00Z', capacity: 5 });
      await service.buy(event, { quantity: 2 });
      const { body } = await list();
      expect(body.data.events.at(-1)).toMatchObject({
        id: event.id,
        tickets_sold: 2,
        ticket_tiers: [{ quantity_sold: 2, quantity_total: 5 }],
      });
      await service.ours.put(`/events/${event.id}`, { status: 'cancelled' });
    });

    test.each(['draft', 'paused', 'hidden', 'sold_out', 'completed'])('filters by %s', async (status) => {
      const { body } = await list(`?status=${status}`);
      expect(body.data.events).toMatchObject([{ title: status, status }]);
      expect(body.data.meta.total).toBe(1);
    });

    test('any_status=true answers events of every status, past and cancelled ones last', async () => {
      const { body } = await list('?any_status=true&per_page=50');
      const each = [];
      for (const status of EVENT_STATUSES) each.push((await list(`?status=${status}`)).body.data.events);
      const ended = ({ status }: { status: string }) => Number(status === 'cancelled' || status === 'completed');
      const orderOf = (event: EventListData['events'][0]) => ended(event) + event.start_datetime + event.id;
      const all = each.flat().toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set(EVENT_STATUSES));
      expect(body.data.events).toEqual(all);
      expect(body.data.meta.total).toBe(all.length);
    });

    test('any_status=true is paged', async () => {
      const [first, second] = await Promise.all([1, 2].map((page) => list(`?any_status=true&per_page=8&page=${page}`)));
      const { body } = await list('?any_status=true');
      expect([first, second].flatMap((answer) => ids(answer?.body.data as EventListData))).toEqual(ids(body.data));
      expect(second?.body.data.meta).toMatchObject({ total_pages: 2, has_more: false });
    });

    test.each(['?any_status=false', '?any_status=false&status=active'])('%s changes nothing', async (query) => {
      expect(ids((await list(query)).body.data)).toEqual(active.map(({ id }) => id));
    });

    test('has every event exactly once over its pages', async () => {
      const pages = [];
      for (const page of [1, 2, 3]) pages.push((await list(`?per_page=2&page=${page}`)).body.data);
      expect(pages.flatMap(ids)).toEqual(active.map(({ id }) => id));
      expect(pages.map(({ meta }) => meta)).toEqual(
        [1, 2, 3].map((page) => ({ page, per_page: 2, total: 5, total_pages: 3, has_more: page < 3 })),
      );
    });

    test.each([2, 1_000_000, 2 ** 31, 1e20])('is empty past the end (page %d), with the true total', async (page) => {
      const { status, body } = await list(`?page=${page}`);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        events: [],
        meta: { page, per_page: 20, total: 5, total_pages: 1, has_more: false },
      });
    });

    test('is empty for an organization without events', async () => {
      const { body } = await service.theirs.get<EventListData>('/events');
      expect(body.data).toEqual({
        events: [],
        meta: { page: 1, per_page: 20, total: 0, total_pages: 0, has_more: false },
      });
    });

    test('shows another organization only its own events', async () => {
      const { body } = await service.theirs.get<EventListData>('/events?status=draft');
      expect(body.data.events.map(({ title }) => title)).toEqual(['theirs']);
    });

    test.each(['?per_page=50', '?per_page=1', '?page=1', '?unknown=1&page=1', '?status=active&colour='])(
      'accepts %s',
      async (query) => {
        expect((await list(query)).status).toBe(200);
      },
    );
  });

  describe('errors', () => {
    const pageRule = 'page must be an integer of at least 1';
    const perPageRule = 'per_page must be an integer from 1 to 50';
    const statusRule = 'status must be one of draft, active, paused, hidden, sold_out, cancelled, completed';
    test.each([
      ['?page=0', pageRule],
      ['?page=-1', pageRule],
      ['?page=1.5', pageRule],
      ['?page=', pageRule],
      ['?page=one', pageRule],
      ['?page=true', pageRule],
      ['?page=1&page=2', pageRule],
      ['?page=0x1', pageRule],
      [`?page=${'9'.repeat(400)}`, pageRule],
      ['?page=1e1', pageRule],
      ['?page=1.0', pageRule],
      ['?page=%201', pageRule],
      ['?page=+1', pageRule],
      ['?page=NaN', pageRule],
      ['?page=Infinity', pageRule],
      ['?per_page=0', perPageRule],
      ['?per_page=51', perPageRule],
      ['?per_page=-5', perPageRule],
      ['?per_page=ten', perPageRule],
      ['?status=open', statusRule],
      ['?status=ACTIVE', statusRule],
      ['?status=', statusRule],
      ['?status=draft,active', statusRule],
      ['?status=draft&status=active', statusRule],
      ['?status[]=draft&status=x', statusRule],
      ['?any_status=true&status=active', 'any_status must not be sent with status'],
      ['?any_status=yes', 'any_status must be true or false'],
      ['?any_status=', 'any_status must be true or false'],
    ])('answers 400 to %s', async (query, message) => {
      expect((await list(query)).body.error).toMatchObject({
        status: 400,
        code: expect.any(String),
        field: message.split(' ')[0],
        message,
      });
    });
  });
});
