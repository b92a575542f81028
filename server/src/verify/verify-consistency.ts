import { setImmediate as turn } from 'node:timers/promises';
import type { Organization } from '../organizations/organization.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { checkInvariant, type Finding, PLANNER_SETTINGS } from './check-invariant.ts';
import { readOrganizationSlice } from './organization-slice.ts';
import { type Invariant, readInvariants } from './read-invariants.ts';

/**
 * One read-only snapshot, so that no invariant sees half of a sale. On Citus, where these settings mean something, each
 * node has a snapshot of its own, because one connection reads all its shards; an organization is on one node.
 */
const SNAPSHOT = `
  set transaction isolation level repeatable read, read only;
  set local citus.multi_shard_modify_mode = 'sequential';
  set local citus.propagate_set_commands = 'local'`;

/** The organization whose rows are checked. */
export type Part = Pick<Organization, 'id' | 'testOf'>;

/**
 * Checks every invariant on all rows, or on those of one organization. Takes no locks, so sales continue. The embedded
 * database has a single session, which requests use between two invariants; there each invariant has its own snapshot.
 * @throws errors of the database; `signal`'s reason between two invariants when it is aborted
 */
export async function verifyConsistency(
  db: Database,
  now: Date,
  { signal, organization }: { signal?: AbortSignal | undefined; organization?: Part | undefined } = {},
): Promise<Finding[]> {
  const invariants = await readInvariants();
  const snapshots = db.kind === 'postgres' ? [invariants] : invariants.map((invariant) => [invariant]);
  const findings: Finding[] = [];
  for (const snapshot of snapshots) {
    const found = await db.transaction(async (tx) => {
      await tx.runScript(SNAPSHOT);
      // Checking a long history takes longer than a request may.
      await tx.liftTimeLimit();
      await tx.runScript(PLANNER_SETTINGS);
      return checkInvariants(tx, snapshot, now, { signal, organization });
    });
    findings.push(...found);
    await turn();
  }
  return findings;
}

/** Checks invariants within a transaction. */
export async function checkInvariants(
  tx: Queryable,
  invariants: Invariant[],
  now: Date,
  { signal, organization }: { signal?: AbortSignal | undefined; organization?: Part | undefined } = {},
): Promise<Finding[]> {
  const slice = organization && (await readOrganizationSlice(tx, organization));
  const findings: Finding[] = [];
  for (const invariant of invariants) {
    signal?.throwIfAborted();
    findings.push(await checkInvariant(tx, invariant, now, slice));
  }
  return findings;
}
