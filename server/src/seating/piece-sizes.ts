import { sumOf } from '../values/sum-of.ts';
import { fitsCleanly, type Run } from './free-runs.ts';

/** `count` pieces of `size` people, each in a run of its own of `runLength` free places. */
export interface PieceKind {
  size: number;
  runLength: number;
  count: number;
}

/** How the last two pieces (or one, if the second has size 0) are placed in runs. */
interface Fit {
  stranded: number;
  kinds: PieceKind[];
}

/** Moving more people than this to the last piece never strands fewer seats (proof in docs/seats.md). */
const MAX_MOVED = 3;

/**
 * The sizes of a split party's pieces and the lengths of the runs they take: fewest stranded seats, then longest
 * pieces first, then tightest fit. The longest runs are filled; the last piece gets the rest. If that piece is too
 * small or strands a seat, up to three people move to it from one longer piece.
 *
 * @param runs free runs, of which the longest `pieces` together have room for the party, and one fewer do not
 * @param smallest the smallest allowed piece: 2 if no person has to sit alone; then `runs` has no shorter run either
 * @returns the kinds in the order in which they choose their runs, longest first
 */
export function pieceKinds(runs: readonly Run[], pieces: number, partySize: number, smallest: number): PieceKind[] {
  const free = new Map<number, number>();
  for (const { length } of runs) free.set(length, (free.get(length) ?? 0) + 1);
  const full = takeLongest(free, pieces - 1);
  const rest = partySize - sumOf(full, ({ size, count }) => size * count);

  let best = rest >= smallest ? fitTwo(free, rest, 0) : undefined;
  let giver: number | undefined;
  for (const longer of smallest > 1 ? sizesToMoveFrom(free, full) : []) {
    for (let moved = 1; moved <= MAX_MOVED && best?.stranded !== 0; moved++) {
      const [small, large] = [longer - moved, rest + moved].sort((a, b) => a - b) as [number, number];
      if (small < smallest) continue;
      const fit = fitTwo(withOneMore(free, longer), large, small);
      if (fit && (!best || fit.stranded < best.stranded)) {
        best = fit;
        giver = longer;
      }
    }
  }
  if (!best) throw new Error(`${partySize} people do not fit in ${pieces} pieces`);
  const kept = full.map((kind) => (kind.size === giver ? { ...kind, count: kind.count - 1 } : kind));
  return [...kept, ...best.kinds].filter(({ count }) => count > 0).sort((a, b) => b.size - a.size);
}

/** Takes the `count` longest runs out of `free`. @returns them as pieces that fill their runs */
function takeLongest(free: Map<number, number>, count: number): PieceKind[] {
  const taken: PieceKind[] = [];
  let missing = count;
  for (const length of [...free.keys()].sort((a, b) => b - a)) {
    const runs = free.get(length) ?? 0;
    const used = Math.min(runs, missing);
    if (used === 0) break;
    taken.push({ size: length, runLength: length, count: used });
    free.set(length, runs - used);
    missing -= used;
  }
  return taken;
}

/**
 * @returns sizes of the pieces that people may move from: the shortest full piece, so that the longest stay full, then
 * the shortest full piece that is longer than every run left
 */
function sizesToMoveFrom(free: ReadonlyMap<number, number>, full: readonly PieceKind[]): number[] {
  const longestLeft = Math.max(...[...free].map(([length, runs]) => (runs > 0 ? length : 0)));
  const shortest = full.at(-1)?.size ?? longestLeft;
  const longer = full.findLast(({ size }) => size > longestLeft)?.size ?? shortest;
  return shortest === longer ? [shortest] : [shortest, longer];
}

const withOneMore = (free: ReadonlyMap<number, number>, length: number): Map<number, number> =>
  new Map(free).set(length, (free.get(length) ?? 0) + 1);

/**
 * @returns the fit with the fewest stranded seats, then the tightest for `large`, then for `small`; undefined if none
 */
function fitTwo(free: ReadonlyMap<number, number>, large: number, small: number): Fit | undefined {
  let best: Fit | undefined;
  for (const forLarge of candidateLengths(free, large)) {
    for (const forSmall of small > 0 ? candidateLengths(free, small) : [0]) {
      if (forLarge === forSmall && (free.get(forLarge) ?? 0) < 2) continue;
      const stranded = (fitsCleanly(forLarge, large) ? 0 : 1) + (small === 0 || fitsCleanly(forSmall, small) ? 0 : 1);
      if (best && stranded >= best.stranded) continue;
      const kinds = [
        { size: large, runLength: forLarge, count: 1 },
        { size: small, runLength: forSmall, count: small > 0 ? 1 : 0 },
      ];
      best = { stranded, kinds };
    }
  }
  return best;
}

/** The two tightest clean lengths (the other piece can use up only one) and the stranding one, tightest first. */
function candidateLengths(free: ReadonlyMap<number, number>, size: number): number[] {
  const lengths = [...free].filter(([length, runs]) => runs > 0 && length >= size).map(([length]) => length);
  lengths.sort((a, b) => a - b);
  const clean = lengths.filter((length) => fitsCleanly(length, size)).slice(0, 2);
  return lengths.filter((length) => clean.includes(length) || !fitsCleanly(length, size));
}
