import type { Database, Tx } from '../database/database.ts';
import { perDatabase } from '../database/per-database.ts';
import { Lanes } from './lanes.ts';

type Work = (tx: Tx) => Promise<unknown>;

/** Every member holds its locks until the last one is written. With so few, that is over in milliseconds. */
const MAX_MEMBERS = 64;

const lanes = perDatabase(
  (db) =>
    new Lanes<Work, unknown>({
      name: 'small transactions',
      maxPerBatch: MAX_MEMBERS,
      run: (works) => runTogether(db, works),
    }),
);

/**
 * Runs a small transaction that shares its commit with others of the same lane that arrive meanwhile: one wait for the
 * disk instead of one per buyer. The first statements of the members run in their order of arrival, and each sees the
 * effects of those before it. Later statements of a member may interleave with those of others. So only the first
 * statement may touch a row that other members of the lane change too. If one member throws, the batch is repeated in
 * halves, so `work` must be safe to run several times.
 * @throws what `work` throws; Refusal 503 when too many wait
 */
export const commitTogether = <T>(db: Database, lane: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  lanes(db).join(lane, work) as Promise<T>;

async function runTogether(db: Database, works: Work[]): Promise<PromiseSettledResult<unknown>[]> {
  const results = await db.transaction((tx) => Promise.all(works.map((work) => work(tx))));
  return results.map((value) => ({ status: 'fulfilled', value }));
}
