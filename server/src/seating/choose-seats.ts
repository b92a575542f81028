import { fitsCleanly, freeRuns, type Placement, placeInRun, type Run } from './free-runs.ts';
import type { Piece } from './piece.ts';
import { splitParty } from './split-party.ts';

/**
 * The best free seats of one section for a party, by these rules in order:
 * 1. together in one row, stranding no single seat; best row, then nearest the row's centre, then left;
 * 2. together in one row, even if that strands a seat; best row, centre, left;
 * 3. in as few pieces as possible: see `splitParty`.
 *
 * `rows` are listed best first, one character per physical place, `.` for free. Pieces come in row order, then place
 * order. The same state always gives the same result. A run that fits is always used; the result is null only when
 * fewer than `partySize` places are free. Pure. The time grows with the number of places, not with the size of the
 * party.
 *
 * @throws RangeError when `partySize` is not a positive integer
 */
export function chooseSeats(rows: readonly string[], partySize: number): Piece[] | null {
  if (!Number.isSafeInteger(partySize) || partySize < 1) throw new RangeError(`a party of ${partySize}`);
  const runs: Run[] = [];
  let strandingOne: Piece | undefined;
  for (const [row, places] of rows.entries()) {
    const inRow = freeRuns(places, row);
    const fitting = inRow.filter((run) => run.length >= partySize);
    const clean = fitting.filter((run) => fitsCleanly(run.length, partySize));
    // Rows are listed best first, so no later row can be better than the first clean one.
    if (clean.length > 0) return [nearestCentre(clean, partySize)];
    if (fitting.length > 0) strandingOne ??= nearestCentre(fitting, partySize);
    for (const run of inRow) runs.push(run);
  }
  return strandingOne ? [strandingOne] : splitParty(runs, partySize);
}

/** @param runs at least one run of one row, each with room for the party */
function nearestCentre(runs: Run[], size: number): Piece {
  let best: { run: Run; placement: Placement } | undefined;
  for (const run of runs) {
    const placement = placeInRun(run, size);
    if (!best || placement.offCentre < best.placement.offCentre) best = { run, placement };
  }
  if (!best) throw new RangeError('no run to choose from');
  return { row: best.run.row, from: best.placement.from, count: size };
}
