import type { Queryable, Statement } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Invariant } from './read-invariants.ts';

/** The result of checking one invariant. */
export interface Finding {
  description: string;
  /** Number of rows that violate it; 0: it holds. */
  broken: number;
  /** The first of these rows: ids, numbers and states. */
  rows: Record<string, unknown>[];
}

/** A sale, an event or another object that an invariant is about; the unit of the invariant says which. */
export interface Subject {
  organizationId: Uuid;
  id: Uuid;
}

/** Enough to see what kind of error it is; SQL shows the rest. */
const ROWS_SHOWN = 5;

/**
 * Planner settings for every invariant. With old or missing statistics, PostgreSQL underestimates nested loops over
 * whole tables, or joins two tables on the organization alone, which means 10 billion pairs for 100,000 orders. So
 * tables are joined in the written order, which gives every join its whole key, by hashing on that key. A merge join
 * would walk an index that begins with the organization and compare the rest pair by pair. Plans made when the tables
 * were small are as bad. Disabled methods count as expensive, and JIT compilation for such a plan takes longer than the
 * query.
 */
export const PLANNER_SETTINGS = `
  set local join_collapse_limit = 1;
  set local from_collapse_limit = 1;
  set local enable_nestloop = off;
  set local enable_mergejoin = off;
  set local plan_cache_mode = force_custom_plan;
  set local jit = off`;

/**
 * Settings for queries about some subjects: their rows are looked up in indexes. An incremental sort would read a whole
 * organization in a smaller index, where the primary key has the rows in their order; a bitmap would read all that is
 * new in it, where the first rows are enough.
 */
export const SUBJECT_SETTINGS = `
  set transaction read only;
  set local enable_seqscan = off;
  set local enable_bitmapscan = off;
  set local enable_incremental_sort = off;
  ${PLANNER_SETTINGS}`;

/**
 * Some rows of each table, in front of an invariant's query under the names of the tables. `$1` is the time of the
 * check.
 */
export interface Slice {
  /** A `with`, to which the query is appended. */
  text: string;
  /** From `$2` on. */
  values: unknown[];
}

/**
 * The query of an invariant, for all rows or for a slice. The rows are collected before the limit applies: knowing the
 * limit, the planner would expect to find rows early, and choose a plan that is slow when there are none.
 */
export function invariantQuery({ text }: Invariant, now: Date, slice?: Slice): Statement {
  const found = `found as materialized (${text}) select (select count(*) from found) as broken, to_json(found) as row from found limit ${ROWS_SHOWN}`;
  if (!slice) return { text: `with ${found}`, values: text.includes('$1') ? [now] : [] };
  return { text: `${slice.text},\n${found}`, values: [now, ...slice.values] };
}

export async function checkInvariant(db: Queryable, invariant: Invariant, now: Date, slice?: Slice): Promise<Finding> {
  const found = await db.query<{ broken: number; row: Record<string, unknown> }>(invariantQuery(invariant, now, slice));
  return { description: invariant.description, broken: found[0]?.broken ?? 0, rows: found.map(({ row }) => row) };
}
