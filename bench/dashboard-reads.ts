import { parseArgs } from 'node:util';
import sql from 'sql-template-tag';
import type { Database } from '../server/src/platform/database/database.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { fillOrders } from '../server/test/fixtures/fill-orders.ts';
import { type Service, startService } from './processes.ts';
import { generalAdmission } from './shop.ts';

/**
 * What each page of the dashboard asks the API for, and the exports, in an organization with many orders of one ticket
 * each, evenly of one event or of several, one request after the other:
 *
 *   npm run bench:dashboard -- --orders 1000000 --events 5
 */
const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '200000' }, events: { type: 'string', default: '1' } },
});
const [ORDERS, EVENTS] = [Number(options.orders), Number(options.events)];
const ATTENDEES = ORDERS / EVENTS;
/** The first request reads what is not in memory yet, and each has another address, so that no answer is shared. */
const TIMES = 11;
const DAYS = 300;
const WANTED_MS = 200;
const PER_PAGE = { orders: 20, attendees: 100 };

/** A path that is read, or one with what is sent there. */
interface Asked {
  path: string;
  body?: object;
}

const readable = (path: string, eventId: string) =>
  path.replace(eventId, '{event}').replace(/[0-9a-f-]{36}/, '{order}');

const postgres = await startPostgres({ fsync: true });
try {
  const url = await postgres.createDatabase('dashboard');
  const service = await startService(url);
  const db = await openPostgres(url);
  try {
    const eventId = await fill(db, service);
    const rows = [];
    for (const [page, requests] of Object.entries(await pagesOf(service, eventId)))
      for (const asked of requests) {
        const { path, body }: Asked = typeof asked === 'string' ? { path: asked } : asked;
        rows.push({ page, request: readable(path, eventId), ...(await measure(service, path, body)) });
      }
    console.table(rows);
    const exports = [`/events/${eventId}/attendees.csv`, `/orders.csv?event_id=${eventId}`, '/orders.csv'];
    const downloads = [];
    for (const path of exports) downloads.push(await download(service, path, eventId));
    console.table(downloads);
  } finally {
    await db.close();
    await service.stop();
  }
} finally {
  await postgres.stop();
}

/** @returns the event that is looked at, the last one */
async function fill(db: Database, service: Service): Promise<string> {
  const from = new Date(Date.now() - DAYS * 86_400_000);
  let eventId = '';
  for (let event = 0; event < EVENTS; event++) {
    eventId = await generalAdmission(service, ATTENDEES);
    const [tier] = await db.query<{ organizationId: string; id: string }>(
      sql`select organization_id, id from ticket_tiers where event_id = ${eventId}`,
    );
    if (!tier) throw new Error('the event has no tier');
    const { organizationId, id: tierId } = tier;
    await fillOrders(db, { organizationId, eventId, tierId, orders: ATTENDEES, from, days: DAYS, withTickets: true });
  }
  await db.query(sql`vacuum analyze`);
  return eventId;
}

/**
 * What the queries of `dashboard/src` ask for: the first page, a page in the middle, searches that find all, one and
 * none.
 */
async function pagesOf(service: Service, eventId: string): Promise<Record<string, (string | Asked)[]>> {
  const newest = await service.call('GET', '/orders?per_page=1');
  const [order] = (newest.data as { orders: { id: string }[] }).orders;
  if (!order) throw new Error('there are no orders');
  const event = await service.call('GET', `/events/${eventId}`);
  const [{ id: tierId } = { id: '' }] = (event.data as { ticket_tiers: { id: string }[] }).ticket_tiers;
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
  const orders = `/orders?per_page=${PER_PAGE.orders}`;
  const attendees = `/events/${eventId}/attendees?per_page=${PER_PAGE.attendees}`;
  return {
    Home: [
      '/overview',
      `/analytics/series?from=${days(29)}&to=${days(0)}&by=day`,
      `/analytics/series?from=${days(7)}&to=${days(7)}&by=hour`,
    ],
    Events: ['/events?per_page=20'],
    Event: [
      `/events/${eventId}`,
      `/analytics/sales?event_id=${eventId}`,
      `/analytics/series?from=${days(29)}&to=${days(0)}&by=day&event_id=${eventId}`,
      `/events/${eventId}/attendees?status=checked_in&per_page=1`,
    ],
    Attendees: [
      attendees,
      `${attendees}&page=${Math.ceil(ATTENDEES / PER_PAGE.attendees / 2)}`,
      `${attendees}&q=ana`,
      `${attendees}&q=${order.id}`,
      `${attendees}&q=nobody`,
      `${attendees}&status=refunded`,
      `${attendees}&tier_id=${tierId}`,
      `${attendees}&from=${days(30)}&to=${days(0)}`,
    ],
    Orders: [
      orders,
      `${orders}&page=${Math.ceil(ORDERS / PER_PAGE.orders / 2)}`,
      `${orders}&q=ana`,
      `${orders}&q=${order.id}`,
      `${orders}&q=nobody`,
      `${orders}&event_id=${eventId}`,
      `${orders}&event_id=${eventId}&tier_id=${tierId}`,
      `${orders}&status=refunded`,
      `${orders}&from=${days(30)}&to=${days(0)}`,
      '/refund-requests?status=pending&per_page=20',
    ],
    Order: [`/orders/${order.id}`, `/orders/${order.id}/mails`],
    Messages: [
      `/events/${eventId}/messages?per_page=20`,
      {
        path: `/events/${eventId}/messages/preview`,
        body: { subject: 'Doors open at six', text: 'Come early.', audience: {} },
      },
    ],
    'Kept places': ['/reservations?per_page=20'],
    'Close the day': [`/box-office/closing?date=${days(0)}`],
    Analytics: [
      `/analytics/series?from=${days(DAYS)}&to=${days(0)}&by=day`,
      `/analytics/sales?from=${days(DAYS)}&to=${days(0)}`,
    ],
    'Audit log': ['/audit-log?per_page=50'],
    Door: [`/events/${eventId}/door?per_page=5000`],
  };
}

async function download({ url, apiKey }: Service, path: string, eventId: string) {
  const started = performance.now();
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${apiKey}` } });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const [firstMs, bytes] = [performance.now() - started, (await response.bytes()).length];
  return {
    export: readable(path, eventId),
    'first ms': Math.round(firstMs),
    seconds: Math.round((performance.now() - started) / 100) / 10,
    MB: Math.round(bytes / 100_000) / 10,
  };
}

async function measure(service: Service, path: string, body?: object) {
  const times: number[] = [];
  let bytes = 0;
  for (let time = 0; time < TIMES; time++) {
    const started = performance.now();
    const { status, text } = await service.call(body ? 'POST' : 'GET', path, body);
    times.push(performance.now() - started);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    bytes = text.length;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const [median, worst] = [sorted[Math.floor(TIMES / 2)] ?? 0, sorted.at(-1) ?? 0];
  return {
    'first ms': Math.round(times[0] ?? 0),
    'median ms': Math.round(median),
    'worst ms': Math.round(worst),
    KB: Math.round(bytes / 1_000),
    [`under ${WANTED_MS} ms`]: worst < WANTED_MS,
  };
}
