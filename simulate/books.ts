import { readInvariants } from '../server/src/verify/read-invariants.ts';
import { checkInvariants } from '../server/src/verify/verify-books.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** Every sentence of the books, at a moment that may lie between any two steps. @throws Violation */
export async function expectBooks({ db, timeline }: Pick<World, 'db' | 'timeline'>) {
  const findings = await db.transaction((tx) =>
    // With the session of an embedded database in hand: to wait for it would be to wait for someone who is not woken.
    timeline.outside(async () => checkInvariants(tx, await readInvariants(), timeline.clock.now())),
  );
  const broken = findings.filter((finding) => finding.broken > 0);
  if (broken.length > 0) throw new Violation('the books do not balance', broken);
}
