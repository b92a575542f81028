import type { Database, Tx } from '../platform/database/database.ts';
import type { PurgedKind } from './purged-kind.ts';
import { savePurgedBefore } from './queries.ts';

/** So few rows hold locks and a snapshot for milliseconds. */
const ROWS_PER_BATCH = 1_000;
/** Bounds one run. If the retention is shortened after years, the purge catches up within hours. */
const BATCHES_PER_ROUND = 20;

/** Deletes up to `limit` rows from before `before`. @returns how many */
export type DeleteOld = (tx: Tx, before: Date, limit: number) => Promise<number>;

/**
 * Purges rows of one kind that are older than `keepDays`, in small batches. Each batch is a transaction that also
 * records how far the purge went. Several instances may purge at once: each skips rows that another one has locked.
 * @returns how many rows were deleted
 */
export async function purge(
  db: Database,
  kind: PurgedKind,
  deleteOld: DeleteOld,
  { keepDays, now }: { keepDays: number; now: Date },
): Promise<number> {
  const before = new Date(now.getTime() - keepDays * 86_400_000);
  let purged = 0;
  for (let batch = 0; batch < BATCHES_PER_ROUND; batch++) {
    const deleted = await db.transaction(async (tx) => {
      await savePurgedBefore(tx, kind, before);
      return deleteOld(tx, before, ROWS_PER_BATCH);
    });
    purged += deleted;
    if (deleted < ROWS_PER_BATCH) break;
  }
  return purged;
}
