import { chooseSeats } from '../server/src/seating/choose-seats.ts';
import { freeRuns } from '../server/src/seating/free-runs.ts';
import type { Chooser } from './seats-hall.ts';

interface Candidate {
  partySize: number;
  row: number;
  from: number;
  strands: number;
  /** Free runs left of the run: 0 when it is used up, 1 when the party sits at its end, 2 when the party splits it. */
  remains: number;
  offCentre: number;
}

/** Seats a party together by other criteria than the chosen ones, for comparison. Splits are the same. */
const orderedBy =
  (...criteria: ((candidate: Candidate) => number)[]): Chooser =>
  (rows, partySize) => {
    let best: { candidate: Candidate; score: number[] } | undefined;
    for (const candidate of candidates(rows, partySize)) {
      const score = criteria.map((criterion) => criterion(candidate));
      if (!best || isLess(score, best.score)) best = { candidate, score };
    }
    return best
      ? [{ row: best.candidate.row, from: best.candidate.from, count: partySize }]
      : chooseSeats(rows, partySize);
  };

/** Prefers the end of a run to the centre. */
export const flush = orderedBy(
  ({ strands }) => strands,
  ({ row }) => row,
  ({ remains }) => remains,
  ({ offCentre }) => offCentre,
);

/** Like `flush`, but prefers runs of exactly the party's size in any row, and lets single people strand a seat. */
export const exactFlush = orderedBy(
  ({ strands, partySize }) => (partySize === 1 ? 0 : strands),
  ({ remains }) => (remains === 0 ? 0 : 1),
  ({ row }) => row,
  ({ remains }) => remains,
  ({ offCentre }) => offCentre,
);

function* candidates(rows: readonly string[], partySize: number): Generator<Candidate> {
  for (const [row, places] of rows.entries()) {
    for (const run of freeRuns(places, row)) {
      for (let left = 0; left + partySize <= run.length; left++) {
        const right = run.length - partySize - left;
        const from = run.from + left;
        const remains = (left > 0 ? 1 : 0) + (right > 0 ? 1 : 0);
        const strands = left === 1 || right === 1 ? 1 : 0;
        yield { partySize, row, from, strands, remains, offCentre: Math.abs(2 * from + partySize - places.length) };
      }
    }
  }
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0);
}
