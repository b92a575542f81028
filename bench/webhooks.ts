import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Fastify from 'fastify';
import sql from 'sql-template-tag';
import { OPERATOR } from '../server/src/audit-log/actor.ts';
import { createOrganization } from '../server/src/organizations/create-organization.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { openEmbedded } from '../server/src/platform/database/embedded/embedded.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { migrateSchema } from '../server/src/schema/own-schema.ts';
import { systemClock } from '../server/src/values/clock.ts';
import { createWebhook } from '../server/src/webhooks/create-webhook.ts';
import { webhookDeliveries } from '../server/src/webhooks/delivery/deliver-webhooks.ts';
import { hostResolver } from '../server/src/webhooks/delivery/resolve-host.ts';
import { Sender } from '../server/src/webhooks/delivery/sender.ts';
import { recordNotifications } from '../server/src/webhooks/record-notification.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';

/**
 * Deliveries per second to a receiver on the same machine over TLS, and how much one hanging endpoint of ten slows the
 * others. Sender, database and receiver share the CPUs; the receiver has its own process.
 */
const NOTIFICATIONS = Number(process.argv[2] ?? 1_000);
const ROUNDS = 3;
const HEALTHY = 9;
const BATCH = 500;

const authority = readFileSync(new URL('../server/test/fixtures/certificates/authority.pem', import.meta.url), 'utf8');
/** CPU time of this process per delivery in µs: more stable than wall-clock time on a shared machine. */
let cpu: number[] = [];
const log = Fastify({ logger: { level: 'warn', stream: process.stderr } }).log;
const sink = await startSink();
const rows = [];
for (const kind of ['embedded', 'PostgreSQL'] as const) {
  const alone: number[] = [];
  const beside: number[] = [];
  cpu = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await measure(kind, false));
    beside.push(await measure(kind, true));
  }
  rows.push({
    database: kind,
    'deliveries per second': Math.round(median(alone)),
    'beside a hung endpoint': Math.round(median(beside)),
    'CPU µs each': Math.round(median(cpu)),
    cost: `${(100 - (100 * median(beside)) / median(alone)).toFixed(1)} %`,
  });
}
console.table(rows);
sink.process.kill();

/** The key of the endpoints' secrets. */
const secretsKeys = [Buffer.alloc(32, 1)];

/** @returns deliveries per second to the healthy endpoints, from the start until the last outcome was saved */
async function measure(kind: 'embedded' | 'PostgreSQL', hung: boolean): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'takilya-bench-'));
  const server = kind === 'PostgreSQL' ? await startPostgres({ fsync: true }) : null;
  const db = server ? await openPostgres(await server.createDatabase('bench')) : await openEmbedded(directory);
  await migrateSchema(db);
  const webhookIds = await fill(db, hung);

  const sender = new Sender({ allowPrivate: true, resolve: hostResolver(), ca: authority });
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const stop = webhookDeliveries({ db, clock: systemClock, sender, retrySeconds: [3_600], secretsKeys, log }).start();
  while ((await delivered(db, webhookIds)) < NOTIFICATIONS * HEALTHY)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.cpuUsage(before);
  cpu.push((user + system) / (NOTIFICATIONS * HEALTHY));
  // Does not wait for the hanging requests.
  await sender.close();
  await stop();
  await db.close();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
  return (NOTIFICATIONS * HEALTHY) / seconds;
}

/** @returns the ids of the healthy endpoints */
async function fill(db: Database, hung: boolean): Promise<string[]> {
  const now = new Date();
  const organizationId = await createOrganization(db, { name: 'Bench', now });
  const webhook = async (path: string) => {
    const url = `https://localhost:${sink.port}${path}`;
    const request = { organizationId, actor: OPERATOR, url, allowPrivate: true, secretsKeys, now };
    return (await createWebhook(db, { ...request, events: ['ticket.purchased'] })).id;
  };
  if (hung) await webhook('/hung');
  const healthy = await Promise.all(Array.from({ length: HEALTHY }, (_, n) => webhook(`/${n}`)));
  for (let done = 0; done < NOTIFICATIONS; done += BATCH) {
    const notifications = Array.from({ length: Math.min(BATCH, NOTIFICATIONS - done) }, () => ({
      type: 'ticket.purchased' as const,
      data: { ticket_id: organizationId, event_id: organizationId, customer: { name: 'Ana Reyes' }, amount: 500 },
    }));
    await db.transaction(async (tx) => recordNotifications(tx, organizationId, notifications, now));
  }
  return healthy;
}

async function delivered(db: Database, webhookIds: string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) from webhook_deliveries where status = 'succeeded' and webhook_id = any(${webhookIds}::uuid[])`);
  return row?.count ?? 0;
}

async function startSink(): Promise<{ process: ChildProcess; port: number }> {
  const child = spawn(process.execPath, ['bench/webhook-sink.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return { process: child, port: Number(port) };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
