import { FREE } from './seat.ts';

/** A longest possible run of neighbouring free places in one row: every other character ends it. */
export interface Run {
  row: number;
  from: number;
  length: number;
  /** Number of physical places of the whole row, aisles included, which decides where its centre is. */
  rowLength: number;
}

/** Where a piece would sit in a run. */
export interface Placement {
  from: number;
  /** Distance from the middle of the piece to the middle of the row, in half places to keep it an integer. */
  offCentre: number;
}

/** The free runs of one row, from left to right. */
export function freeRuns(places: string, row: number): Run[] {
  const runs: Run[] = [];
  let from = places.indexOf(FREE);
  while (from >= 0) {
    let end = from + 1;
    while (places[end] === FREE) end++;
    runs.push({ row, from, length: end - from, rowLength: places.length });
    from = places.indexOf(FREE, end);
  }
  return runs;
}

/**
 * Whether `size` seats fit in a run of `length` without stranding a single seat: impossible only with one seat more.
 */
export const fitsCleanly = (length: number, size: number): boolean => length >= size && length !== size + 1;

/**
 * The best place for `size` neighbours in `run`: without a stranded seat if possible, nearest the row's centre, left.
 * `size` must be at most the run's length. Takes linear time, like reading the row.
 */
export function placeInRun(run: Run, size: number): Placement {
  const clean = fitsCleanly(run.length, size);
  let best: Placement | undefined;
  for (let left = 0; left + size <= run.length; left++) {
    const right = run.length - size - left;
    if (clean && (left === 1 || right === 1)) continue;
    const from = run.from + left;
    const offCentre = Math.abs(2 * from + size - run.rowLength);
    if (!best || offCentre < best.offCentre) best = { from, offCentre };
  }
  if (!best) throw new RangeError(`${size} seats in a run of ${run.length}`);
  return best;
}
