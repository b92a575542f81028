import type { Database, Tx } from '../platform/database/database.ts';
import type { Purged } from './purged.ts';
import { savePurgedBefore } from './queries.ts';

/** Locks and a snapshot are held for milliseconds by as many. */
const ROWS_PER_BATCH = 1_000;
/** What one round deletes at the most: a shorter time to keep rows, set after years, is caught up with in hours. */
const BATCHES_PER_ROUND = 20;

/** Deletes up to `most` rows from before `before`. @returns how many */
export type DeleteOld = (tx: Tx, before: Date, most: number) => Promise<number>;

/**
 * Purges rows of one kind that are older than `keepDays`, in small batches, each a transaction of its own that records how
 * far the purge went. Several instances may purge at once: rows that another one has locked are left to it.
 * @returns how many rows are gone
 */
export async function purge(
  db: Database,
  what: Purged,
  deleteOld: DeleteOld,
  { keepDays, now }: { keepDays: number; now: Date },
): Promise<number> {
  const before = new Date(now.getTime() - keepDays * 86_400_000);
  let purged = 0;
  for (let batch = 0; batch < BATCHES_PER_ROUND; batch++) {
    const deleted = await db.transaction(async (tx) => {
      await savePurgedBefore(tx, what, before);
      return deleteOld(tx, before, ROWS_PER_BATCH);
    });
    purged += deleted;
    if (deleted < ROWS_PER_BATCH) break;
  }
  return purged;
}
