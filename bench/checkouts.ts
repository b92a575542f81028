import autocannon from 'autocannon';
import { Client } from 'pg';
import { startPostgres } from '../server/test/postgres-server.ts';
import { type Service, startService } from './processes.ts';

/**
 * Holding places under pressure, over HTTP, beside the naive way on the same server in the same run: one conditional
 * UPDATE and INSERT on one row, by 16 prepared connections, without any HTTP. Load generator on the same machine: only
 * the ratios mean anything elsewhere.
 */
const CONNECTIONS = 256;
const ROUNDS = 3;
const NAIVE_CONNECTIONS = 16;
const NAIVE_SECONDS = 3;
const CHECKOUTS_PER_ROUND = 9_000;
const SECTIONS = 10;
const ROWS_PER_SECTION = 80;
const SEATS_PER_ROW = 25;

interface Row {
  database: string;
  what: string;
  perSecond: number;
  p50?: number;
  p99?: number;
}

const postgres = await startPostgres({ fsync: true });
const rows: Row[] = [];
for (const database of ['PostgreSQL', 'embedded'] as const) {
  const url = database === 'PostgreSQL' ? await postgres.createDatabase('bench') : null;
  const service = await startService(url);
  const measured: Row[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    measured[0]?.push({
      database,
      what: 'naive: one statement a place, no HTTP',
      perSecond: await naive(postgres.url),
    });
    measured[1]?.push(await generalAdmission(service, database));
    measured[2]?.push(await seated(service, database));
  }
  for (const results of measured) rows.push(median(results));
  await service.stop();
}
await postgres.stop();
const yardstick =
  rows.find(({ database, what }) => database === 'PostgreSQL' && what.startsWith('naive'))?.perSecond ?? 1;
console.table(
  rows.map(({ perSecond, p50, p99, ...row }) => ({
    ...row,
    'per second': Math.round(perSecond),
    'to naive': `${(perSecond / yardstick).toFixed(1)} ×`,
    'p50 ms': p50,
    'p99 ms': p99,
  })),
);

async function naive(url: string): Promise<number> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(`
    drop table if exists naive_holds, naive_tier;
    create table naive_tier (id int primary key, total int not null, held int not null);
    create table naive_holds (id bigint generated always as identity primary key, tier_id int, quantity int, expires_at timestamptz);
    insert into naive_tier values (1, 100000000, 0)`);
  const clients = Array.from({ length: NAIVE_CONNECTIONS }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const hold = {
    name: 'hold',
    text: `with t as (update naive_tier set held = held + $2 where id = $1 and held + $2 <= total returning id)
           insert into naive_holds (tier_id, quantity, expires_at) select id, $2, now() + interval '15 minutes' from t`,
    values: [1, 1],
  };
  const end = performance.now() + NAIVE_SECONDS * 1_000;
  const counts = await Promise.all(
    clients.map(async (client) => {
      let count = 0;
      for (; performance.now() < end; count++) await client.query(hold);
      return count;
    }),
  );
  await Promise.all([admin, ...clients].map((client) => client.end()));
  return counts.reduce((sum, count) => sum + count, 0) / NAIVE_SECONDS;
}

async function newEvent(service: Service, fields: object): Promise<string> {
  const { data } = await service.call('POST', '/events', {
    title: 'On-sale',
    start_datetime: '2027-05-01T20:00:00+08:00',
    ...fields,
  });
  return (data as { id: string }).id;
}

async function generalAdmission(service: Service, database: string): Promise<Row> {
  const eventId = await newEvent(service, { capacity: 1_000_000, ticket_price: 500 });
  await service.call('PUT', `/events/${eventId}`, { status: 'active' });
  return load(service, { database, what: 'one hot general admission tier' }, [{ event_id: eventId, quantity: 1 }]);
}

async function seated(service: Service, database: string): Promise<Row> {
  const eventId = await newEvent(service, { capacity: 1, ticket_price: 500 });
  const { data: event } = await service.call('GET', `/events/${eventId}`);
  const [tier] = (event as { ticket_tiers: { id: string }[] }).ticket_tiers;
  const sections = Array.from({ length: SECTIONS }, (_, section) => ({
    label: `Section ${section + 1}`,
    tier_ids: [tier?.id],
    rows: Array.from({ length: ROWS_PER_SECTION }, (_, row) => ({ label: String(row + 1), seats: SEATS_PER_ROW })),
  }));
  const plan = await service.call('PUT', `/events/${eventId}/seating-plan`, {
    selection_mode: 'best_available',
    sections,
  });
  if (plan.status !== 200) throw new Error(plan.text);
  await service.call('PUT', `/events/${eventId}`, { status: 'active' });
  const { data } = await service.call('GET', `/events/${eventId}/sections`);
  const ids = (data as { sections: { id: string }[] }).sections.map(({ id }) => id);
  const bodies = ids.map((id) => ({ event_id: eventId, section_id: id, quantity: 2 }));
  return load(service, { database, what: '2 seats of 20,000 in 10 sections' }, bodies);
}

async function load(service: Service, row: Omit<Row, 'perSecond'>, bodies: object[]): Promise<Row> {
  const { pathname } = new URL(service.url);
  const requests = bodies.map((body) => ({
    method: 'POST' as const,
    path: `${pathname}/checkouts`,
    body: JSON.stringify({
      ...body,
      customer: { name: 'Ana Cruz', email: 'ana@example.com' },
      success_url: 'https://example.com/thanks',
    }),
  }));
  // Each connection walks the list from its own place, or all would want the same section at a time.
  let connection = 0;
  const started = performance.now();
  const result = await autocannon({
    url: service.url,
    connections: CONNECTIONS,
    amount: CHECKOUTS_PER_ROUND,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    requests,
    setupClient(client) {
      const first = connection++ % requests.length;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  });
  const seconds = (performance.now() - started) / 1_000;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${row.what}: ${result.non2xx} refused, ${result.errors} errors`);
  return { ...row, perSecond: result['2xx'] / seconds, p50: result.latency.p50, p99: result.latency.p99 };
}

function median(results: Row[]): Row {
  const sorted = results.toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}
