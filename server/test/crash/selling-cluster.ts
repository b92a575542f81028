import sql from 'sql-template-tag';
import { onTestFinished } from 'vitest';
import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { createOrganization } from '../../src/organizations/create-organization.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { distributeSchema } from '../../src/schema/own-schema.ts';
import type { Uuid } from '../../src/values/uuid.ts';
import { type CitusCluster, startCitusCluster } from '../databases/citus-cluster.ts';
import { createCitusDatabase } from '../databases/citus-database.ts';
import { type Answer, type Client, openClient } from '../process/client.ts';
import { buyOnce, CAPACITY, Confirmed } from '../process/confirmed.ts';
import { newDataDir, startServer } from '../process/start-server.ts';

const SHOPS_PER_WORKER = 2;
const BUYERS_PER_SHOP = 2;

/** An organization whose buyers buy over HTTP, and the node that has its rows. */
export interface Shop {
  organizationId: Uuid;
  /** Index of the worker. */
  worker: number;
  /** Shard of its events. */
  shard: number;
  bought: number;
  failures: string[];
}

export interface SellingCluster {
  cluster: CitusCluster;
  db: Database;
  shops: Shop[];
  confirmed: Confirmed;
  /** Ends the sales, after the requests that are under way. */
  stopSelling(): Promise<void>;
}

/** A cluster and a server on it, which sells tickets of organizations of both workers until the end. */
export async function openSellingCluster(): Promise<SellingCluster> {
  const cluster = await startCitusCluster();
  onTestFinished(() => cluster.stop());
  const url = await createCitusDatabase(cluster.url, 'crash');
  const db = await openPostgres(url, { poolSize: 4 });
  onTestFinished(() => db.close());
  await distributeSchema(db);
  const server = await startServer({ DATA_DIR: await newDataDir(), DATABASE_URL: url });

  const confirmed = new Confirmed();
  const stopped = new AbortController();
  const shops: Shop[] = [];
  const buyers: Promise<void>[] = [];
  while (shops.length < SHOPS_PER_WORKER * cluster.workers.length) {
    const now = new Date();
    const organizationId = await createOrganization(db, { name: 'Lakbay Concerts', now });
    const place = await placeOf(db, cluster, organizationId);
    if (shops.filter(({ worker }) => worker === place.worker).length === SHOPS_PER_WORKER) continue;
    const { key } = await createApiKey(db, { organizationId, actor: OPERATOR, name: 'test', now });
    const shop: Shop = { organizationId, ...place, bought: 0, failures: [] };
    const client = strict(openClient(server.url, key));
    const eventId = await client.createEvent({ capacity: CAPACITY });
    const buy = async () => {
      while (!stopped.signal.aborted)
        try {
          await buyOnce(client, eventId, confirmed, 1);
          shop.bought++;
        } catch (error) {
          shop.failures.push(String(error));
        }
    };
    shops.push(shop);
    for (let buyer = 0; buyer < BUYERS_PER_SHOP; buyer++) buyers.push(buy());
  }
  const stopSelling = async () => {
    stopped.abort();
    await Promise.all(buyers);
  };
  onTestFinished(stopSelling);
  return { cluster, db, shops, confirmed, stopSelling };
}

/** The shard of the organization's events, and the worker that has it. */
export async function placeOf(db: Database, { workers }: CitusCluster, organizationId: Uuid) {
  const [row] = await db.query<{ shard: number; port: number }>(sql`
    select p.shardid as shard, p.nodeport as port from pg_dist_shard_placement p
     where p.shardid = get_shard_id_for_distribution_column('events', ${organizationId}::uuid)`);
  if (!row) throw new Error('no node has the organization');
  return { shard: row.shard, worker: workers.findIndex(({ url }) => Number(new URL(url).port) === row.port) };
}

/** Throws for an answer that is not a success. */
function strict(client: Client): Client {
  const success = <Data>(answer: Answer<Data>) => {
    if (answer.status >= 400) throw new Error(`answered ${answer.status}: ${answer.message}`);
    return answer;
  };
  return {
    ...client,
    call: async (...request) => success(await client.call(...request)),
    hold: async (...request) => success(await client.hold(...request)),
  };
}
