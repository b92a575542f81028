import { Client } from 'pg';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { distributeSchema } from '../../src/schema/own-schema.ts';

/** Few: a statement over all organizations asks each shard, and a test has few organizations. */
const SHARDS = 4;

interface Node {
  host: string;
  port: number;
}

/**
 * Creates an empty database with Citus on the nodes of the cluster whose coordinator is at `citusUrl`, and returns its
 * address. There are no templates: a copy of a database would not have its shards.
 */
export async function createCitusDatabase(citusUrl: string, name: string): Promise<string> {
  const { coordinator, workers } = await nodesOf(citusUrl);
  for (const node of [coordinator, ...workers]) {
    await runAt(addressOf(citusUrl, node), `create database "${name}"`);
    await runAt(addressOf(citusUrl, node, name), 'create extension citus');
  }
  await runAt(citusUrl, `alter database "${name}" set citus.shard_count = ${SHARDS}`);
  const url = addressOf(citusUrl, coordinator, name);
  await runAt(url, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`);
  for (const { host, port } of workers) await runAt(url, `select citus_add_node('${host}', ${port})`);
  return url;
}

/** A database of its own with the tables of the product on the nodes. */
export async function openCitusDatabase(citusUrl: string, name: string, poolSize: number): Promise<Database> {
  const url = await createCitusDatabase(citusUrl, name);
  const db = await openPostgres(url, { poolSize });
  await distributeSchema(db);
  return db;
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

/** The same database on the workers. */
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

/** The same user and password on another node, or in another database. */
function addressOf(citusUrl: string, { host, port }: Node, database?: string): string {
  const url = new URL(citusUrl);
  url.hostname = host;
  url.port = String(port);
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
}

async function runAt(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
