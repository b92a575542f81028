import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { fillDatabase } from '../../test/consistency/full-database.ts';
import { createCitusDatabase, workersOf } from '../../test/databases/citus-database.ts';
import { dumpOf, each } from '../../test/databases/dump-lines.ts';
import { openTestDatabase } from '../../test/databases/test-database.ts';
import { openWebhookOffice } from '../../test/fixtures/webhook-office.ts';
import { listOrganizations } from '../organizations/queries.ts';
import type { Database } from '../platform/database/database.ts';
import { openPostgres } from '../platform/database/postgres/postgres.ts';
import { inPlacementOrder } from '../platform/database/schema/distribute.ts';
import { restoreDatabase, tablesInOrder } from '../platform/database/schema/dump.ts';
import { verifyConsistency } from '../verify/verify-consistency.ts';
import { distributeSchema, migrateSchema } from './own-schema.ts';
import { PLACEMENT } from './placement.ts';

const citus = inject('citus');

async function openDatabase(): Promise<Database> {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  return db;
}

test('tables are placed before those that refer to them, and all reference tables first', async () => {
  const db = await openDatabase();
  const order = inPlacementOrder(await db.transaction(tablesInOrder), PLACEMENT).map(({ name }) => name);
  expect(order.toSorted()).toEqual([...PLACEMENT.reference, ...PLACEMENT.distributed].toSorted());
  expect(order.slice(0, PLACEMENT.reference.length).toSorted()).toEqual([...PLACEMENT.reference].toSorted());
  const keys = await db.query<{ from: string; to: string }>(sql`
    select c.relname as from, r.relname as to from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`);
  expect(keys.length).toBeGreaterThan(40);
  for (const { from, to } of keys) expect(order.indexOf(to), `${from} → ${to}`).toBeLessThan(order.indexOf(from));
});

test.skipIf(citus)('a database without Citus is refused', async () => {
  const db = await openDatabase();
  const words = db.kind === 'pglite' ? 'the embedded database cannot be distributed' : 'this database has no Citus';
  await expect(distributeSchema(db)).rejects.toThrow(words);
});

// CITUS_URL is not set: there is no cluster.
describe.skipIf(!citus)('on a cluster', () => {
  const newUrl = () =>
    citus ? createCitusDatabase(citus.url, `${citus.prefix}${randomUUID().slice(0, 8)}`) : Promise.reject(new Error());

  async function openNotPlaced(url?: string): Promise<Database> {
    const db = await openPostgres(url ?? (await newUrl()), { poolSize: 4 });
    onTestFinished(() => db.close());
    await migrateSchema(db);
    return db;
  }

  test('a database with rows keeps each of them, also when it is interrupted', async () => {
    const hooks = await openWebhookOffice();
    onTestFinished(() => hooks.close());
    await fillDatabase(hooks);
    const lines = await dumpOf(hooks.office.db);

    const url = await newUrl();
    const db = await openNotPlaced(url);
    await restoreDatabase(db, each(lines));
    let left = 30;
    const interrupted: Database = {
      ...db,
      transaction: (work) => (left-- > 0 ? db.transaction(work) : Promise.reject(new Error('the power is gone'))),
    };
    await expect(distributeSchema(interrupted)).rejects.toThrow('the power is gone');

    // The other tables go to the existing shards, as those of a later version would.
    await db.runScript(`alter database "${new URL(url).pathname.slice(1)}" set citus.shard_count = 7`);
    const later = await openNotPlaced(url);
    const { placed } = await distributeSchema(later);
    const groups = await db.query(sql`
      select distinct colocation_id from citus_tables where citus_table_type = 'distributed'`);
    expect(groups).toHaveLength(1);
    expect(placed.length).toBeGreaterThan(30);
    expect(placed.length).toBeLessThan(PLACEMENT.distributed.length);
    expect(await distributeSchema(db)).toEqual({ placed: [], nodes: 2 });

    expect(await dumpOf(db)).toEqual(lines);
    for (const organization of [undefined, ...(await listOrganizations(db))]) {
      const findings = await verifyConsistency(db, hooks.office.now(), { organization });
      expect(findings.filter(({ broken }) => broken > 0)).toEqual([]);
    }
    const kept = await db.query(sql`
      select c.relname from pg_class c join pg_dist_partition p on p.logicalrelid = c.oid
       where pg_relation_size(c.oid) > 0`);
    expect(kept).toEqual([]);
  });

  test('two calls at the same time place each table once', async () => {
    const db = await openNotPlaced();
    const [one, other] = await Promise.all([distributeSchema(db), distributeSchema(db)]);
    expect(one.placed.length + other.placed.length).toBe(PLACEMENT.reference.length + PLACEMENT.distributed.length);
  });

  test('a worker, and tables that were placed in another way, are refused', async () => {
    const url = await newUrl();
    const db = await openNotPlaced(url);
    await db.runScript(`select create_reference_table('throttles')`);
    await expect(distributeSchema(db)).rejects.toThrow('throttles: placed in another way than Takilya needs');
    const [worker = ''] = await workersOf(url);
    const onWorker = await openPostgres(worker, { poolSize: 2 });
    onTestFinished(() => onWorker.close());
    await expect(distributeSchema(onWorker)).rejects.toThrow('this is a worker of a Citus cluster');
  });
});
