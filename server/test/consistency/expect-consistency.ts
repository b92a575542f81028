import { expect } from 'vitest';
import type { Database, Queryable, Tx } from '../../src/platform/database/database.ts';
import { hasCitus } from '../../src/platform/database/has-citus.ts';
import { checkInvariant, type Finding, PLANNER_SETTINGS } from '../../src/verify/check-invariant.ts';
import { type Invariant, readInvariants } from '../../src/verify/read-invariants.ts';

/**
 * The broken invariants, as `takilya verify` finds them; inside a transaction, as it would leave them. Looked for in
 * one snapshot, and described in it when there are any.
 */
export async function findBroken(db: Database | Tx, now = new Date()): Promise<Finding[]> {
  const invariants = await readInvariants();
  const look = async (tx: Queryable) => {
    const broken = await brokenAmong(tx, invariants, now);
    if (broken.length > 0) await tx.runScript(PLANNER_SETTINGS);
    const findings = await Promise.all(broken.map((invariant) => checkInvariant(tx, invariant, now)));
    return findings.filter((finding) => finding.broken > 0);
  };
  if (!('transaction' in db)) return look(db);
  return db.transaction(async (tx) => {
    await tx.runScript('set transaction isolation level repeatable read, read only');
    await tx.liftTimeLimit();
    return look(tx);
  });
}

/**
 * Asks all invariants as one statement whose plan a connection keeps, because this follows every test: planning each of
 * them each time takes two to three times as long. Citus would plan it for each shard; there all are to be asked
 * singly.
 */
export async function brokenAmong(tx: Queryable, invariants: Invariant[], now: Date): Promise<Invariant[]> {
  if (await hasCitus(tx)) return invariants;
  const questions = invariants.map(({ text }, place) => `select ${place} as place where exists (${text})`);
  const text = questions.join(' union all ').replaceAll('$1', '$1::timestamptz');
  await tx.runScript(`${PLANNER_SETTINGS}; set local plan_cache_mode = force_generic_plan`);
  const found = await tx.query<{ place: number }>({ text, values: [now] });
  return invariants.filter((_invariant, place) => found.some((row) => row.place === place));
}

/** Fails with the broken invariants of this database, each with the first rows that break it. */
export async function expectConsistency(db: Database | Tx, now?: Date): Promise<void> {
  const broken = await findBroken(db, now);
  expect(broken, `violated: ${broken.map(({ description }) => description).join('; ')}`).toEqual([]);
}
