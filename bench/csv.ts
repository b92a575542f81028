import sql from 'sql-template-tag';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { fillOrders } from '../server/test/fixtures/fill-orders.ts';
import { type Service, startService } from './processes.ts';

/**
 * The memory of the server during CSV exports of 2,000 and of 200,000 rows, for orders and attendees. It should be
 * about the same, because rows are read and written in batches. The server runs in its own process and reports its
 * memory in /metrics.
 */
const SIZES = [2_000, 200_000];
const MEGABYTE = 1_048_576;

const postgres = await startPostgres({ fsync: true });
const databaseUrl = await postgres.createDatabase('bench');
const service = await startService(databaseUrl);
const db = await openPostgres(databaseUrl);
const rows = [];
for (const size of SIZES) {
  const { id: eventId, ticket_tiers } = await newEvent(service);
  const [event] = await db.query<{ organizationId: string }>(sql`
    select organization_id from events where id = ${eventId}`);
  const organizationId = event?.organizationId ?? '';
  const tierId = ticket_tiers[0]?.id ?? '';
  const fill = { organizationId, eventId, tierId, orders: size, days: 90, withTickets: true };
  await fillOrders(db, { ...fill, from: new Date('2026-11-01T00:00:00Z') });
  await db.query(sql`analyze`);
  for (const path of [`/orders.csv?event_id=${eventId}`, `/events/${eventId}/attendees.csv`])
    rows.push(await download(service, path, size));
}
console.table(rows);
await db.close();
await service.stop();
await postgres.stop();

async function newEvent({ call }: Service): Promise<{ id: string; ticket_tiers: { id: string }[] }> {
  const start = '2027-05-01T20:00:00+08:00';
  return (await call('POST', '/events', { title: 'Festival', start_datetime: start, capacity: 1_000_000 })).data;
}

async function download({ url, apiKey }: Service, path: string, size: number) {
  const before = await memory(url);
  const began = performance.now();
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${apiKey}` } });
  let lines = 0;
  let bytes = 0;
  let peak = before;
  let sampledAt = began;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 10) lines++;
    if (performance.now() - sampledAt < 50) continue;
    sampledAt = performance.now();
    peak = Math.max(peak, await memory(url));
  }
  if (lines !== size + 1) throw new Error(`${path}: ${lines} lines for ${size} rows`);
  return {
    path: path.replace(/[0-9a-f-]{36}/, '{id}'),
    rows: size,
    'MB sent': (bytes / MEGABYTE).toFixed(1),
    seconds: ((performance.now() - began) / 1_000).toFixed(1),
    'RSS before, MB': Math.round(before / MEGABYTE),
    'at most, MB': Math.round(peak / MEGABYTE),
  };
}

async function memory(apiUrl: string): Promise<number> {
  const response = await fetch(new URL('/metrics', apiUrl));
  const [, bytes = '0'] = /^process_resident_memory_bytes (\S+)/m.exec(await response.text()) ?? [];
  return Number(bytes);
}
