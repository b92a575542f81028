import { setImmediate as turn } from 'node:timers/promises';
import type { Database, Queryable } from '../platform/database/database.ts';
import { type Invariant, readInvariants } from './read-invariants.ts';

/** What was found about one sentence. */
export interface Finding {
  sentence: string;
  /** How many rows break it; 0: it is true. */
  broken: number;
  /** The first of them: ids, numbers and states. */
  rows: Record<string, unknown>[];
}

/** Enough to see what kind of thing went wrong; the rest is a question to the database. */
const ROWS_SHOWN = 5;

/**
 * One snapshot, so that a sentence never sees half of a sale, and nothing can be changed. A history takes longer than a
 * request may. With statistics that are old or missing a nested loop over whole tables seems cheap and never ends; a plan
 * that was made when they were small is as bad.
 */
const AS_OF_ONE_MOMENT = `
  set transaction isolation level repeatable read, read only;
  set local statement_timeout = 0;
  set local enable_nestloop = off;
  set local plan_cache_mode = force_custom_plan`;

/**
 * Holds the tables against every sentence that must be true of them. Locks nothing and waits for nobody: sales go on.
 * The embedded database has one session, which buyers get between sentences: each is a moment of its own there.
 * @throws what the database throws; `signal`'s reason between two sentences when it is aborted
 */
export async function verifyBooks(
  db: Database,
  now: Date,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Finding[]> {
  const invariants = await readInvariants();
  const moments = db.kind === 'postgres' ? [invariants] : invariants.map((invariant) => [invariant]);
  const findings: Finding[] = [];
  for (const moment of moments) {
    const found = await db.transaction(async (tx) => {
      await tx.runScript(AS_OF_ONE_MOMENT);
      return checkInvariants(tx, moment, now, signal);
    });
    findings.push(...found);
    await turn();
  }
  return findings;
}

/** The same of what a transaction sees. */
export async function checkInvariants(
  tx: Queryable,
  invariants: Invariant[],
  now: Date,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { sentence, text } of invariants) {
    signal?.throwIfAborted();
    const rows = await tx.query<Record<string, unknown> & { broken: number }>({
      text: `select count(*) over () as broken, found.* from (${text}) found limit ${ROWS_SHOWN}`,
      values: text.includes('$1') ? [now] : [],
    });
    findings.push({ sentence, broken: rows[0]?.broken ?? 0, rows: rows.map(({ broken: _, ...row }) => row) });
  }
  return findings;
}
