import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { insertMembership } from '../../src/accounts/queries.ts';
import { MAX_STREAMS_PER_ORGANIZATION } from '../../src/overview/live/live-streams.ts';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { listen } from '../fixtures/listen.ts';
import { openMember } from '../fixtures/members.ts';

type Live = Awaited<ReturnType<typeof listen>>;
interface Sales {
  today: { orders: number; revenue: number };
  events: { id: string; tickets_sold: number }[];
}
interface CheckIns {
  events: { id: string; checked_in: number }[];
}
interface Orders {
  newest: { id: string; customer: { name: string }; quantity: number; status: string }[];
}

/** Two readings and a bit. */
const QUIET_MS = 2_500;

describe('GET /live', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  let reads = 0;
  const open: Live[] = [];
  const followWith = async (headers: Record<string, string>) => {
    const live = await listen(office.app, { headers });
    open.push(live);
    return live;
  };
  const follow = (key = office.apiKey) => followWith({ authorization: `Bearer ${key}` });

  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event({ price: 100 });
    const query = office.parts.db.query.bind(office.parts.db);
    office.parts.db.query = (statement) => {
      if (statement.text.includes('as checked_in')) reads += 1;
      return query(statement);
    };
  });
  afterEach(async () => {
    for (const live of open.splice(0)) live.leave();
    office.parts.lifecycle.phase = 'serving';
    // The server notices it a moment later.
    await pause(100);
  });
  afterAll(() => office.close());

  test('is an event stream that sends the current state at once', async () => {
    const live = await follow();
    expect(live).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    });
    expect(await live.next<Sales>('sales')).toMatchObject({
      today: { orders: 0, revenue: 0 },
      events: [{ id: event.id, status: 'active', capacity: 100, tickets_sold: 0 }],
    });
    expect(await live.next<CheckIns>('check-ins')).toEqual({ events: [{ id: event.id, checked_in: 0 }] });
    expect(await live.next<Orders>('orders')).toEqual({ newest: [] });
  });

  test('sends a sale, its order, a check-in and a refund, and nothing that did not change', async () => {
    const live = await follow();
    await live.next('orders');
    const { orderId, ticketId } = await office.buy(event, { quantity: 2 });
    await expect.poll(() => live.last<Sales>('sales')).toMatchObject({ today: { orders: 1, revenue: 200 } });
    await expect
      .poll(() => live.last<Orders>('orders')?.newest)
      .toEqual([
        {
          id: orderId,
          event: { id: event.id, title: event.title },
          customer: { name: 'Ana Reyes' },
          quantity: 2,
          total_amount: 200,
          status: 'paid',
          paid_at: office.now().toISOString(),
        },
      ]);
    const before = live.text();
    await office.call('POST', `/tickets/${ticketId}/check-in`);
    const checkedIn = () => live.last<CheckIns>('check-ins')?.events[0];
    await expect.poll(checkedIn).toEqual({ id: event.id, checked_in: 1 });
    expect(live.text().slice(before.length)).not.toMatch(/event: (sales|orders)/);
    await office.call('POST', `/tickets/${ticketId}/refund`);
    await expect.poll(() => live.last<Orders>('orders')?.newest[0]?.status).toBe('partially_refunded');
  });

  test('reads once for all streams, sends a new one the last state, and does not read without streams', async () => {
    const first = await follow();
    await first.next('orders');
    const others = [await follow(), await follow(), await follow()];
    for (const other of others) await other.next('orders');
    reads = 0;
    const beganMs = performance.now();
    await office.buy(event);
    for (const live of [first, ...others]) await live.next('sales');
    expect(reads).toBeLessThanOrEqual(1 + (performance.now() - beganMs) / 1_000);
    for (const live of open.splice(0)) live.leave();
    await pause(QUIET_MS);
    reads = 0;
    await pause(QUIET_MS);
    expect(reads).toBe(0);
  });

  test('sends nothing of another organization', async () => {
    const theirs = await follow(office.others.key);
    await theirs.next('orders');
    expect(theirs.text()).not.toContain(event.id);
    await office.buy(event);
    await pause(QUIET_MS);
    expect(theirs.text()).not.toContain(event.id);
  });

  test('sends a comment while nothing happens', async () => {
    const live = await follow();
    await live.next('orders');
    office.wait(15);
    await live.says('\n:\n\n');
  });

  test('ends within 30 seconds for a key that was revoked, and goes on for the others', async () => {
    const key = await office.newKey();
    const [live, other] = [await follow(key), await follow()];
    // What comes later counts as sent after the wait, and no comment would be due.
    await Promise.all([live.next('orders'), other.next('orders')]);
    await office.db.query(sql`
      update api_keys set revoked_at = ${office.now()} where organization_id = ${office.organizationId}
         and last_four = ${key.slice(-4)}`);
    office.wait(30);
    await live.ended();
    await other.says('\n:\n\n');
    expect((await follow(key)).status).toBe(401);
  });

  test('ends within 30 seconds for a member whose role can no longer read', async () => {
    const { service, organizationId } = office;
    const owner = await openMember(service, { organizationId });
    const member = await openMember(service, { organizationId, role: 'viewer' });
    const live = await followWith(member.headers);
    await live.next('orders');
    expect((await owner.put(`/team/${member.userId}`, { role: 'door' })).status).toBe(200);
    office.wait(30);
    await live.ended();
    expect((await followWith(member.headers)).status).toBe(403);
  });

  test('ends within 30 seconds for a session that switched to another organization', async () => {
    const { service, organizationId } = office;
    const { userId, headers } = await openMember(service, { organizationId: office.others.organizationId });
    await insertMembership(office.db, { organizationId, userId, role: 'owner', now: office.now() });
    const live = await followWith(headers);
    await live.next('orders');
    const url = '/dashboard/api/me/organization';
    const moved = { method: 'PUT', url, headers, payload: { organization_id: organizationId } } as const;
    expect((await service.request(moved)).status).toBe(200);
    office.wait(30);
    await live.ended();
  });

  test('ends when the server stops', async () => {
    const live = await follow();
    office.parts.lifecycle.phase = 'leaving';
    await live.ended();
  });

  test(`refuses more than ${MAX_STREAMS_PER_ORGANIZATION} streams of an organization until one is closed`, async () => {
    for (let n = 0; n < MAX_STREAMS_PER_ORGANIZATION; n++) await follow();
    const refused = await follow();
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
    expect(refused.body().error?.message).toBe('Too many live streams are open: close one, or try again later');
    expect((await follow(office.others.key)).status).toBe(200);
    open[0]?.leave();
    await pause(QUIET_MS);
    expect((await follow()).status).toBe(200);
  });

  test('reads again after the database failed', async () => {
    const live = await follow();
    await live.next('orders');
    office.breakDatabase('as checked_in');
    await pause(QUIET_MS);
    office.mendDatabase();
    await office.buy(event);
    await live.next('orders');
  });

  test("counts today's sales in the time zone that the organization has now", async () => {
    const live = await follow();
    await live.next('orders');
    const lateInManila = new Date(office.now()).setUTCHours(24 + 15, 30, 0, 0);
    office.wait((lateInManila - office.now().getTime()) / 1_000);
    await office.buy(await office.event({ price: 100 }));
    office.wait(3_600);
    const ordersToday = () => live.last<Sales>('sales')?.today.orders;
    await expect.poll(ordersToday).toBe(0);
    await office.call('PUT', '/organization', { time_zone: 'UTC' });
    await expect.poll(ordersToday).toBe(1);
  });

  test('does not delay the end of the server', async () => {
    const ending = await openBoxOffice();
    const live = await listen(ending.app, { headers: { authorization: `Bearer ${ending.apiKey}` } });
    await live.next('orders');
    await ending.close();
    await live.ended();
    expect(live.text()).not.toContain('error');
  });
});
