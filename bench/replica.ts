import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { getListedEvent, listAttendees } from '../server/src/attendees/queries.ts';
import { OPERATOR } from '../server/src/audit-log/actor.ts';
import { createEvent } from '../server/src/events/create-event.ts';
import { updateEvent } from '../server/src/events/update-event.ts';
import { listOrders } from '../server/src/orders/queries.ts';
import { createOrganization } from '../server/src/organizations/create-organization.ts';
import type { Queryable } from '../server/src/platform/database/database.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { Replica } from '../server/src/platform/replica/replica.ts';
import { sales } from '../server/src/sales/sales-for-events.ts';
import { migrateSchema } from '../server/src/schema/own-schema.ts';
import { systemClock } from '../server/src/values/clock.ts';
import { baseBackup } from '../server/test/databases/base-backup.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { fillOrders } from '../server/test/fixtures/fill-orders.ts';
import { processorMs } from './processor-time.ts';
import { median } from './quantile.ts';

/**
 * What lists cost the primary with and without a replica, alternating: processor time of its processes, and waiting.
 */
const ORDERS = 20_000;
const ROUNDS = 5;
const LISTS = 400;
/** Readers at a time. */
const READERS = 8;
const WRITE_EVERY_MS = 5;
const NOW = new Date('2026-11-01T00:00:00.000Z');

const folder = await mkdtemp(join(tmpdir(), 'takilya-bench-replica-'));
await chmod(folder, 0o755);
const primary = await startPostgres({ fsync: true });
const db = await openPostgres(await primary.createDatabase('bench'));
await migrateSchema(db);
const organizationId = await createOrganization(db, { name: 'ours', now: NOW });
const fields = { title: 'ours', startDatetime: new Date('2027-05-01T12:00:00Z'), capacity: 1_000_000 };
const nowhere = { find: async () => null };
const { id: eventId, tiers } = await createEvent(db, nowhere, { organizationId, actor: OPERATOR, fields, now: NOW });
await fillOrders(db, {
  organizationId,
  eventId,
  tierId: tiers[0]?.id ?? '',
  orders: ORDERS,
  from: NOW,
  days: 30,
  withTickets: true,
});
await db.runScript('vacuum analyze');
await baseBackup(primary.url, join(folder, 'base'));
const standby = await startPostgres({ fsync: true, cluster: join(folder, 'base'), standbyOf: primary.url });
const url = Object.assign(new URL(standby.url), { pathname: '/bench' }).href;
const replica = await Replica.open(db, { url, preparedStatements: true }, pino({ level: 'warn' }) as never);

for (const isWriting of [false, true]) {
  const costs: Record<string, { cpu: number[]; ms: number[] }> = {};
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, reads] of [
      ['primary', db],
      ['replica', replica],
    ] as const) {
      const writer = isWriting ? startWriting() : undefined;
      const before = processorMs(primary.pid as number);
      const ms = await readLists(reads);
      const cpu = (processorMs(primary.pid as number) - before) / LISTS;
      await writer?.();
      // The first round prepares statements.
      if (round === 0) continue;
      costs[name] ??= { cpu: [], ms: [] };
      costs[name].cpu.push(cpu);
      costs[name].ms.push(median(ms));
    }
  console.log(isWriting ? `A write every ${WRITE_EVERY_MS} ms (its cost included)` : 'Nothing is written');
  console.table(
    Object.entries(costs).map(([from, { cpu, ms }]) => ({
      from,
      "primary's processor time a list, ms": median(cpu).toFixed(2),
      'of the rounds': cpu.map((one) => one.toFixed(2)).join(', '),
      'median ms of a list': median(ms).toFixed(1),
    })),
  );
}
console.log((await metricsOf()).join('\n'));
await replica.close();
await db.close();
await Promise.all([standby.stop(), primary.stop()]);
await rm(folder, { recursive: true, force: true });

async function metricsOf(): Promise<string[]> {
  const { serviceMetrics } = await import('../server/src/platform/metrics/service-metrics.ts');
  return (await serviceMetrics.metrics()).split('\n').filter((line) => line.startsWith('takilya_replica'));
}

/** Two lists in turn, and pages that differ. @returns how long each took */
async function readLists(reads: Queryable): Promise<number[]> {
  const took: number[] = [];
  let begun = 0;
  const reader = async () => {
    while (begun < LISTS) {
      const page = 1 + (begun % 50);
      const startedMs = performance.now();
      if (begun++ % 2) await listOrders(reads, organizationId, { eventId, page: { page, perPage: 20 } });
      else {
        const event = await getListedEvent(reads, organizationId, eventId);
        await listAttendees(reads, organizationId, event, { search: null, page: { page, perPage: 50 } });
      }
      took.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return took;
}

function startWriting(): () => Promise<void> {
  let isOver = false;
  const written = (async () => {
    for (let n = 0; !isOver; n++) {
      const changes = { fields: { venueName: `Hall ${n}` }, now: new Date(), clock: systemClock };
      await updateEvent(db, nowhere, sales, { organizationId, actor: OPERATOR, eventId, ...changes });
      await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY_MS));
    }
  })();
  return () => {
    isOver = true;
    return written;
  };
}
