import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { givePositions, hasWithoutPosition, lockCounter, saveLastPosition } from './queries.ts';

/** So few rows hold locks, and the embedded database, for milliseconds. */
const MOST_AT_ONCE = 250;

/**
 * Gives the notifications that were committed before this call their positions, `most` of them or a few more, the
 * oldest first. Ids begin with the time when a request arrived, so that of a transaction that commits late is smaller
 * than ids that were read before: a reader who goes by ids misses it. A position is given after the commit, under the
 * lock of the organization's counter, which is held until the positions are committed. So a reader who sees one
 * position sees all smaller ones, and a later commit gets a larger one.
 *
 * Only readers do this: it costs as much as a check-in, and most organizations never read.
 * @returns whether all have their position
 */
export async function givePositionsOf(db: Database, organizationId: Uuid, most: number): Promise<boolean> {
  for (let given = 0; await hasWithoutPosition(db, organizationId); given += MOST_AT_ONCE) {
    if (given >= most) return false;
    await giveSomePositions(db, organizationId);
  }
  return true;
}

/** Gives positions to the oldest notifications without one, in one transaction. */
export const giveSomePositions = (db: Database, organizationId: Uuid): Promise<void> =>
  db.transaction(async (tx) => {
    // The statement after this one sees what was committed before the lock was taken.
    const last = await lockCounter(tx, organizationId);
    const given = await givePositions(tx, organizationId, last, MOST_AT_ONCE);
    await saveLastPosition(tx, organizationId, last + given);
  });
