import { checkChanges } from '../server/src/verify/check-changes.ts';
import { readInvariants } from '../server/src/verify/read-invariants.ts';
import { checkInvariants } from '../server/src/verify/verify-books.ts';
import { withinTransaction } from '../server/test/books/spoilt-books.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/**
 * Every sentence of the books, at a moment that may lie between any two steps: as `takilya verify` asks them of everything,
 * and as the server's own check asks them of what changed. @throws Violation
 */
export async function expectBooks({ db, timeline }: Pick<World, 'db' | 'timeline'>) {
  const now = timeline.clock.now();
  const findings = await db.transaction((tx) =>
    // With the session of an embedded database in hand: to wait for it would be to wait for someone who is not woken.
    timeline.outside(async () => [
      ...(await checkInvariants(tx, await readInvariants(), now)),
      ...(await checkChanges(withinTransaction(db, tx), {}, { now, number: 0, rest: nothing, save: nothing })),
    ]),
  );
  const broken = findings.filter((finding) => finding.broken > 0);
  if (broken.length > 0) throw new Violation('the books do not balance', broken);
}

const nothing = async () => {};
