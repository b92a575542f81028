import type { Database, Tx } from '../database/database.ts';
import { perDatabase } from '../database/per-database.ts';
import { Lanes } from './lanes.ts';

interface Member {
  /** Names the row that the first statement touches. */
  row: string;
  work(tx: Tx): Promise<unknown>;
}

/** Every member holds its locks until the last one is written. With so few, that is over in milliseconds. */
const MAX_MEMBERS = 64;

const lanes = perDatabase(
  (db) =>
    new Lanes<Member, unknown>({
      name: 'small transactions',
      maxPerBatch: MAX_MEMBERS,
      run: (members) => runTogether(db, members),
    }),
);

/**
 * Runs a small transaction that shares its commit with others of the same lane that arrive meanwhile: one wait for the
 * disk instead of one per buyer. The first statements of the members run in the order of their rows, so that batches of
 * several processes wait for each other and never deadlock; those of one row run in their order of arrival, and each
 * sees the effects of those before it. Later statements of a member may interleave with those of others. So only the
 * first statement may touch a row that other members of the lane change too. If one member throws, the batch is
 * repeated in halves, so `work` must be safe to run several times.
 * @throws what `work` throws; Refusal 503 when too many wait
 */
export const commitTogether = <T>(
  db: Database,
  { lane, row }: { lane: string; row: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> => lanes(db).join(lane, { row, work }) as Promise<T>;

async function runTogether(db: Database, members: Member[]): Promise<PromiseSettledResult<unknown>[]> {
  const inOrder = [...members.entries()].sort(([, one], [, other]) => compare(one.row, other.row));
  const values: unknown[] = [];
  await db.transaction((tx) =>
    Promise.all(
      inOrder.map(async ([index, { work }]) => {
        values[index] = await work(tx);
      }),
    ),
  );
  return values.map((value) => ({ status: 'fulfilled', value }));
}

/** The same in every process, whatever its language. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
