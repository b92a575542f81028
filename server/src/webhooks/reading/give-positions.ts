import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import {
  givePositions,
  hasWithoutPosition,
  listOrganizationsWithoutPosition,
  lockCounter,
  saveLastPosition,
} from './queries.ts';

/** So few rows hold locks for milliseconds. */
const MOST_AT_ONCE = 1_000;

/**
 * Gives every notification that was committed before this call its position. Ids begin with the time when a request
 * arrived, so that of a transaction that commits late is smaller than ids that were read before: a reader who goes by
 * ids misses it. A position is given after the commit, under the lock of the organization's counter, which is held until
 * the positions are committed. So whoever sees one position sees all smaller ones, and whatever commits later gets a
 * larger one.
 */
export async function givePositionsOf(db: Database, organizationId: Uuid): Promise<void> {
  while (await hasWithoutPosition(db, organizationId)) await giveSomePositions(db, organizationId);
}

/** Those of the oldest that have none, in one transaction. */
export const giveSomePositions = (db: Database, organizationId: Uuid): Promise<void> =>
  db.transaction(async (tx) => {
    // The statement after this one sees what was committed before the lock was taken.
    const last = await lockCounter(tx, organizationId);
    const given = await givePositions(tx, organizationId, last, MOST_AT_ONCE);
    await saveLastPosition(tx, organizationId, last + given);
  });

/**
 * The same for all organizations. A reader does it, too, so that nothing waits for this; it keeps the first read after a
 * long time short.
 * @throws the first error, after all other organizations were handled
 */
export async function giveAllPositions(db: Database): Promise<void> {
  const errors: unknown[] = [];
  for await (const organizationId of listOrganizationsWithoutPosition(db))
    await givePositionsOf(db, organizationId).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
