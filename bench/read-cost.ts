import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { Connection } from './connection.ts';
import { type Service, startBare, startService } from './processes.ts';
import { processorMs, quiet } from './processor-time.ts';
import { median, quantile } from './quantile.ts';
import { apiRequest, freeTickets } from './shop.ts';

/**
 * The cost of reads: each beside bare `node:http` that serves the same bytes, alternating in short turns of one run,
 * with the load generator on the same machine. Only the ratios are comparable between machines. Processor time varies
 * less than the rate. Folders with other versions, already built, are measured in the same run:
 *
 *   node bench/read-cost.ts ../before
 */
const CONNECTIONS = 64;
/** Short, so that what else the machine does falls on all turns of a round alike. */
const TURN_MS = 250;
const ROUNDS = 24;
/** Until the code is compiled and the statements are prepared. */
const WARM_UP_ROUNDS = 4;
const EVENTS = 20;
const EXTRA_TIERS = 2;
/** Read in turn, so that concurrent requests read different tickets. */
const TICKETS = 200;
const ATTENDEES = 1_000;
const PER_PAGE = 50;

const { positionals: others } = parseArgs({ allowPositionals: true });

/** What is read again and again: its paths in turn. */
const WHAT = ['events', 'one ticket', 'tickets in turn', 'attendees, one page', 'attendees, pages in turn'] as const;
type What = (typeof WHAT)[number];

interface Version {
  folder: string;
  service: Service;
  reads: Record<What, string[]>;
}

interface Turn {
  perSecond: number;
  /** Processor time of the server and of PostgreSQL, microseconds a request. */
  server: number;
  database: number;
}

/** A process that is read from, over connections that stay open. */
interface Reader {
  name: string;
  turns: Turn[];
  read(): Promise<Turn>;
  close(): void;
}

interface Group {
  what: What;
  readers: Reader[];
  bare: Reader;
}

for (const database of ['PostgreSQL', 'embedded'] as const) {
  console.log(`${database}: medians of ${ROUNDS} turns of ${TURN_MS} ms`);
  console.table(await measure(database));
}

async function measure(database: 'PostgreSQL' | 'embedded') {
  await using opened = new AsyncDisposableStack();
  const postgres = database === 'PostgreSQL' ? await startPostgres({ fsync: true }) : null;
  opened.defer(async () => postgres?.stop());
  const versions: Version[] = [];
  for (const [index, folder] of ['.', ...others].entries()) {
    const service = await startService(postgres ? await postgres.createDatabase(`bench${index}`) : null, {}, folder);
    opened.defer(service.stop);
    versions.push({ folder, service, reads: await fill(service) });
  }
  for (const { service } of versions) await quiet(service.pid as number);
  const groups = await Promise.all(WHAT.map((what) => groupOf(what, versions, postgres?.pid, opened)));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++)
    for (const { readers, bare } of groups) {
      const all = [...readers, bare];
      for (const reader of round % 2 ? all : all.toReversed()) {
        const turn = await reader.read();
        if (round >= 0) reader.turns.push(turn);
      }
    }
  return groups.flatMap(rowsOf);
}

/** The readers of all versions, and that of the bare server. */
async function groupOf(
  what: What,
  versions: Version[],
  postmaster: number | undefined,
  opened: AsyncDisposableStack,
): Promise<Group> {
  const open = async (...reader: Parameters<typeof openReader>) =>
    opened.adopt(await openReader(...reader), async ({ close }) => close());
  const readers: Reader[] = [];
  for (const { folder, service, reads } of versions) {
    const requests = reads[what].map((path) => apiRequest(service, 'GET', path));
    readers.push(await open(folder, service.url, requests, { server: service.pid as number, database: postmaster }));
  }
  const [{ service, reads }] = versions as [Version];
  const path = reads[what][0] as string;
  const { text, status } = await service.call('GET', path);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  const folder = await mkdtemp(join(tmpdir(), 'takilya-bench-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, 'body.json');
  await writeFile(file, text);
  const bare = await startBare(file);
  opened.defer(bare.stop);
  // The bare server gets the same bytes, including the key, which it does not read.
  const pids = { server: bare.pid as number, database: undefined };
  return { what, readers, bare: await open('bare', bare.url, [apiRequest(service, 'GET', path)], pids) };
}

function rowsOf({ what, readers, bare }: Group) {
  return readers.map(({ name, turns }) => {
    const ratios = turns.map(({ perSecond }, round) => perSecond / (bare.turns[round]?.perSecond ?? Number.NaN));
    return {
      version: name,
      what,
      'per second': Math.round(median(turns.map(({ perSecond }) => perSecond))),
      bare: Math.round(median(bare.turns.map(({ perSecond }) => perSecond))),
      ratio: median(ratios).toFixed(3),
      'half of the ratios': `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`,
      'server µs': Math.round(median(turns.map(({ server }) => server))),
      'PostgreSQL µs': Math.round(median(turns.map(({ database }) => database))),
      'bare µs': Math.round(median(bare.turns.map(({ server }) => server))),
    };
  });
}

async function openReader(
  name: string,
  url: string,
  requests: string[],
  pids: { server: number; database: number | undefined },
): Promise<Reader> {
  const address = new URL(url);
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(address)));
  let next = 0;
  const cpuMs = () => ({ server: processorMs(pids.server), database: pids.database ? processorMs(pids.database) : 0 });

  async function readUntil(connection: Connection, end: number): Promise<number> {
    let answered = 0;
    for (; performance.now() < end; answered++) {
      const { status, text } = await connection.send(requests[next++ % requests.length] ?? '');
      if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
    }
    return answered;
  }

  return {
    name,
    turns: [],
    async read() {
      const before = cpuMs();
      const started = performance.now();
      const counts = await Promise.all(connections.map((connection) => readUntil(connection, started + TURN_MS)));
      const seconds = (performance.now() - started) / 1_000;
      const after = cpuMs();
      const answered = counts.reduce((sum, count) => sum + count, 0);
      return {
        perSecond: answered / seconds,
        server: (1_000 * (after.server - before.server)) / answered,
        database: (1_000 * (after.database - before.database)) / answered,
      };
    },
    close() {
      for (const connection of connections) connection.close();
    },
  };
}

/** Creates exactly one page of events with three tiers each, and an event with 1,000 attendees. */
async function fill(service: Service): Promise<Version['reads']> {
  const { events } = (await service.call('GET', '/events?per_page=50')).data as { events: { id: string }[] };
  const ticketIds = await freeTickets(service, ATTENDEES);
  const { event } = (await service.call('GET', `/tickets/${ticketIds[0]}`)).data as { event: { id: string } };
  for (const { id } of [...events, event]) await service.call('PUT', `/events/${id}`, { status: 'paused' });
  for (let n = 0; n < EVENTS; n++) {
    const { data } = await service.call('POST', '/events', {
      title: `Night ${n + 1} of the festival`,
      start_datetime: '2027-05-01T20:00:00+08:00',
      capacity: 500,
      venue_name: 'Plaza',
      city: 'Makati',
    });
    const { id } = data as { id: string };
    for (let tier = 0; tier < EXTRA_TIERS; tier++)
      await service.call('POST', `/events/${id}/tiers`, { name: `Tier ${tier}`, price: 500, quantity_total: 100 });
    await service.call('PUT', `/events/${id}`, { status: 'active' });
  }
  const attendees = (page: number) => `/events/${event.id}/attendees?per_page=${PER_PAGE}&page=${page}`;
  return {
    events: [`/events?per_page=${EVENTS}`],
    'one ticket': [`/tickets/${ticketIds[0]}`],
    'tickets in turn': ticketIds.slice(0, TICKETS).map((id) => `/tickets/${id}`),
    'attendees, one page': [attendees(1)],
    'attendees, pages in turn': Array.from({ length: ATTENDEES / PER_PAGE }, (_, page) => attendees(page + 1)),
  };
}
