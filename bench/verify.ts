import { performance } from 'node:perf_hooks';
import sql, { raw } from 'sql-template-tag';
import type { Database } from '../server/src/platform/database/database.ts';
import { openInMemory } from '../server/src/platform/database/embedded/embedded.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { migrateSchema } from '../server/src/schema/own-schema.ts';
import { verifyConsistency } from '../server/src/verify/verify-consistency.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { fillPast } from '../server/test/fixtures/fill-past.ts';

/**
 * The cost of `takilya verify` for an organization with many complete orders: money, tickets, notifications, deliveries
 * and seats; without statistics, as after a busy day, and with them. Configured by DATABASES=embedded, ORDERS=20000,
 * EVENTS=1 and POSTGRES_BIN.
 */
const ORDERS = Number(process.env.ORDERS ?? 100_000);
const EVENTS = Number(process.env.EVENTS ?? 10);
const KINDS = (process.env.DATABASES ?? 'PostgreSQL,embedded').split(',');
const FROM = new Date('2026-01-01T00:00:00.000Z');
const NOW = new Date('2026-12-01T00:00:00.000Z');
const MAX_SECONDS = 30;
const SLOWEST_SHOWN = 6;

for (const kind of KINDS) {
  const { db, stop } = await open(kind);
  await migrateSchema(db);
  await leaveWithoutStatistics(db);
  const began = performance.now();
  await fillPast(db, { orders: ORDERS, events: EVENTS, seatedOrders: ORDERS / 10, from: FROM, days: 300 });
  const [{ version = '' } = {}] = await db.query<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  );
  console.log(`${kind} ${version}: ${ORDERS * 1.1} orders written in ${secondsSince(began).toFixed(1)} s`);
  await check(db, 'without statistics');
  await db.query(sql`analyze`);
  await check(db, 'with statistics');
  await db.close();
  await stop();
}

async function open(kind: string) {
  if (kind === 'embedded') return { db: await openInMemory(), stop: async () => {} };
  const server = await startPostgres({ fsync: false });
  return { db: await openPostgres(await server.createDatabase('bench')), stop: () => server.stop() };
}

/** Keeps autovacuum from collecting statistics during the run. */
async function leaveWithoutStatistics(db: Database) {
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  for (const { name } of tables) await db.query(sql`alter table ${raw(name)} set (autovacuum_enabled = false)`);
}

async function check(db: Database, when: string) {
  const times: number[] = [];
  const began = performance.now();
  const findings = await verifyConsistency(
    timed(db, (ms) => times.push(ms)),
    NOW,
  );
  const seconds = secondsSince(began);
  const bar = `${MAX_SECONDS} s ${seconds <= MAX_SECONDS ? 'reached' : 'MISSED'}`;
  console.log(`${when}: ${seconds.toFixed(1)} s for ${findings.length} invariants (limit: ${bar})`);
  const slowest = findings.map(({ description }, index) => ({ description, ms: times[index] ?? 0 }));
  for (const { description, ms } of slowest.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
    console.log(`  ${ms.toFixed(0).padStart(6)} ms  ${description}`);
  for (const { description, broken, rows } of findings.filter((finding) => finding.broken > 0))
    console.log(`  VIOLATED (${broken}): ${description}`, rows[0]);
}

/** Wraps the database to measure the time of each query. */
function timed(db: Database, note: (ms: number) => void): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          async query<Row>(statement: Parameters<typeof tx.query>[0]) {
            const began = performance.now();
            const rows = await tx.query<Row>(statement);
            note(performance.now() - began);
            return rows;
          },
        }),
      ),
  };
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000;
}
