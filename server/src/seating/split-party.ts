import { type Placement, placeInRun, type Run } from './free-runs.ts';
import { LongestRuns } from './longest-runs.ts';
import type { Piece } from './piece.ts';
import { type PieceKind, pieceKinds } from './piece-sizes.ts';

/** A piece this size is one person alone. */
const ALONE = 1;

/**
 * Seats a party that fits in no single run. Among all ways to seat it, the first by this order:
 * 1. fewest pieces;
 * 2. fewest people alone;
 * 3. smallest distance between the first and the last row used;
 * 4. the first row used is the best;
 * 5. fewest seats newly stranded;
 * 6. longest pieces first: the sizes, largest first, compared one after the other, larger wins;
 * 7. tightest fit: what each piece leaves free of its run, longest piece first, less wins;
 * 8. best rows, longest piece first; then nearest the row's centre; then left.
 *
 * People come before seats (1–4 are about how near they are to each other and to the stage), and an unsold seat (5)
 * before the shape of a split. Exact, not a heuristic, in O(places · √places): `docs/seats.md` has the proof.
 *
 * @param runs all free runs of the section in row order, none with room for the whole party
 * @returns pieces in row order, then place order; null when fewer places than `partySize` are free
 */
export function splitParty(runs: readonly Run[], partySize: number): Piece[] | null {
  const pieces = fewestPieces(runs, partySize);
  if (pieces === undefined) return null;
  // Without single seats no one sits alone, as long as there are two people for each piece. Otherwise as many are alone
  // however it is split: then every seat of the longest runs is needed, or (runs of two, an odd party) one is left
  // over.
  const paired = runs.filter((run) => run.length > ALONE);
  const someoneAlone = paired.length < pieces || partySize < 2 * pieces;
  const near = nearestRows(someoneAlone ? runs : paired, pieces, partySize);
  return takeRuns(near, pieceKinds(near, pieces, partySize, someoneAlone ? ALONE : ALONE + 1));
}

/** @returns how many of the longest runs hold the party; undefined when all together do not */
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
 * Two fingers over the runs in row order: the right one takes runs in until the longest `pieces` of them hold the
 * party, the left one lets go of all that can be spared.
 * @returns the runs of the closest rows that can seat the party in so many pieces; of several, the first
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

/** Gives every piece a run of its kind's length: longest piece first, best row, nearest the centre, left. */
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
