import { type Placement, placeInRun, type Run } from './free-runs.ts';
import { LongestRuns } from './longest-runs.ts';
import type { Piece } from './piece.ts';
import { type PieceKind, pieceKinds } from './piece-sizes.ts';

/** Size of a piece with one person alone. */
const ALONE = 1;

/**
 * Seats a party that fits in no single run. The result is the best of all possible splits by these criteria, in this
 * order:
 * 1. fewest pieces;
 * 2. fewest people alone;
 * 3. smallest distance between the first and the last row used;
 * 4. the first row used is the best;
 * 5. fewest seats newly stranded;
 * 6. longest pieces first: sizes are compared one by one, largest first, and the larger wins;
 * 7. tightest fit: the seats that each piece leaves free in its run, longest piece first, fewer wins;
 * 8. best rows, longest piece first; then nearest the row's centre; then left.
 *
 * People (1–4: how close they sit to each other and to the stage) matter more than stranded seats (5), and these more
 * than the shape of the split. Exact, not a heuristic, in O(places · √places): `docs/seats.md` has the proof.
 *
 * @param runs all free runs of the section in row order, none with room for the whole party
 * @returns pieces in row order, then place order; null when fewer places than `partySize` are free
 */
export function splitParty(runs: readonly Run[], partySize: number): Piece[] | null {
  const pieces = fewestPieces(runs, partySize);
  if (pieces === undefined) return null;
  // Without runs of one seat no person sits alone if there are two people for each piece. Otherwise every split leaves
  // the same number alone: it needs every seat of the longest runs, or one of an odd party is left over from runs of
  // two.
  const paired = runs.filter((run) => run.length > ALONE);
  const someoneAlone = paired.length < pieces || partySize < 2 * pieces;
  const near = nearestRows(someoneAlone ? runs : paired, pieces, partySize);
  return takeRuns(near, pieceKinds(near, pieces, partySize, someoneAlone ? ALONE : ALONE + 1));
}

/** @returns how many of the longest runs are needed for the party; undefined if all runs together are too small */
function fewestPieces(runs: readonly Run[], partySize: number): number | undefined {
  const ofLength = new Int32Array(longestOf(runs) + 1);
  for (const { length } of runs) ofLength[length] = (ofLength[length] ?? 0) + 1;
  let pieces = 0;
  let standing = partySize;
  for (let length = ofLength.length - 1; length > 0 && standing > 0; length--) {
    const used = Math.min(ofLength[length] ?? 0, Math.ceil(standing / length));
    pieces += used;
    standing -= used * length;
  }
  return standing > 0 ? undefined : pieces;
}

const longestOf = (runs: readonly Run[]): number => runs.reduce((longest, { length }) => Math.max(longest, length), 0);

/**
 * A sliding window over the runs in row order: the right end adds runs until the longest `pieces` in the window have
 * room for the party, then the left end removes runs while that stays true.
 * @returns the runs of the closest rows that can seat the party in this many pieces; if several are equal, the first
 */
function nearestRows(runs: readonly Run[], pieces: number, partySize: number): Run[] {
  const between = new LongestRuns(runs);
  const waiting = runs.values();
  let best: { first: number; last: number } | undefined;
  for (const right of runs) {
    between.add(right.length);
    while (between.placesInLongest(pieces) >= partySize) {
      const left: Run = waiting.next().value ?? right;
      if (!best || right.row - left.row < best.last - best.first) best = { first: left.row, last: right.row };
      between.remove(left.length);
    }
  }
  const { first, last } = best ?? { first: 0, last: -1 };
  return runs.filter((run) => run.row >= first && run.row <= last);
}

/** Assigns each piece a run of its kind's length: longest piece first, best row, nearest the centre, left. */
function takeRuns(runs: readonly Run[], kinds: readonly PieceKind[]): Piece[] {
  const byLength = Map.groupBy(runs, (run) => run.length);
  const pieces: Piece[] = [];
  for (const { size, runLength, count } of kinds) {
    const ranked = (byLength.get(runLength) ?? [])
      .map((run) => ({ run, placement: placeInRun(run, size) }))
      .sort(byRowThenCentre);
    for (const { run, placement } of ranked.slice(0, count)) {
      pieces.push({ row: run.row, from: placement.from, count: size });
    }
    byLength.set(
      runLength,
      ranked.slice(count).map(({ run }) => run),
    );
  }
  return pieces.sort((a, b) => a.row - b.row || a.from - b.from);
}

interface Placed {
  run: Run;
  placement: Placement;
}

const byRowThenCentre = (a: Placed, b: Placed): number =>
  a.run.row - b.run.row || a.placement.offCentre - b.placement.offCentre || a.placement.from - b.placement.from;
