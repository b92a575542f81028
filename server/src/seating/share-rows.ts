/** Rows that the same parties may sit in, as one. */
export interface SharedRows {
  free: number;
  /** Indexes of the parties. */
  parties: number[];
}

/** A party takes seats of these rows; the party that had them moves on to other rows in the next step. */
interface Step {
  party: number;
  rows: number;
  before: Step | null;
}

/**
 * How many seats of which rows each party gets, so that all together get as many as possible: a party leaves shared
 * rows to parties that have no others. Maximum flow by shortest augmenting paths. Pure.
 * @returns for each party a number for each of `rows`
 */
export function shareRows(wanted: readonly number[], rows: readonly SharedRows[]): number[][] {
  const given = wanted.map(() => rows.map(() => 0));
  const left = rows.map(({ free }) => free);
  for (const [party, quantity] of wanted.entries())
    for (let need = quantity; need > 0; ) {
      const path = findPath(party, rows, given, left);
      if (!path) break;
      need -= move(path, need, given, left);
    }
  return given;
}

const at = (numbers: number[][], party: number, rows: number): number => numbers[party]?.[rows] ?? 0;

function findPath(party: number, rows: readonly SharedRows[], given: number[][], left: number[]): Step | undefined {
  const queue: { party: number; before: Step | null }[] = [{ party, before: null }];
  const asked = new Set([party]);
  const seen = new Set<number>();
  for (const { party: next, before } of queue)
    for (const [index, { parties }] of rows.entries()) {
      if (seen.has(index) || !parties.includes(next)) continue;
      seen.add(index);
      const step = { party: next, rows: index, before };
      if ((left[index] ?? 0) > 0) return step;
      for (const other of parties)
        if (!asked.has(other) && at(given, other, index) > 0) {
          asked.add(other);
          queue.push({ party: other, before: step });
        }
    }
  return undefined;
}

/** @returns how many seats the first party of the path got */
function move(path: Step, need: number, given: number[][], left: number[]): number {
  let most = Math.min(need, left[path.rows] ?? 0);
  for (let step = path; step.before; step = step.before) most = Math.min(most, at(given, step.party, step.before.rows));
  left[path.rows] = (left[path.rows] ?? 0) - most;
  const add = (party: number, rows: number, count: number) => {
    const ofParty = given[party];
    if (ofParty) ofParty[rows] = at(given, party, rows) + count;
  };
  for (let step: Step | null = path; step; step = step.before) {
    add(step.party, step.rows, most);
    if (step.before) add(step.party, step.before.rows, -most);
  }
  return most;
}
