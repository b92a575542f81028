import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { Connection, requestBytes } from './connection.ts';
import { startService } from './processes.ts';
import { apiRequest, checkoutRequest, freeTickets, generalAdmission, hall } from './shop.ts';

/**
 * Sends requests at a steady rate, regardless of response times: reads, holds, pages and check-ins in turn. Exits with
 * 1 if a request failed, if p99 reached 100 ms, or if memory grew after the first minutes.
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '200' },
    database: { type: 'string', default: 'PostgreSQL' },
  },
});
const MINUTES = Number(options.minutes);
const RATE = Number(options.rate);
const CONNECTIONS = 64;
const P99_BAR_MS = 100;
/** Limit relative to the memory in the third minute: later samples vary with garbage collection. */
const MEMORY_BAR = 1.25;
const CHECKED_IN_SHARE = 10;

const postgres = options.database === 'PostgreSQL' ? await startPostgres({ fsync: true }) : null;
const service = await startService(postgres ? await postgres.createDatabase('soak') : null);
const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(new URL(service.url))));
const waiting: (() => void)[] = [];

const milliseconds: number[] = [];
const failures: string[] = [];
const memory: number[] = [];
const total = MINUTES * 60 * RATE;
const requests = await mix();
const started = performance.now();
const running: Promise<void>[] = [];
for (let n = 0; n < total; n++) {
  const due = started + (n * 1_000) / RATE;
  const early = due - performance.now();
  if (early > 0) await pause(early);
  running.push(ask(n, due));
  if (n % (60 * RATE) === 60 * RATE - 1) memory.push(residentMegabytes());
}
await Promise.all(running);
for (const connection of connections) connection.close();
const sorted = milliseconds.toSorted((a, b) => a - b);
const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
const settled = memory[Math.min(2, memory.length - 1)] ?? 0;
const last = memory.at(-1) ?? 0;
process.stdout.write(
  `${options.database}: ${sorted.length} requests at ${RATE} a second, ${failures.length} failed; ` +
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms; memory by minute ${memory.join(', ')} MB\n`,
);
for (const failure of failures.slice(0, 5)) process.stdout.write(`${failure}\n`);
await service.stop();
await postgres?.stop();
if (failures.length > 0 || Number(at(0.99)) >= P99_BAR_MS || last > settled * MEMORY_BAR) process.exitCode = 1;

/** Measured from the due time: waiting for a free connection counts as waiting for the server. */
async function ask(n: number, due: number) {
  // Takes the connection that was idle longest: the server closes connections that are idle for a minute.
  let connection = connections.shift();
  while (!connection) {
    await new Promise<void>((resolve) => waiting.push(resolve));
    connection = connections.shift();
  }
  try {
    const { bytes, status } = requests(n);
    const answer = await connection.send(bytes);
    milliseconds.push(performance.now() - due);
    if (answer.status !== status) failures.push(`${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`);
  } catch (error) {
    failures.push(String(error));
  }
  connections.push(connection);
  waiting.shift()?.();
}

async function mix() {
  const { pathname, host } = new URL(service.url);
  const event = await generalAdmission(service, 1_000_000);
  const { eventId, sectionIds } = await hall(service, { sections: 40, rows: 50, seats: 50 });
  const tickets = await freeTickets(service, Math.ceil(total / CHECKED_IN_SHARE) + 1);
  const checkout = await service.call('POST', '/checkouts', {
    event_id: event,
    quantity: 1,
    customer: { name: 'Ana Cruz', email: 'ana@example.com' },
    success_url: 'https://example.com/thanks',
  });
  const page = new URL((checkout.data as { checkout_url: string }).checkout_url).pathname;
  const hold = checkoutRequest(service, { event_id: event });
  const get = (path: string) => apiRequest(service, 'GET', path);
  const reads = [get('/events'), get(`/events/${event}`), get(`/tickets/${tickets[0]}`), get('/orders')];
  return (n: number): { bytes: string; status: number } => {
    const turn = n % CHECKED_IN_SHARE;
    if (turn === 0) {
      const ticket = tickets[1 + Math.floor(n / CHECKED_IN_SHARE)] ?? '';
      return { bytes: apiRequest(service, 'POST', `/tickets/${ticket}/check-in`), status: 200 };
    }
    if (turn === 1) {
      const section = sectionIds[Math.floor(n / CHECKED_IN_SHARE) % sectionIds.length];
      return { bytes: checkoutRequest(service, { event_id: eventId, section_id: section, quantity: 2 }), status: 201 };
    }
    if (turn < 5) return { bytes: hold, status: 201 };
    if (turn === 5) return { bytes: requestBytes({ method: 'GET', path: page, host }), status: 200 };
    return { bytes: reads[turn % reads.length] ?? get(pathname), status: 200 };
  };
}

function residentMegabytes(): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(service.pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1_024);
}
