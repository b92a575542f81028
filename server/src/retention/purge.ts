import type { Database, Tx } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import type { PurgedKind } from './purged-kind.ts';
import { type Batch, type PurgeCursor, type Purged, savePurgedBefore } from './queries.ts';

/** So few rows hold locks and a snapshot for milliseconds. */
const ROWS_PER_BATCH = 1_000;
/** Bounds one run. If the retention is shortened after years, the purge catches up within hours. */
const BATCHES_PER_ROUND = 20;

export type DeleteOld = (tx: Tx, batch: Batch) => Promise<Purged>;

/** Where the purge of a kind goes on. Rows that have to stay are looked at again only after all others. */
const cursorsOf = perDatabase(() => new Map<PurgedKind, PurgeCursor | undefined>());

/**
 * Purges rows of one kind that are older than `keepDays`, in small batches. Each batch is a transaction that also
 * records how far the purge went. The next run goes on where this one ended. Several instances may purge at once: each
 * skips rows that another one has locked.
 * @returns how many rows were deleted
 */
export async function purge(
  db: Database,
  kind: PurgedKind,
  deleteOld: DeleteOld,
  { keepDays, now }: { keepDays: number; now: Date },
): Promise<number> {
  const before = new Date(now.getTime() - keepDays * 86_400_000);
  const cursors = cursorsOf(db);
  let purged = 0;
  for (let batch = 0; batch < BATCHES_PER_ROUND; batch++) {
    const { deleted, last } = await db.transaction(async (tx) => {
      await savePurgedBefore(tx, kind, before);
      return deleteOld(tx, { before, after: cursors.get(kind), limit: ROWS_PER_BATCH });
    });
    purged += deleted;
    cursors.set(kind, last);
    if (!last) break;
  }
  return purged;
}
