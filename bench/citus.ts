import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import sql from 'sql-template-tag';
import { createApiKey } from '../server/src/api-keys/create-api-key.ts';
import { OPERATOR } from '../server/src/audit-log/actor.ts';
import { listNewestPurchases } from '../server/src/buyers/find-queries.ts';
import { claimDueMails } from '../server/src/mail/sending/queries.ts';
import { createOrganization } from '../server/src/organizations/create-organization.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { Round } from '../server/src/platform/work/waiting-organizations.ts';
import { deleteOldest } from '../server/src/retention/queries.ts';
import { distributeSchema, migrateSchema } from '../server/src/schema/own-schema.ts';
import { createCitusDatabase, dropCitusDatabases, workersOf } from '../server/test/databases/citus-database.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { type Load, load } from './load.ts';
import { type Service, startService } from './processes.ts';
import { checkoutRequest, generalAdmission } from './shop.ts';

/**
 * Holds of one hot event and of a hundred organizations at the same time, on one PostgreSQL and on the cluster of
 * CITUS_URL, alternating in one run. POSTGRES_BIN is the folder of the programs that the cluster runs, so that both are
 * the same version. All of it shares the CPUs: the ratio says what the way through a coordinator costs, and not what
 * more machines bring.
 */
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, amount: { type: 'string', default: '4000' } },
});
const CONNECTIONS = 64;
const ORGANIZATIONS = 100;
/** Two for each worker of a small cluster. */
const SHARDS = 4;
const MANY_ORGANIZATIONS = 10_000;
const PREFIX = 'bench_citus_';

const { CITUS_URL: citusUrl } = process.env;
if (!citusUrl) throw new Error('CITUS_URL must be the address of a database of a Citus coordinator');
const postgres = await startPostgres({ fsync: false });
const url = await createCitusDatabase(citusUrl, `${PREFIX}${randomUUID().slice(0, 8)}`, SHARDS);
const addresses = { PostgreSQL: await postgres.createDatabase('bench'), Citus: url };

type Kind = keyof typeof addresses;
const KINDS = Object.keys(addresses) as Kind[];
const open: { kind: Kind; db: Database; service: Service; keys: string[] }[] = [];
for (const kind of KINDS) {
  const db = await openPostgres(addresses[kind], { poolSize: 4 });
  await (kind === 'Citus' ? distributeSchema : migrateSchema)(db);
  // The demo is made in a database without organizations.
  const service = await startService(addresses[kind]);
  const keys: string[] = [];
  for (let index = 0; index < ORGANIZATIONS; index++) {
    const now = new Date();
    const organizationId = await createOrganization(db, { name: `Organization ${index}`, now });
    keys.push((await createApiKey(db, { organizationId, actor: OPERATOR, name: 'bench', now })).key);
  }
  open.push({ kind, db, service, keys });
}

const SCENARIOS: Record<string, (service: Service, keys: string[]) => Promise<string[]>> = {
  'one hot event': async (service) => [
    checkoutRequest(service, { event_id: await generalAdmission(service, 1_000_000) }),
  ],
  [`an event of each of ${ORGANIZATIONS} organizations`]: async (service, keys) => {
    const requests: string[] = [];
    for (const apiKey of keys) {
      const theirs = as(service, apiKey);
      requests.push(checkoutRequest(theirs, { event_id: await generalAdmission(theirs, 1_000_000) }));
    }
    return requests;
  },
};

for (const [what, prepare] of Object.entries(SCENARIOS)) {
  const measured: Record<Kind, Load[]> = { PostgreSQL: [], Citus: [] };
  for (let round = 0; round < Number(options.rounds); round++)
    for (const { kind, service, keys } of open) {
      const requests = await prepare(service, keys);
      const request = (connection: number, n: number) => requests[(connection + n * 7) % requests.length] ?? '';
      measured[kind].push(
        await load([service], { connections: CONNECTIONS, amount: Number(options.amount), status: 201, request }),
      );
    }
  const [plain, cluster] = KINDS.map((kind) => middle(measured[kind]));
  console.log(what, { PostgreSQL: plain, Citus: cluster, ratio: (cluster?.perSecond ?? 0) / (plain?.perSecond ?? 1) });
}

console.log('connections of one server', {
  PostgreSQL: await connectionsOf(addresses.PostgreSQL, 'bench'),
  coordinator: await connectionsOf(url),
  workers: await Promise.all((await workersOf(url)).map((worker) => connectionsOf(worker))),
});
for (const { kind, service, db } of open) {
  console.log(await service.stopAndVerify());
  await db.query(sql`
    insert into organizations (organization_id, name, slug, created_at)
    select gen_random_uuid(), 'Many', 'many-' || n, now() from generate_series(1, ${MANY_ORGANIZATIONS}::int) n`);
  console.log(`${kind}: tasks with ${MANY_ORGANIZATIONS} organizations, ms`, await taskMs(db));
  await db.close();
}
await dropCitusDatabases(citusUrl, PREFIX);
await postgres.stop();

function as(service: Service, apiKey: string): Service {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, data: JSON.parse(text).data as never, text };
  };
  return { ...service, apiKey, call };
}

function middle(loads: Load[]): Load | undefined {
  return loads.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)];
}

async function connectionsOf(address: string, database = new URL(address).pathname.slice(1)): Promise<number> {
  const db = await openPostgres(address, { poolSize: 1 });
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from pg_stat_activity
     where datname = ${database} and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  await db.close();
  return row?.count ?? 0;
}

/** The looks of the periodic tasks when nothing is due: what an idle server asks for again and again. */
async function taskMs(db: Database): Promise<Record<string, number>> {
  const now = new Date();
  const claim = { round: new Round(), dueBy: now, leaseUntil: now, limit: 10, priorities: [0, 1], inProgress: [] };
  const tasks = {
    'claim mails': () => db.transaction((tx) => claimDueMails(tx, claim)),
    'purge notifications': () =>
      db.transaction((tx) => deleteOldest(tx, { table: 'notifications' }, { before: new Date(0), limit: 1_000 })),
    'find the orders of an address': () =>
      listNewestPurchases(db, { email: 'nobody@example.com', organizationId: null, limit: 20 }),
  };
  const took: Record<string, number> = {};
  for (const [name, run] of Object.entries(tasks)) {
    await run();
    const began = performance.now();
    await run();
    took[name] = Math.round(performance.now() - began);
  }
  return took;
}
