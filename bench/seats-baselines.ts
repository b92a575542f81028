import { freeRuns, type Run } from '../server/src/seating/free-runs.ts';
import type { Piece } from '../server/src/seating/piece.ts';
import type { Random } from './seats-random.ts';

/** The left end of the first run that fits, row by row from the left. If none fits, the runs in order. */
export function firstFit(rows: readonly string[], partySize: number): Piece[] | null {
  for (const [row, places] of rows.entries()) {
    const from = places.indexOf('.'.repeat(partySize));
    if (from >= 0) return [{ row, from, count: partySize }];
  }
  return fill(allRuns(rows), partySize);
}

/** A random place in a random run that fits. If none fits, random runs. */
export function randomRun(rows: readonly string[], partySize: number, random: Random): Piece[] | null {
  const runs = allRuns(rows);
  const fitting = runs.filter(({ length }) => length >= partySize);
  const run = fitting[random.below(fitting.length)];
  if (!run) return fill(random.shuffled(runs), partySize);
  return [{ row: run.row, from: run.from + random.below(run.length - partySize + 1), count: partySize }];
}

const allRuns = (rows: readonly string[]): Run[] => rows.flatMap((places, row) => freeRuns(places, row));

function fill(runs: readonly Run[], partySize: number): Piece[] | null {
  const pieces: Piece[] = [];
  let waiting = partySize;
  for (const { row, from, length } of runs) {
    const count = Math.min(length, waiting);
    pieces.push({ row, from, count });
    waiting -= count;
    if (waiting === 0) return pieces;
  }
  return null;
}
