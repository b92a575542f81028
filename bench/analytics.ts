import { performance } from 'node:perf_hooks';
import sql from 'sql-template-tag';
import { listEventFigures } from '../server/src/analytics/queries.ts';
import { partsOf } from '../server/src/analytics/schemas.ts';
import { OPERATOR } from '../server/src/audit-log/actor.ts';
import { createEvent } from '../server/src/events/create-event.ts';
import { createOrganization } from '../server/src/organizations/create-organization.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { openInMemory } from '../server/src/platform/database/embedded/embedded.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { migrateSchema } from '../server/src/schema/own-schema.ts';
import type { Uuid } from '../server/src/values/uuid.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { fillOrders } from '../server/test/fixtures/fill-orders.ts';
import { median } from './quantile.ts';

/**
 * The cost of GET /analytics/sales in the database, for an organization with 1,000 orders and one with 100,000, over
 * the same events and days, alternating in one run. Only the ratios are comparable between machines: at most 1.5 for
 * the figures of one event and 3 for those of the organization.
 */
const SIZES = [1_000, 100_000] as const;
const EVENTS = 10;
const DAYS = 90;
const ROUNDS = 300;
const WARM_UP_ROUNDS = 30;
const FIRST_DAY = new Date('2026-11-01T00:00:00.000Z');
const TIME_ZONE = 'Asia/Manila';
const MAX_RATIO = { 'one event': 1.5, organization: 3 };

const RANGES: Record<string, { from?: string; to?: string }> = {
  'all time': {},
  'a month, by date': { from: '2026-12-01', to: '2026-12-31' },
  'days and two partial hours': { from: '2026-11-10T03:17:20.123Z', to: '2027-01-20T21:43:59.877Z' },
  'from a date on': { from: '2027-01-01' },
  'one partial hour': { from: '2026-12-15T10:10:00.001Z', to: '2026-12-15T10:50:00.000Z' },
};

interface Shop {
  organizationId: Uuid;
  eventId: Uuid;
}

const postgres = await startPostgres({ fsync: true });
for (const [name, db] of [
  ['PostgreSQL', await openPostgres(await postgres.createDatabase('bench'))],
  ['embedded', await openInMemory()],
] as const) {
  await migrateSchema(db);
  const shops: Shop[] = [];
  for (const orders of SIZES) shops.push(await fill(db, orders));
  await db.query(sql`analyze`);
  console.log(`${name}: median milliseconds at the database`);
  console.table(await compare(db, shops));
  await db.close();
}
await postgres.stop();

/** Half of the orders belong to the first event, which is the one that is queried. */
async function fill(db: Database, orders: number): Promise<Shop> {
  const now = FIRST_DAY;
  const organizationId = await createOrganization(db, { name: `${orders} orders`, now });
  const eventIds: Uuid[] = [];
  for (let n = 0; n < EVENTS; n++) {
    const fields = { title: `Night ${n + 1}`, startDatetime: new Date('2027-05-01T12:00:00Z'), capacity: 1_000_000 };
    const request = { organizationId, actor: OPERATOR, fields, now };
    const { id: eventId, tiers } = await createEvent(db, { find: async () => null }, request);
    const share = n === 0 ? orders / 2 : Math.floor(orders / 2 / (EVENTS - 1));
    await fillOrders(db, { organizationId, eventId, tierId: tiers[0]?.id ?? '', orders: share, from: now, days: DAYS });
    eventIds.push(eventId);
  }
  return { organizationId, eventId: eventIds[0] ?? '' };
}

async function compare(db: Database, shops: Shop[]) {
  const rows = [];
  for (const [scope, most] of Object.entries(MAX_RATIO))
    for (const [range, dates] of Object.entries(RANGES)) {
      const parts = partsOf(dates, TIME_ZONE);
      const times: number[][] = shops.map(() => []);
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++)
        for (const [index, { organizationId, eventId }] of shops.entries()) {
          const began = performance.now();
          await listEventFigures(db, organizationId, {
            eventId: scope === 'one event' ? eventId : undefined,
            parts,
          });
          if (round >= 0) times[index]?.push(performance.now() - began);
        }
      const [small = 0, large = 0] = times.map(median);
      const ratio = large / small;
      rows.push({
        of: scope,
        range,
        '1,000 orders': small.toFixed(3),
        '100,000 orders': large.toFixed(3),
        ratio: ratio.toFixed(2),
        'at most': most,
        '': ratio <= most ? '' : 'MISSED',
      });
    }
  return rows;
}
