import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completePastEvents } from '../../src/events/complete-past-events.ts';
import { sales } from '../../src/sales/sales-for-events.ts';
import { type EventData, openTestService, type TestService } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const STATUSES = ['draft', 'active', 'paused', 'hidden', 'sold_out', 'cancelled', 'completed'];
const PUBLISHED = ['active', 'paused', 'hidden', 'sold_out'];
const ALLOWED: Record<string, string[]> = {
  draft: ['active', 'cancelled'],
  ...Object.fromEntries(PUBLISHED.map((status) => [status, [...PUBLISHED, 'completed', 'cancelled']])),
  cancelled: [],
  completed: [],
};
const PAIRS = STATUSES.flatMap((from) => STATUSES.filter((to) => to !== from).map((to) => ({ from, to })));

/** A second later: notifications of one instant have no order. */
function later() {
  service.wait(1);
  return service.ours;
}
const setStatus = (event: { id: string }, status: string, fields: Record<string, unknown> = {}) =>
  later().put<EventData>(`/events/${event.id}`, { status, ...fields });
const statusOf = async (event: { id: string }) => (await service.readEvent(event.id)).status;

async function eventThatIs(status: string) {
  if (status === 'draft') return service.draft();
  const event = await service.event();
  if (status !== 'active') expect((await setStatus(event, status)).body.data).toMatchObject({ status });
  return event;
}

describe('the status of an event on PUT', () => {
  test.each(PAIRS.filter(({ from, to }) => ALLOWED[from]?.includes(to)))(
    'goes from $from to $to',
    async ({ from, to }) => {
      const event = await eventThatIs(from);
      const told = (await service.notifications(event)).length;
      const answer = await setStatus(event, to);
      // What is hidden stays out of the shop when it is over.
      const isUnlisted = from === 'hidden' && (to === 'completed' || to === 'cancelled');
      expect(answer).toMatchObject({ status: 200, body: { data: { status: to } } });
      expect(await statusOf(event)).toBe(to);
      expect((await service.notifications(event)).slice(told).map(({ data }) => data)).toEqual([
        { event_id: event.id, status: to, changed: isUnlisted ? ['listed', 'status'] : ['status'] },
      ]);
    },
  );

  test.each(PAIRS.filter(({ from, to }) => !ALLOWED[from]?.includes(to)))(
    'answers 409 from $from to $to, and nothing changes',
    async ({ from, to }) => {
      const event = await eventThatIs(from);
      const before = await service.readEvent(event.id);
      const told = await service.notifications(event);
      service.wait(1);
      const answer = await setStatus(event, to, { title: 'Renamed' });
      expect(answer.body.error).toMatchObject({
        status: 409,
        code: 'invalid_status_change',
        message: expect.stringContaining(`is ${from} cannot become ${to}`),
        details: { from, to, possible: expect.any(Array) },
      });
      expect(await service.readEvent(event.id)).toEqual(before);
      expect(await service.notifications(event)).toEqual(told);
    },
  );

  test.each(STATUSES)('to its current status, %s: answers 200, changes nothing and notifies nobody', async (status) => {
    const event = await eventThatIs(status);
    const before = await service.readEvent(event.id);
    const told = await service.notifications(event);
    service.wait(1);
    expect(await setStatus(event, status)).toMatchObject({ status: 200, body: { data: before } });
    expect(await service.notifications(event)).toEqual(told);
  });

  test('can be sent together with fields: both change at once', async () => {
    const event = await service.draft();
    await setStatus(event, 'active', { title: 'Renamed' });
    expect(await service.readEvent(event.id)).toMatchObject({ status: 'active', title: 'Renamed' });
    expect((await service.notifications(event)).map(({ data }) => data.changed)).toEqual([['title', 'status']]);
  });
});

describe('sold_out', () => {
  test('stays when the last tier is taken off sale, because no place comes back', async () => {
    const event = await service.event({ capacity: 50 });
    const size = (body: object) => later().put(`/tiers/${event.ticket_tiers[0]?.id}`, body);
    await size({ quantity_total: 1 });
    await service.buy(event);
    for (const fields of [{}, { is_active: false }, { is_active: true }]) {
      await size(fields);
      expect(await statusOf(event)).toBe('sold_out');
    }
    await size({ quantity_total: 2 });
    expect(await statusOf(event)).toBe('active');
  });

  const soldOut = async (fields: Record<string, unknown> = {}) => {
    const event = await service.event({ capacity: 2, ...fields });
    service.wait(1);
    const { ticket_ids: tickets } = await service.buy(event, { quantity: 2 });
    expect(await statusOf(event)).toBe('sold_out');
    return { event, tickets };
  };
  const told = async (event: { id: string }) =>
    (await service.notifications(event)).filter(({ type }) => type === 'event.updated').map(({ data }) => data);

  test('is set by the service when the last place is sold, with a notification', async () => {
    const { event } = await soldOut();
    expect((await told(event)).at(-1)).toEqual({ event_id: event.id, status: 'sold_out', changed: ['status'] });
  });

  test('is not set by holds', async () => {
    const event = await service.event({ capacity: 2 });
    await service.hold(event, { quantity: 2 });
    expect(await statusOf(event)).toBe('active');
  });

  test('is set when every active tier is sold, whatever the capacity', async () => {
    const event = await service.event({ capacity: 100 });
    const first = event.ticket_tiers[0]?.id;
    const vip = await service.addTier(event, { quantity_total: 1 });
    await service.buy(event, { tier_id: vip.id });
    expect(await statusOf(event)).toBe('active');
    await later().put(`/tiers/${first}`, { is_active: false });
    expect(await statusOf(event)).toBe('sold_out');
    expect((await told(event)).at(-1)).toMatchObject({ status: 'sold_out' });
    await later().put(`/tiers/${first}`, { is_active: true });
    expect(await statusOf(event)).toBe('active');
  });

  test('is set when the capacity is reached although tiers have places', async () => {
    const event = await service.event({ capacity: 2 });
    const vip = await service.addTier(event, { quantity_total: 2 });
    await service.buy(event);
    await service.buy(event, { tier_id: vip.id });
    expect(await statusOf(event)).toBe('sold_out');
  });

  test.each([
    ['a ticket is refunded', (_: EventData, ticket: string) => later().post(`/tickets/${ticket}/refund`)],
    ['the capacity grows', ({ id }: EventData) => later().put(`/events/${id}`, { capacity: 3 })],
  ])('set by the service goes back to active when %s, with a notification', async (_name, give) => {
    const { event, tickets } = await soldOut();
    expect((await give(event, tickets[0] ?? '')).status).toBe(200);
    expect(await statusOf(event)).toBe('active');
    expect((await told(event)).at(-1)).toMatchObject({ status: 'active', changed: expect.arrayContaining(['status']) });
    expect(await service.hold(event)).toHaveProperty('checkout_id');
  });

  test('set by the service goes back to active when a tier is added within the capacity', async () => {
    const event = await service.event({ capacity: 10 });
    await later().put(`/tiers/${event.ticket_tiers[0]?.id}`, { quantity_total: 1 });
    await service.buy(event);
    expect(await statusOf(event)).toBe('sold_out');
    await service.addTier(event);
    expect(await statusOf(event)).toBe('active');
  });

  test('set by hand stays when a place comes back, until it is changed by hand', async () => {
    const event = await service.event({ capacity: 2 });
    const { ticket_ids } = await service.buy(event);
    await setStatus(event, 'sold_out');
    await later().post(`/tickets/${ticket_ids[0]}/refund`);
    await later().put(`/events/${event.id}`, { capacity: 5 });
    await service.addTier(event);
    expect(await statusOf(event)).toBe('sold_out');
    await setStatus(event, 'active');
    expect(await statusOf(event)).toBe('active');
  });

  test.each(['paused', 'hidden'])('is not set on an event that is %s', async (status) => {
    const event = await service.event({ capacity: 2 });
    await setStatus(event, status);
    const { ticket_ids } = await service.buy(event, { quantity: 2 });
    expect(await statusOf(event)).toBe(status);
    await later().post(`/tickets/${ticket_ids[0]}/refund`);
    expect(await statusOf(event)).toBe(status);
  });

  test('is set again when a sold-out event is set to active', async () => {
    const { event } = await soldOut();
    await setStatus(event, 'paused');
    const { body } = await setStatus(event, 'active');
    expect(body.data).toMatchObject({ status: 'sold_out' });
  });
});

describe('completed is set by the service', () => {
  const at = (time: string) => completePastEvents(service.db, sales, new Date(time));
  const start = { start_datetime: '2027-05-01T12:00:00Z' };

  test.each([
    ['6 h after the end', { ...start, end_datetime: '2027-05-03T12:00:00Z' }, '2027-05-03T18:00:00Z'],
    ['24 h after the start when it has no end', start, '2027-05-02T12:00:00Z'],
  ])('%s, not a moment earlier, with one notification', async (_name, fields, time) => {
    const event = await service.event(fields);
    const told = (await service.notifications(event)).length;
    await at(new Date(Date.parse(time) - 1).toISOString());
    expect(await statusOf(event)).toBe('active');
    expect(await at(time)).toBe(1);
    expect(await at(time)).toBe(0);
    expect(await statusOf(event)).toBe('completed');
    expect((await service.notifications(event)).slice(told)).toMatchObject([
      { type: 'event.updated', data: { event_id: event.id, status: 'completed', changed: ['status'] } },
    ]);
  });

  test.each(['paused', 'hidden', 'sold_out'])('on an event that is %s', async (status) => {
    const event = await service.event(start);
    await setStatus(event, status);
    await at('2027-05-02T12:00:00Z');
    expect(await statusOf(event)).toBe('completed');
  });

  test('never on a draft or a cancelled event', async () => {
    const draft = await service.draft(start);
    const cancelled = await service.event(start);
    await setStatus(cancelled, 'cancelled');
    await at('2027-05-09T12:00:00Z');
    expect([await statusOf(draft), await statusOf(cancelled)]).toEqual(['draft', 'cancelled']);
  });

  test('on more events than fit in one batch, of every organization', async () => {
    await service.db.query(sql`
      insert into events (organization_id, id, title, slug, status, event_type, start_datetime, capacity, created_at, updated_at)
      select ${service.theirs.organizationId}, gen_random_uuid(), 'Past', 'past', 'active', 'other', '2027-04-01T00:00:00Z', 1, now(), now()
        from generate_series(1, 205)`);
    expect(await at('2027-05-01T00:00:00Z')).toBe(205);
  });

  test('though the events of another organization cannot be completed, more than fit in one batch', async () => {
    const { organizationId: theirs } = service.theirs;
    await service.db.query(sql`
      insert into events (organization_id, id, title, slug, status, start_datetime, capacity, created_at, updated_at)
      select ${theirs}, gen_random_uuid(), 'Past', 'past', 'active', '2027-03-01T00:00:00Z', 1, now(), now()
        from generate_series(1, 101)`);
    const event = await service.event({ start_datetime: '2027-04-01T00:00:00Z' });
    const failing: typeof sales = {
      ...sales,
      endReservations(tx, organizationId, ...others) {
        if (organizationId === theirs) throw new Error('cannot be completed');
        return sales.endReservations(tx, organizationId, ...others);
      },
    };
    const now = new Date('2027-05-01T00:00:00Z');
    await expect(completePastEvents(service.db, failing, now)).rejects.toThrow('cannot be completed');
    expect(await statusOf(event)).toBe('completed');
    expect(await completePastEvents(service.db, sales, now)).toBe(101);
  });
});
