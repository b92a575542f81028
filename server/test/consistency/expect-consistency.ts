import { expect } from 'vitest';
import type { Database, Tx } from '../../src/platform/database/database.ts';
import type { Finding } from '../../src/verify/check-invariant.ts';
import { readInvariants } from '../../src/verify/read-invariants.ts';
import { checkInvariants, verifyConsistency } from '../../src/verify/verify-consistency.ts';

/** The broken invariants, as `takilya verify` finds them; inside a transaction, as it would leave them. */
export async function findBroken(db: Database | Tx, now = new Date()): Promise<Finding[]> {
  const findings =
    'transaction' in db ? await verifyConsistency(db, now) : await checkInvariants(db, await readInvariants(), now);
  return findings.filter(({ broken }) => broken > 0);
}

/** Fails with the broken invariants of this database, each with the first rows that break it. */
export async function expectConsistency(db: Database | Tx, now?: Date): Promise<void> {
  const broken = await findBroken(db, now);
  expect(broken, `violated: ${broken.map(({ description }) => description).join('; ')}`).toEqual([]);
}
