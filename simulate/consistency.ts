import { checkChanges } from '../server/src/verify/check-changes.ts';
import { readInvariants } from '../server/src/verify/read-invariants.ts';
import { checkInvariants } from '../server/src/verify/verify-consistency.ts';
import { withinTransaction } from '../server/test/consistency/unguarded.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/**
 * Checks every invariant at a moment that may lie between any two steps: over all rows, like `takilya verify`,
 * and over changed rows, like the server's own check. @throws Violation
 */
export async function expectConsistentWorld({ db, timeline }: Pick<World, 'db' | 'timeline'>) {
  const now = timeline.clock.now();
  const findings = await db.transaction((tx) =>
    // With the session of the embedded database: waiting for it would mean waiting for a step that never resumes.
    timeline.outside(async () => {
      const invariants = await readInvariants();
      const within = withinTransaction(db, tx);
      return [
        ...(await checkInvariants(tx, invariants, now)),
        ...(await checkChanges(within, invariants, {}, { now, number: 0, pauseAfter: nothing, save: nothing })),
      ];
    }),
  );
  const broken = findings.filter((finding) => finding.broken > 0);
  if (broken.length > 0) throw new Violation('the data is inconsistent', broken);
}

const nothing = async () => {};
