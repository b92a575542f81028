import type { Queryable, Statement } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Invariant } from './read-invariants.ts';
import { sliceOf } from './slices.ts';

/** What was found about one sentence. */
export interface Finding {
  sentence: string;
  /** How many rows break it; 0: it is true. */
  broken: number;
  /** The first of them: ids, numbers and states. */
  rows: Record<string, unknown>[];
}

/** A part of the books: these sales, events or others, as the unit of the sentence says. */
export interface Part {
  organizationId: Uuid;
  id: Uuid;
}

/** Enough to see what kind of thing went wrong; the rest is a question to the database. */
const ROWS_SHOWN = 5;

/**
 * How every sentence is planned. With statistics that are old or missing PostgreSQL takes a nested loop over whole
 * tables
 * for cheap, or joins two tables on the organization alone, which of an organization with 100,000 orders are 10 billion
 * pairs.
 * So tables are joined in the order that is written, where each has its whole key, and hashed on all of it: a merge
 * join would
 * walk an index that begins with the organization and compare the rest pair by pair. A plan that was made when the
 * tables were
 * small is as bad. What is switched off counts as expensive, and compiling for that takes longer than the sentence.
 */
export const PLANNED_ALIKE = `
  set local join_collapse_limit = 1;
  set local from_collapse_limit = 1;
  set local enable_nestloop = off;
  set local enable_mergejoin = off;
  set local plan_cache_mode = force_custom_plan;
  set local jit = off`;

/** For questions about some parts: what belongs to them is looked up in indexes. */
export const OF_PARTS = `
  set transaction read only;
  set local enable_seqscan = off;
  ${PLANNED_ALIKE}`;

/**
 * Of everything, or of some parts alone. The rows are gathered before the first of them are taken: with a limit that it
 * sees
 * the planner hopes to find them early, and chooses what is slow when there are none.
 */
export function question({ unit, text }: Invariant, now: Date, parts?: Part[]): Statement {
  const found = `found as materialized (${text}) select (select count(*) from found) as broken, to_json(found) as row from found limit ${ROWS_SHOWN}`;
  if (!parts) return { text: `with ${found}`, values: text.includes('$1') ? [now] : [] };
  const values = [now, parts.map(({ organizationId }) => organizationId), parts.map(({ id }) => id)];
  return { text: `${sliceOf(unit)},\n${found}`, values };
}

export async function askInvariant(db: Queryable, invariant: Invariant, now: Date, parts?: Part[]): Promise<Finding> {
  const found = await db.query<{ broken: number; row: Record<string, unknown> }>(question(invariant, now, parts));
  return { sentence: invariant.sentence, broken: found[0]?.broken ?? 0, rows: found.map(({ row }) => row) };
}
