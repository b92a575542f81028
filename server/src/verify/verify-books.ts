import { setImmediate as turn } from 'node:timers/promises';
import type { Database, Queryable } from '../platform/database/database.ts';
import { askInvariant, type Finding, PLANNED_ALIKE } from './ask-invariant.ts';
import { type Invariant, readInvariants } from './read-invariants.ts';

/**
 * One snapshot, so that a sentence never sees half of a sale, and nothing can be changed. A history takes longer than a
 * request may.
 */
const AS_OF_ONE_MOMENT = `
  set transaction isolation level repeatable read, read only;
  set local statement_timeout = 0;
  ${PLANNED_ALIKE}`;

/**
 * Checks every invariant on all rows. Takes no locks, so sales go on.
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
  for (const invariant of invariants) {
    signal?.throwIfAborted();
    findings.push(await askInvariant(tx, invariant, now));
  }
  return findings;
}
