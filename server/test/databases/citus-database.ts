import type { Database } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { distributeSchema } from '../../src/schema/own-schema.ts';
import { runAt } from './run-at.ts';

/** One for each worker: a statement over all organizations asks each shard, and a test has few organizations. */
const SHARDS = 2;

interface Node {
  host: string;
  port: number;
}

/**
 * Creates an empty database with Citus on the nodes of the cluster whose coordinator is at `citusUrl`, and returns its
 * address. There are no templates: a copy of a database would not have its shards.
 */
export async function createCitusDatabase(citusUrl: string, name: string, shards = SHARDS): Promise<string> {
  const { coordinator, workers } = await nodesOf(citusUrl);
  const nodes = [coordinator, ...workers];
  for (const node of nodes) await runAt(addressOf(citusUrl, node), `create database "${name}"`);
  const [url = '', ...others] = nodes.map((node) => addressOf(citusUrl, node, name));
  await runAt(url, `alter database "${name}" set citus.shard_count = ${shards}`);
  await joinNodes(url, others);
  return url;
}

/** Makes empty databases of as many servers one of a cluster: the first is the coordinator's. */
export async function joinNodes(url: string, workers: string[]): Promise<void> {
  for (const node of [url, ...workers]) await runAt(node, 'create extension citus');
  const at = (node: string) => `'${new URL(node).hostname}', ${new URL(node).port}`;
  await runAt(url, `select citus_set_coordinator_host(${at(url)})`);
  for (const worker of workers) await runAt(url, `select citus_add_node(${at(worker)})`);
}

/**
 * A database of its own with the tables of the product on the nodes. `close` drops it: each has background work on each
 * node.
 */
export async function openCitusDatabase(citusUrl: string, name: string, poolSize: number): Promise<Database> {
  const url = await createCitusDatabase(citusUrl, name);
  const db = await openPostgres(url, { poolSize });
  await distributeSchema(db);
  return {
    ...db,
    async close() {
      await db.close();
      await dropCitusDatabases(citusUrl, name);
    },
  };
}

/** Drops the databases whose names begin with `prefix` from all nodes. */
export async function dropCitusDatabases(citusUrl: string, prefix: string): Promise<void> {
  const { coordinator, workers } = await nodesOf(citusUrl);
  for (const node of [coordinator, ...workers]) {
    const at = addressOf(citusUrl, node);
    const rows = await runAt(at, `select datname from pg_database where starts_with(datname, '${prefix}')`);
    for (const { datname } of rows) await runAt(at, `drop database "${datname}" with (force)`);
  }
}

/** Addresses of this database on the workers. */
export async function workersOf(url: string): Promise<string[]> {
  const { workers } = await nodesOf(url);
  return workers.map((worker) => addressOf(url, worker));
}

async function nodesOf(citusUrl: string): Promise<{ coordinator: Node; workers: Node[] }> {
  const rows = await runAt(
    citusUrl,
    'select nodename as host, nodeport as port, groupid as group from pg_dist_node where isactive order by groupid',
  );
  const nodes = rows.map(({ host, port }) => ({ host: String(host), port: Number(port) }));
  const [coordinator, ...workers] = nodes;
  if (!coordinator || Number(rows[0]?.group) !== 0 || workers.length === 0)
    throw new Error('CITUS_URL must be a database of a coordinator that knows its own address and has workers');
  return { coordinator, workers };
}

/** The address with its user and password, but of another node or another database. */
function addressOf(citusUrl: string, { host, port }: Node, database?: string): string {
  const url = new URL(citusUrl);
  url.hostname = host;
  url.port = String(port);
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
}
