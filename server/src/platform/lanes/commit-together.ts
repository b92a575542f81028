import type { Database, Tx } from '../database/database.ts';
import { perDatabase } from '../database/per-database.ts';
import { Lanes } from './lanes.ts';

type Work = (tx: Tx) => Promise<unknown>;

/** Each holds its locks until the last one is written: few enough that it is over in milliseconds. */
const MOST_TOGETHER = 64;

const lanes = perDatabase(
  (db) =>
    new Lanes<Work, unknown>({
      name: 'small transactions',
      mostPerBatch: MOST_TOGETHER,
      run: (works) => runTogether(db, works),
    }),
);

/**
 * A small transaction that shares its commit with those of the same lane that come in the meantime: the disk is waited for
 * once, not once for each buyer. First statements run in the order in which their members came, each seeing what the ones
 * before it did; what one asks after its first answer may come between others'. So a row that others of the lane change
 * too is for the first statement alone. If one throws, the batch is run again by halves, so it must be fine to run it
 * several times.
 * @throws what `work` throws; Refusal overloaded when too many wait
 */
export const commitTogether = <T>(db: Database, lane: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  lanes(db).join(lane, work) as Promise<T>;

async function runTogether(db: Database, works: Work[]): Promise<PromiseSettledResult<unknown>[]> {
  const results = await db.transaction((tx) => Promise.all(works.map((work) => work(tx))));
  return results.map((value) => ({ status: 'fulfilled', value }));
}
