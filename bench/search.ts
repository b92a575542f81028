import { performance } from 'node:perf_hooks';
import sql from 'sql-template-tag';
import { listAttendees } from '../server/src/attendees/queries.ts';
import { OPERATOR } from '../server/src/audit-log/actor.ts';
import { createEvent } from '../server/src/events/create-event.ts';
import { listOrders, searchOrders } from '../server/src/orders/queries.ts';
import { createOrganization } from '../server/src/organizations/create-organization.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { openInMemory } from '../server/src/platform/database/embedded/embedded.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { migrateSchema } from '../server/src/schema/own-schema.ts';
import { parseSearch } from '../server/src/tickets/parse-search.ts';
import { orderIsFound } from '../server/src/tickets/search-queries.ts';
import type { Uuid } from '../server/src/values/uuid.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { fillOrders } from '../server/test/fixtures/fill-orders.ts';

/**
 * The cost of a page and of a search in the database, for an event with 200,000 attendees, beside an organization of
 * the same size with the same buyer names; and what the index of words adds to a batch of orders.
 */
const ATTENDEES = 200_000;
const ROUNDS = 15;
/** The largest batch of a lane. */
const BATCH = 256;
const NOW = new Date('2026-11-01T00:00:00.000Z');
const PAGE = { page: 1, perPage: 50 };
/** As far as a user scrolls before typing more letters. */
const FAR = 20;

const SEARCHES = {
  'one buyer': 'torres63331',
  'a name of 1 in 12': 'santos',
  'two letters': 'ma',
  'a telephone number': '0917 000 4711',
  'the most common domain': '@gmail.com',
  'no match': 'zzz',
  'one attendee': 'katindig4710',
  'attendees, 1 in 40': 'kaibigan',
};

const postgres = await startPostgres({ fsync: true });
for (const [name, db] of [
  ['PostgreSQL', await openPostgres(await postgres.createDatabase('bench'))],
  ['embedded', await openInMemory()],
] as const) {
  await migrateSchema(db);
  const { organizationId, eventId } = await fill(db, 'ours');
  await fill(db, 'theirs');
  await db.runScript("select gin_clean_pending_list('orders_words'), gin_clean_pending_list('tickets_words')");
  // The state that autovacuum leaves, or the server on the embedded database.
  await db.runScript('vacuum analyze');
  console.log(`${name}: median milliseconds of ${ROUNDS}, for a page of the whole list and the total`);
  console.table(await scrolling(db, organizationId, eventId));
  console.log(`${name}: median milliseconds of ${ROUNDS}, for the first page found and the total`);
  console.table(await measure(db, organizationId, eventId));
  console.log(`${name}: milliseconds to insert ${BATCH} orders, median and slowest`);
  console.table(await insertions(db, organizationId));
  await db.close();
}
await postgres.stop();

async function fill(db: Database, name: string) {
  const organizationId = await createOrganization(db, { name, now: NOW });
  const fields = { title: name, startDatetime: new Date('2027-05-01T12:00:00Z'), capacity: 1_000_000 };
  const request = { organizationId, actor: OPERATOR, fields, now: NOW };
  const { id: eventId, tiers } = await createEvent(db, { find: async () => null }, request);
  const tierId = tiers[0]?.id ?? '';
  await fillOrders(db, { organizationId, eventId, tierId, orders: ATTENDEES, from: NOW, days: 30, withTickets: true });
  await db.transaction(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`);
    await tx.query(sql`
    update orders o
       set customer_name = first || ' ' || last,
           customer_email = lower(first) || '.' || lower(replace(last, ' ', '')) || n || '@'
                            || case when n % 10 < 7 then 'gmail.com' else 'example.ph' end,
           customer_phone = '+63 917 ' || lpad(n::text, 7, '0')
      from (select id, n, (array['Maria', 'Jose', 'Juan', 'Ana', 'Peña', 'Mark', 'Grace', 'Angel'])[1 + n % 8] as first,
                   (array['Santos', 'Reyes', 'Cruz', 'Bautista', 'dela Cruz', 'Garcia', 'Mendoza', 'Torres', 'Castillo',
                          'Villanueva', 'Ramos', 'Gonzales'])[1 + n % 12] as last
              from (select id, row_number() over (order by id)::int as n from orders
                     where organization_id = ${organizationId}) numbered) names
     where o.organization_id = ${organizationId} and o.id = names.id`);
    // A tenth of the tickets have an attendee who is not the buyer.
    await tx.query(sql`
    update tickets t
       set attendee_name = case when n % 40 = 0 then 'Kaibigan ' else 'Kapatid ' end || 'Katindig' || n
      from (select id, row_number() over (order by id)::int as n from tickets
             where organization_id = ${organizationId}) numbered
     where t.organization_id = ${organizationId} and t.id = numbered.id and n % 10 = 0`);
  });
  return { organizationId, eventId };
}

async function scrolling(db: Database, organizationId: Uuid, eventId: Uuid) {
  const rows = [];
  for (const page of [1, ATTENDEES / PAGE.perPage / 2, ATTENDEES / PAGE.perPage]) {
    const orders = await times(() => listOrders(db, organizationId, { eventId, page: { ...PAGE, page } }));
    const attendees = await times(() =>
      listAttendees(
        db,
        organizationId,
        { id: eventId, addOns: [] },
        { status: undefined, search: null, page: { ...PAGE, page } },
      ),
    );
    rows.push({ page, orders: median(orders).toFixed(1), attendees: median(attendees).toFixed(1) });
  }
  return rows;
}

async function measure(db: Database, organizationId: Uuid, eventId: Uuid) {
  const rows = [];
  for (const [what, typed] of Object.entries(SEARCHES)) {
    const search = await parseSearch(db, organizationId, typed);
    let found = 0;
    const orders = await times(async () => {
      const condition = orderIsFound(organizationId, search);
      found = (await searchOrders(db, organizationId, { eventId: undefined, found: condition, page: PAGE })).total;
    });
    const attendees = await times(() =>
      listAttendees(db, organizationId, { id: eventId, addOns: [] }, { status: undefined, search, page: PAGE }),
    );
    const far = await times(() =>
      listAttendees(
        db,
        organizationId,
        { id: eventId, addOns: [] },
        { status: undefined, search, page: { ...PAGE, page: FAR } },
      ),
    );
    const [first, later] = [attendees, far].map((taken) => median(taken).toFixed(1));
    rows.push({ what, typed, found, orders: median(orders).toFixed(1), attendees: first, [`page ${FAR}`]: later });
  }
  return rows;
}

/** Inserts into a separate table with and without the index, so that nothing else of a sale is measured. */
async function insertions(db: Database, organizationId: Uuid) {
  const rows = [];
  await db.runScript(`create table bench_orders (like orders including indexes);
    create table bench_source as select row_number() over () as n, orders as copied from orders
     where organization_id = '${organizationId}';
    create index bench_source_n on bench_source (n)`);
  const [index] = await db.query<{ name: string }>(sql`
    select indexname as name from pg_indexes where tablename = 'bench_orders' and indexdef like '%order_words%'`);
  for (const withWords of [true, false]) {
    if (!withWords) await db.runScript(`truncate bench_orders; drop index ${index?.name}`);
    let n = 0;
    const taken = await times(async () => {
      n += BATCH;
      await db.query(sql`
        insert into bench_orders select (copied).* from bench_source where n > ${n - BATCH} and n <= ${n}`);
    }, 20 * ROUNDS);
    rows.push({ words: withWords, median: median(taken).toFixed(2), slowest: Math.max(...taken).toFixed(1) });
  }
  return rows;
}

async function times(work: () => Promise<unknown>, rounds = ROUNDS): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return taken;
}

function median(taken: number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
}
