import { expect } from 'vitest';
import type { Database, Queryable, Tx } from '../../src/platform/database/database.ts';
import { checkInvariant, type Finding, PLANNER_SETTINGS } from '../../src/verify/check-invariant.ts';
import { readInvariants } from '../../src/verify/read-invariants.ts';

/**
 * The broken invariants, as `takilya verify` finds them; inside a transaction, as it would leave them. All are asked at once
 * in one snapshot, which takes half of the time, after every test.
 */
export async function findBroken(db: Database | Tx, now = new Date()): Promise<Finding[]> {
  const invariants = await readInvariants();
  const check = (tx: Queryable) => Promise.all(invariants.map((invariant) => checkInvariant(tx, invariant, now)));
  const checkSnapshot = async (tx: Queryable) => {
    await tx.runScript(`set transaction isolation level repeatable read, read only;
      set local statement_timeout = 0; ${PLANNER_SETTINGS}`);
    return check(tx);
  };
  const findings = 'transaction' in db ? await db.transaction(checkSnapshot) : await check(db);
  return findings.filter(({ broken }) => broken > 0);
}

/** Fails with the broken invariants of this database, each with the first rows that break it. */
export async function expectConsistency(db: Database | Tx, now?: Date): Promise<void> {
  const broken = await findBroken(db, now);
  expect(broken, `violated: ${broken.map(({ description }) => description).join('; ')}`).toEqual([]);
}
