import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { type Service, startBare, startService } from './processes.ts';

/**
 * The cost of reads: each route compared with bare `node:http` that serves the same bytes, alternating in one run, with
 * the load generator on the same machine. Only the ratios are comparable between machines.
 */
const CONNECTIONS = 64;
const SECONDS = 3;
const ROUNDS = 3;
const EVENTS = 20;
const EXTRA_TIERS = 2;
/** Read in turn, so that concurrent requests read different tickets. */
const TICKETS = 200;

interface Row {
  database: string;
  route: string;
  perSecond: number;
  bare: number;
  p50: number;
  p99: number;
}

const rows: Row[] = [];
for (const database of ['embedded', 'PostgreSQL'] as const) {
  const postgres = database === 'PostgreSQL' ? await startPostgres({ fsync: true }) : null;
  const service = await startService(postgres ? await postgres.createDatabase('bench') : null);
  const ticketIds = await fill(service);
  rows.push(await compare(service, database, `/events?per_page=${EVENTS}`));
  rows.push(await compare(service, database, `/tickets/${ticketIds[0]}`));
  rows.push(
    await compare(
      service,
      database,
      '/tickets/{each}',
      ticketIds.map((id) => `/tickets/${id}`),
    ),
  );
  await service.stop();
  await postgres?.stop();
}
console.table(
  rows.map(({ database, route, perSecond, bare, p50, p99 }) => ({
    database,
    route: route.replace(/[0-9a-f-]{36}/, '{id}'),
    'per second': Math.round(perSecond),
    'bare node:http': Math.round(bare),
    ratio: `${((100 * perSecond) / bare).toFixed(0)} %`,
    'p50 ms': p50,
    'p99 ms': p99,
  })),
);

/** Creates exactly one page of events with three tiers each. @returns ids of their tickets */
async function fill(service: Service): Promise<string[]> {
  const { events } = (await service.call('GET', '/events?per_page=50')).data as { events: { id: string }[] };
  for (const { id } of events) await service.call('PUT', `/events/${id}`, { status: 'paused' });
  let eventId = '';
  for (let n = 0; n < EVENTS; n++) {
    const { data } = await service.call('POST', '/events', {
      title: `Night ${n + 1} of the festival`,
      start_datetime: '2027-05-01T20:00:00+08:00',
      capacity: 500,
      venue_name: 'Plaza',
      city: 'Makati',
    });
    eventId = (data as { id: string }).id;
    for (let tier = 0; tier < EXTRA_TIERS; tier++)
      await service.call('POST', `/events/${eventId}/tiers`, { name: `Tier ${tier}`, price: 500, quantity_total: 100 });
    await service.call('PUT', `/events/${eventId}`, { status: 'active' });
  }
  const { data: checkout } = await service.call('POST', '/checkouts', {
    event_id: eventId,
    quantity: TICKETS,
    customer: { name: 'Ana Cruz', email: 'ana@example.com' },
    success_url: 'http://localhost/thanks',
  });
  const { checkout_id: id, checkout_url: page } = checkout as { checkout_id: string; checkout_url: string };
  await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() });
  const { data } = await service.call('GET', `/checkouts/${id}`);
  const { ticket_ids: ticketIds } = data as { ticket_ids: string[] };
  if (ticketIds.length !== TICKETS) throw new Error('the free checkout made no tickets');
  return ticketIds;
}

async function compare(service: Service, database: string, route: string, paths = [route]): Promise<Row> {
  const { text, status } = await service.call('GET', paths[0] ?? route);
  if (status !== 200) throw new Error(`GET ${route} answered ${status}`);
  const file = join(tmpdir(), 'takilya-bench-body.json');
  await writeFile(file, text);
  const bare = await startBare(file);
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const ours: autocannon.Result[] = [];
  const theirs: autocannon.Result[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await load(service.url, headers, paths));
    theirs.push(await load(bare.url, headers, ['/']));
  }
  await bare.stop();
  const best = median(ours);
  return {
    database,
    route,
    perSecond: best.requests.average,
    bare: median(theirs).requests.average,
    p50: best.latency.p50,
    p99: best.latency.p99,
  };
}

async function load(url: string, headers: Record<string, string>, paths: string[]): Promise<autocannon.Result> {
  const { pathname } = new URL(url);
  const requests = paths.map((path) => ({ method: 'GET' as const, path: pathname.replace(/\/$/, '') + path }));
  const result = await autocannon({ url, headers, requests, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return result;
}

function median(results: autocannon.Result[]): autocannon.Result {
  const sorted = results.toSorted((a, b) => a.requests.average - b.requests.average);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}
