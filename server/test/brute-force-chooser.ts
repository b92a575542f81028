import type { Piece } from '../src/seating/choose-seats.ts';

/**
 * What `chooseSeats` promises, by trying everything. Nothing is shared with it but the shape of a piece.
 * Every set of separate intervals of free places that seats the party is scored by the numbers of the ladder, in their
 * order; the smallest score wins. Exponential: for halls of some dozens of places.
 */
export function chooseByTryingAll(rows: readonly string[], partySize: number): Piece[] | null {
  const free = rows.join('').split('.').length - 1;
  if (free < partySize) return null;
  for (let pieces = 1; ; pieces++) {
    let best: { seating: Piece[]; score: number[] } | undefined;
    for (const seating of seatings(rows, partySize, pieces, 0, 0)) {
      const score = pieces === 1 ? scoreTogether(rows, seating) : scoreSplit(rows, seating);
      if (!best || firstDifference(score, best.score) < 0) best = { seating, score };
    }
    if (best) return best.seating;
  }
}

/** Every way to seat `people` in `pieces` intervals at or behind a place; two pieces never touch (they would be one). */
function* seatings(
  rows: readonly string[],
  people: number,
  pieces: number,
  startRow: number,
  startFrom: number,
): Generator<Piece[]> {
  if (pieces === 0) {
    if (people === 0) yield [];
    return;
  }
  for (let row = startRow; row < rows.length; row++) {
    const places = rows[row] ?? '';
    for (let from = row === startRow ? startFrom : 0; from < places.length; from++) {
      for (let count = 1; count <= people && places[from + count - 1] === '.'; count++) {
        for (const others of seatings(rows, people - count, pieces - 1, row, from + count + 1)) {
          yield [{ row, from, count }, ...others];
        }
      }
    }
  }
}

const scoreTogether = (rows: readonly string[], seating: Piece[]): number[] => [
  strandedBy(rows, seating) > 0 ? 1 : 0,
  ...seating.flatMap((piece) => [piece.row, offCentre(rows, piece), piece.from]),
];

function scoreSplit(rows: readonly string[], seating: Piece[]): number[] {
  const left = new Map(seating.map((piece) => [piece, leftInRun(rows, piece)]));
  const ordered = seating.toSorted(
    (a, b) =>
      b.count - a.count ||
      (left.get(a) ?? 0) - (left.get(b) ?? 0) ||
      a.row - b.row ||
      offCentre(rows, a) - offCentre(rows, b) ||
      a.from - b.from,
  );
  const used = seating.map(({ row }) => row);
  return [
    seating.filter(({ count }) => count === 1).length,
    Math.max(...used) - Math.min(...used),
    Math.min(...used),
    strandedBy(rows, seating),
    ...ordered.map(({ count }) => -count),
    ...ordered.map((piece) => left.get(piece) ?? 0),
    ...ordered.map(({ row }) => row),
    ...ordered.map((piece) => offCentre(rows, piece)),
    ...ordered.map(({ from }) => from),
  ];
}

const offCentre = (rows: readonly string[], { row, from, count }: Piece): number =>
  Math.abs(from + count / 2 - (rows[row] ?? '').length / 2);

function leftInRun(rows: readonly string[], { row, from, count }: Piece): number {
  const places = rows[row] ?? '';
  const before = /\.*$/.exec(places.slice(0, from))?.[0].length ?? 0;
  const behind = /^\.*/.exec(places.slice(from + count))?.[0].length ?? 0;
  return before + behind;
}

/** Free seats without a free neighbour after the seating that had one before. */
function strandedBy(rows: readonly string[], seating: Piece[]): number {
  const before = singles(rows);
  return [...singles(take(rows, seating))].filter((place) => !before.has(place)).length;
}

function singles(rows: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const [row, places] of rows.entries()) {
    for (const match of places.matchAll(/(?<!\.)\.(?!\.)/g)) found.add(`${row} ${match.index}`);
  }
  return found;
}

/** The rows with the seats of these pieces taken. */
export function take(rows: readonly string[], seating: readonly Piece[]): string[] {
  const taken = rows.map((places) => [...places]);
  for (const { row, from, count } of seating) {
    for (let place = from; place < from + count; place++) {
      const places = taken[row];
      if (places?.[place] !== '.') throw new Error(`place ${place} of row ${row} is not free`);
      places[place] = 'x';
    }
  }
  return taken.map((places) => places.join(''));
}

function firstDifference(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
