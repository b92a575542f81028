import { Client } from 'pg';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { expectConsistency, findBroken } from '../consistency/expect-consistency.ts';
import { hasCitusPrograms } from '../databases/citus-cluster.ts';
import { NOT_STARTED } from '../process/client.ts';
import { brokenPromises } from '../process/confirmed.ts';
import { openSellingCluster, placeOf, type SellingCluster, type Shop } from './selling-cluster.ts';

const SOLD = 5;

/** Waits until each of these shops has sold more. */
async function untilSold(shops: Shop[]) {
  const before = shops.map(({ bought }) => bought);
  await expect.poll(() => shops.every(({ bought }, place) => bought >= (before[place] ?? 0) + SOLD)).toBe(true);
}

/** What a request gets whose organization is on a node that is down. */
const UNAVAILABLE = new RegExp(`answered 503|${NOT_STARTED}`);
const failuresOf = (shops: Shop[]) => shops.flatMap(({ failures }) => failures);

describe.skipIf(!hasCitusPrograms())('a cluster that sells (only where POSTGRES_BIN has Citus)', () => {
  test('after a worker was killed it has all that was answered; meanwhile its organizations get 503, and the others sell', async () => {
    const { cluster, db, shops, confirmed, stopSelling } = await openSellingCluster();
    const [theirs = [], others = []] = cluster.workers.map((_, index) =>
      shops.filter(({ worker }) => worker === index),
    );
    const [killed] = cluster.workers;
    await untilSold(shops);
    await killed.kill();
    await expect.poll(() => failuresOf(theirs).length).toBeGreaterThan(0);
    await untilSold(others);
    await killed.restart();
    await untilSold(shops);
    await stopSelling();

    expect(failuresOf(others)).toEqual([]);
    expect(failuresOf(theirs).filter((failure) => !UNAVAILABLE.test(failure))).toEqual([]);
    await expect.poll(() => brokenPromises(db, confirmed)).toEqual([]);
    await expectConsistency(db);
    await loseOrder(db, first([...confirmed.orders]));
    expect(await brokenPromises(db, confirmed)).toHaveLength(1);
    expect(await findBroken(db)).not.toEqual([]);
    console.info(
      `a worker killed: ${failuresOf(theirs).length} requests failed, ${confirmed.orders.size} orders confirmed and kept`,
    );
  });

  test('a shard that moves while it sells loses no sale, and no request fails', async () => {
    const { cluster, db, shops, confirmed, stopSelling } = await openSellingCluster();
    await untilSold(shops);
    const moved = first(shops);
    await moveShard(cluster, moved);
    expect((await placeOf(db, cluster, moved.organizationId)).worker).toBe(1 - moved.worker);
    await untilSold(shops);
    await stopSelling();
    expect(failuresOf(shops)).toEqual([]);
    expect(await brokenPromises(db, confirmed)).toEqual([]);
    await expectConsistency(db);
    console.info(`a shard moved: ${confirmed.orders.size} orders confirmed and kept, none failed`);
  });

  test('control: a shard that takes no changes for longer than requests wait makes them fail', async () => {
    const { cluster, shops, stopSelling } = await openSellingCluster();
    await untilSold(shops);
    const { worker, shard } = first(shops);
    const node = await connect(at(cluster.workers[worker]?.url));
    await node.query(`set citus.enable_manual_changes_to_shards = on`);
    await node.query(`begin; lock table events_${shard} in exclusive mode`);
    await expect.poll(() => failuresOf(shops).length).toBeGreaterThan(0);
    await node.query('rollback');
    await untilSold(shops);
    await stopSelling();
  });
});

const first = <Each>([one]: Each[]): Each => {
  if (!one) throw new Error('there is none');
  return one;
};

/** The database that sells, on the node of this address. */
const at = (url = '') => Object.assign(new URL(url), { pathname: '/crash' }).href;

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // The node may end first.
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** As if a node came back without it: shows that the checks can fail. */
const loseOrder = (db: Database, id: string) =>
  db.transaction(async (tx) => {
    await tx.runScript(`
      set local citus.multi_shard_modify_mode = sequential; set local citus.propagate_set_commands = local;
      set local session_replication_role = replica`);
    await tx.query(sql`delete from orders where id = ${id}`);
  });

/** Moves the shard, and those of the same organizations, to the other worker. */
async function moveShard({ url, workers }: SellingCluster['cluster'], { worker, shard }: Shop) {
  const place = (index: number) => {
    const { hostname, port } = new URL(workers[index]?.url ?? '');
    return `'${hostname}', ${port}`;
  };
  const coordinator = await connect(at(url));
  const from = place(worker);
  await coordinator.query(
    `select citus_move_shard_placement(${shard}, ${from}, ${place(1 - worker)}, 'force_logical')`,
  );
}
