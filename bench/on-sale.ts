import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { type Load, load } from './load.ts';
import { type Service, startBare, startInstance, startService } from './processes.ts';
import { apiRequest, checkoutRequest, freeTickets, generalAdmission, hall } from './shop.ts';
import { naiveHolds, singleRowUpdates } from './yardsticks.ts';

/**
 * An on-sale over HTTP: each kind of request and its yardstick, alternating in one run, with the load generator on the
 * same machine. Only the ratios are comparable between machines. The yardsticks run on a real PostgreSQL with fsync,
 * for the embedded database too.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    database: { type: 'string', default: 'PostgreSQL,embedded' },
  },
});
const CONNECTIONS = 256;
/** Several instances are used for crowds that are too large for one. */
const LARGE_CROWD = 1_024;
const YARDSTICK_SECONDS = 3;
const CHECKOUTS = 40_000;
const SEATED_CHECKOUTS = 9_000;
const SOLD_OUT_ANSWERS = 60_000;
const CHECK_INS = 12_000;
const SMALL_EVENT = 10;
const HALL = { sections: 10, rows: 80, seats: 25 };

interface Scenario {
  what: string;
  yardstick: string;
  /** Minimum ratio to the yardstick, by database. */
  bar: Record<string, number>;
  measure(service: Service): Promise<Load>;
  compare(service: Service): Promise<number>;
}

interface Round {
  ours: Load;
  /** The yardstick's operations per second. */
  measured: number;
}

interface RowParts extends Round {
  database: string;
  what: string;
  yardstick: string;
  bar: number | undefined;
}

const postgres = await startPostgres({ fsync: true });

const scenarios: Scenario[] = [
  {
    what: 'hold one ticket of a hot tier',
    yardstick: 'one UPDATE+INSERT per ticket',
    bar: { PostgreSQL: 6, embedded: 4 },
    async measure(service) {
      const request = checkoutRequest(service, { event_id: await generalAdmission(service, 1_000_000) });
      return load([service], { ...loadOf(201, CHECKOUTS), request: () => request });
    },
    compare: () => naiveHolds(postgres.url, YARDSTICK_SECONDS),
  },
  {
    what: '2 seats of 20,000 in 10 sections',
    yardstick: 'one UPDATE+INSERT per ticket',
    bar: { PostgreSQL: 1 },
    async measure(service) {
      const { eventId, sectionIds } = await hall(service, HALL);
      const requests = sectionIds.map((id) =>
        checkoutRequest(service, { event_id: eventId, section_id: id, quantity: 2 }),
      );
      // Each connection starts at another section; otherwise all would use the same one at a time.
      const request = (connection: number, n: number) => requests[(connection + n) % requests.length] ?? '';
      return load([service], { ...loadOf(201, SEATED_CHECKOUTS), request });
    },
    compare: () => naiveHolds(postgres.url, YARDSTICK_SECONDS),
  },
  {
    what: 'sold out: 409',
    yardstick: 'bare node:http, same bytes',
    bar: { PostgreSQL: 0.35, embedded: 0.35 },
    async measure(service) {
      const request = await soldOutRequest(service);
      return load([service], { ...loadOf(409, SOLD_OUT_ANSWERS), request: () => request });
    },
    async compare(service) {
      const request = await soldOutRequest(service);
      const file = join(tmpdir(), 'takilya-bench-409.json');
      await writeFile(file, '{"error":{"message":"Sold out","status":409,"code":"sold_out"}}');
      const bare = await startBare(file);
      const { perSecond } = await load([bare], { ...loadOf(200, SOLD_OUT_ANSWERS), request: () => request });
      await bare.stop();
      return perSecond;
    },
  },
  {
    what: 'check in distinct tickets',
    yardstick: 'one UPDATE per ticket',
    bar: { PostgreSQL: 1 },
    async measure(service) {
      const tickets = await freeTickets(service, CHECK_INS);
      const requests = tickets.map((id) => apiRequest(service, 'POST', `/tickets/${id}/check-in`));
      return load([service], { ...loadOf(200, CHECK_INS), request: () => requests.pop() ?? '' });
    },
    compare: () => singleRowUpdates(postgres.url, YARDSTICK_SECONDS),
  },
];

function loadOf(status: number, amount: number) {
  return { connections: CONNECTIONS, status, amount };
}

/** A checkout request for an event whose tickets are all held. */
async function soldOutRequest(service: Service): Promise<string> {
  const eventId = await generalAdmission(service, SMALL_EVENT);
  const body = {
    event_id: eventId,
    customer: { name: 'Ana', email: 'ana@example.com' },
    success_url: 'http://localhost/',
  };
  await service.call('POST', '/checkouts', { ...body, quantity: SMALL_EVENT });
  return checkoutRequest(service, { event_id: eventId });
}

const table: ReturnType<typeof row>[] = [];
for (const database of options.database.split(',')) {
  const service = await startService(database === 'PostgreSQL' ? await postgres.createDatabase('bench') : null);
  for (const scenario of scenarios) {
    const rounds: Round[] = [];
    for (let round = 0; round < Number(options.rounds); round++)
      rounds.push({ measured: await scenario.compare(service), ours: await scenario.measure(service) });
    const { what, yardstick } = scenario;
    table.push(row({ database, what, yardstick, bar: scenario.bar[database], ...middle(rounds) }));
  }
  await service.stop();
}
if (options.database.includes('PostgreSQL')) table.push(...(await twoInstances()));
await postgres.stop();
console.table(table);

/** Checkouts of one tier, at one instance and at two that share the database. */
async function twoInstances() {
  const url = await postgres.createDatabase('instances');
  const first = await startService(url);
  const second = await startInstance(url);
  const rows: ReturnType<typeof row>[] = [];
  for (const connections of [CONNECTIONS, LARGE_CROWD]) {
    const rounds: Round[] = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      const request = checkoutRequest(first, { event_id: await generalAdmission(first, 1_000_000) });
      const settings = { ...loadOf(201, CHECKOUTS), connections, request: () => request };
      const { perSecond: measured } = await load([first], settings);
      rounds.push({ measured, ours: await load([first, second], settings) });
    }
    const what = `the same, ${connections} at two instances`;
    rows.push(row({ database: 'PostgreSQL', what, yardstick: 'at one', bar: 1, ...middle(rounds) }));
  }
  await second.stop();
  await first.stop();
  return rows;
}

function row({ database, what, ours, yardstick, measured, bar }: RowParts) {
  const ratio = ours.perSecond / measured;
  // The table comes after a quarter of an hour.
  console.error(`${database}: ${what}: ${ratio.toFixed(2)} × ${yardstick}`);
  return {
    database,
    what,
    'per second': Math.round(ours.perSecond),
    'p50 ms': ours.p50,
    'p99 ms': ours.p99,
    yardstick: `${yardstick}: ${Math.round(measured)}`,
    ratio: `${ratio.toFixed(2)} ×`,
    bar: bar === undefined ? '' : `${bar} × ${ratio >= bar ? 'reached' : 'MISSED'}`,
  };
}

/** The round with the median ratio. */
function middle(rounds: Round[]): Round {
  const sorted = rounds.toSorted((a, b) => a.ours.perSecond / a.measured - b.ours.perSecond / b.measured);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (!found) throw new Error('nothing was measured');
  return found;
}
