import sql from 'sql-template-tag';
import type { Database, Queryable, Tx } from '../database.ts';
import { hasCitus } from '../has-citus.ts';
import { tablesInOrder } from './dump.ts';
import { takeTurn } from './migrate.ts';

/** Where each table is: see `schema/placement.ts`. */
export interface Placement {
  reference: readonly string[];
  local: readonly string[];
  distributed: readonly string[];
}

export interface Distribution {
  /** Tables that this call placed, in order. */
  placed: { name: string; on: 'every node' | 'shards' }[];
  /** Nodes that have shards. */
  nodes: number;
}

/**
 * Settings of one placement. The first keeps Citus from taking in the tables that refer to a reference table, the
 * second lets the audit log keep its trigger, and the third sends all through one connection to each node, as tables
 * with foreign keys to reference tables need.
 */
const PLACEMENT_SETTINGS = `
  set local citus.enable_local_reference_table_foreign_keys = off;
  set local citus.enable_unsafe_triggers = on;
  set local citus.multi_shard_modify_mode = 'sequential'`;

/**
 * Places the tables of a migrated database on a Citus cluster as `placement` says, with their rows. Each table is
 * placed in its own transaction and only if it is not yet, so an interrupted call is completed by the next one, and the
 * tables of a later version are added by a call after its migrations. No server may be running on a database with rows:
 * until all tables are placed, most of its statements fail.
 * @throws Error for the operator, before any change, when a table was placed in another way
 */
export async function distributeTables(db: Database, placement: Placement): Promise<Distribution> {
  refuseOthers(await placedTables(db), placement);
  const placed: Distribution['placed'] = [];
  for (const table of inPlacementOrder(await db.transaction(tablesInOrder), placement))
    if (await placeTable(db, table, placement)) placed.push(table);
  await forgetOldRows(db);
  return { placed, nodes: await countNodes(db) };
}

/** The tables to place, reference tables first. A table in `ordered` comes after the tables that it refers to. */
export function inPlacementOrder(
  ordered: { name: string }[],
  { reference, distributed }: Placement,
): Distribution['placed'] {
  const names = ordered.map(({ name }) => name);
  const of = (group: readonly string[]) => names.filter((name) => group.includes(name));
  return [
    ...of(reference).map((name) => ({ name, on: 'every node' as const })),
    ...of(distributed).map((name) => ({ name, on: 'shards' as const })),
  ];
}

/** @throws Error for the operator when the database has no Citus, or is not that of the coordinator */
export async function requireCoordinator(db: Database) {
  if (db.kind !== 'postgres')
    throw new Error(
      'the embedded database cannot be distributed. Set DATABASE_URL to the coordinator of a Citus cluster.',
    );
  if (!(await hasCitus(db)))
    throw new Error(
      'this database has no Citus. Run "create extension citus" in it on every node, and add the nodes, as docs/citus.md says.',
    );
  const [{ isCoordinator = false } = {}] = await db.query<{ isCoordinator: boolean }>(
    sql`select citus_is_coordinator() as is_coordinator`,
  );
  if (!isCoordinator) throw new Error('this is a worker of a Citus cluster. Set DATABASE_URL to its coordinator.');
}

type Place = 'reference' | 'distributed' | 'otherwise';

const placedTables = async (db: Queryable): Promise<Map<string, Place>> => {
  const rows = await db.query<{ name: string; place: Place }>(sql`
    select c.relname as name,
           case when p.partmethod = 'n' and p.repmodel = 't' then 'reference'
                when p.partmethod = 'h' and column_to_column_name(p.logicalrelid, p.partkey) = 'organization_id'
                then 'distributed' else 'otherwise' end as place
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = current_schema()::regnamespace`);
  return new Map(rows.map(({ name, place }) => [name, place]));
};

function refuseOthers(placed: Map<string, Place>, placement: Placement) {
  const all = Object.values(placement).flat();
  const isAsWanted = (name: string, place: Place) => place !== 'otherwise' && placement[place].includes(name);
  const others = [...placed].filter(([name, place]) => all.includes(name) && !isAsWanted(name, place));
  if (others.length > 0)
    throw new Error(
      `${others.map(([name]) => name).join(', ')}: placed in another way than Takilya needs. Restore a dump into a new database, and distribute that one.`,
    );
}

/** @returns false when it was placed before */
const placeTable = (
  db: Database,
  { name, on }: Distribution['placed'][number],
  { distributed }: Placement,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await takeTurn(tx);
    const placed = await placedTables(tx);
    if (placed.has(name)) return false;
    await tx.runScript(PLACEMENT_SETTINGS);
    if (on === 'every node') await tx.query(sql`select create_reference_table(${name})`);
    else await distribute(tx, name, distributed.find((other) => placed.has(other)) ?? 'none');
    return true;
  });

/** It goes to the shards of `colocated`, whatever number of shards a new group would get. */
const distribute = (tx: Tx, name: string, colocated: string) =>
  tx.query(sql`select create_distributed_table(${name}, 'organization_id', colocate_with => ${colocated})`);

/** What the coordinator had before, which Citus copied to the nodes, hid and kept. */
async function forgetOldRows(db: Database) {
  await db.transaction(async (tx) => {
    await tx.liftTimeLimit('lock_timeout');
    const kept = await tx.query<{ name: string }>(sql`
      select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
       where c.relnamespace = current_schema()::regnamespace and pg_relation_size(c.oid) > 0`);
    for (const { name } of kept) await tx.query(sql`select truncate_local_data_after_distributing_table(${name})`);
  });
}

async function countNodes(db: Database): Promise<number> {
  const [{ count = 0 } = {}] = await db.query<{ count: number }>(sql`
    select count(distinct nodeid) as count from citus_shards join pg_dist_node using (nodename, nodeport)
     where table_name = 'events'::regclass`);
  return count;
}
