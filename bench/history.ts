import sql from 'sql-template-tag';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { fillOrders } from '../server/test/fixtures/fill-orders.ts';
import { load } from './load.ts';
import { type Service, startService } from './processes.ts';
import { apiRequest, checkoutRequest, generalAdmission } from './shop.ts';

/**
 * How the history of an organization slows its requests: the same requests for one with 1,000 orders and one with
 * 200,000, on one PostgreSQL, alternating. The attendees are those of an event of 500.
 */
const HISTORIES = { short: 1_000, long: 200_000 };
const ROUNDS = 5;
const CONNECTIONS = 8;
const AMOUNT = 2_000;
const ATTENDEES = 500;
const MAX_RATIO = 1.2;

const postgres = await startPostgres({ fsync: true });
const url = await postgres.createDatabase('history');
const service = await startService(url);
const db = await openPostgres(url);
const [first, second] = service.organizations;
if (!first || !second) throw new Error('the demo needs two organizations');
const short = await prepare(first, HISTORIES.short);
const long = await prepare(second, HISTORIES.long);
await db.query(sql`vacuum analyze`);

const table = [];
for (const what of ['checkout', 'attendees', 'orders'] as const) {
  const status = what === 'checkout' ? 201 : 200;
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const measure = (request: string) =>
      load([service], { connections: CONNECTIONS, amount: AMOUNT, status, request: () => request });
    const few = await measure(short[what]);
    const many = await measure(long[what]);
    ratios.push(few.perSecond / many.perSecond);
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  table.push({
    what,
    '200,000 orders to 1,000': `${ratio.toFixed(2)} ×`,
    bar: `${MAX_RATIO} × ${ratio <= MAX_RATIO ? 'reached' : 'MISSED'}`,
  });
}
console.table(table);
await db.close();
await service.stop();
await postgres.stop();

/** Creates a past event with `orders` orders, one event with 500 attendees, and one on sale. */
async function prepare(shop: Service, orders: number) {
  const past = await generalAdmission(shop, 1_000_000);
  const recent = await generalAdmission(shop, 1_000_000);
  const onSale = await generalAdmission(shop, 1_000_000);
  for (const [eventId, count] of [
    [past, orders],
    [recent, ATTENDEES],
  ] as const) {
    const [tier] = await db.query<{ organizationId: string; id: string }>(
      sql`select organization_id, id from ticket_tiers where event_id = ${eventId}`,
    );
    if (!tier) throw new Error('the event has no tier');
    const from = new Date('2026-01-01T00:00:00Z');
    const filling = { organizationId: tier.organizationId, eventId, tierId: tier.id, orders: count };
    await fillOrders(db, { ...filling, from, days: 300, withTickets: true });
  }
  return {
    checkout: checkoutRequest(shop, { event_id: onSale }),
    attendees: apiRequest(shop, 'GET', `/events/${recent}/attendees`),
    orders: apiRequest(shop, 'GET', '/orders'),
  };
}
