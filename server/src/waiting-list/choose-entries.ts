import type { Uuid } from '../values/uuid.ts';

/** An entry that waits, with what is known about its turn. */
export interface Waiting {
  id: Uuid;
  quantity: number;
  /** Smaller parties behind it that got an offer since it is the first in line. */
  passedOver: number;
  /** Since when free places are kept for it; null: they are not. */
  keptSince: Date | null;
}

/** Free places of a tier: of the event, or of each section where the tier prices seats. */
export interface Room {
  /** null for general admission */
  sectionId: Uuid | null;
  free: number;
}

export interface Turn<Entry extends Waiting> {
  entry: Entry;
  sectionId: Uuid | null;
  /** An entry that waits longer has no turn. */
  passesFirst: boolean;
}

/** So many smaller parties may pass the first in line. Then free places are kept until there are enough for it. */
export const MOST_PASSED_OVER = 3;

/**
 * Free places are kept for a large party this long. If too few came back, smaller parties pass it again: places that
 * are kept for too long stay empty.
 */
export const KEEP_PLACES_MS = 24 * 3_600_000;

/**
 * Decides whose turn it is. `line` has the longest waiting first. The first whose party fits is next, in the smallest
 * room that has enough. The first in line who does not fit can be passed by `MOST_PASSED_OVER` smaller parties; then
 * free places are kept for it, for `KEEP_PLACES_MS` at most, and it can be passed again. A party sits in one section.
 * @returns the turns in order, and the first in line who has none; `isKept`: free places were kept for it before
 */
export function chooseEntries<Entry extends Waiting>(
  line: readonly Entry[],
  rooms: readonly Room[],
  now: Date,
): { turns: Turn<Entry>[]; first: Entry | null; isKept: boolean } {
  const left = rooms.map((room) => ({ ...room }));
  const turns: Turn<Entry>[] = [];
  let first: Entry | null = null;
  let passes = 0;
  for (const entry of line) {
    if (first && isKept(afterPasses(first, passes, now), now)) break;
    const room = smallestFor(left, entry.quantity);
    if (room) {
      room.free -= entry.quantity;
      turns.push({ entry, sectionId: room.sectionId, passesFirst: first !== null });
      if (first) passes++;
    } else first ??= entry;
  }
  return { turns, first, isKept: first !== null && isKept(first, now) };
}

/** Larger rooms stay for larger parties. */
const smallestFor = (rooms: Room[], quantity: number): Room | undefined =>
  rooms.filter(({ free }) => free >= quantity).toSorted((one, other) => one.free - other.free)[0];

/**
 * What is known about the first in line once `passes` of the turns that pass it were taken: a turn whose places had
 * gone to another tier does not count as a pass.
 */
export function afterPasses(first: Waiting, passes: number, now: Date): Waiting {
  let after = passedAgain(first, now);
  for (let pass = 0; pass < passes; pass++) after = passed(after, now);
  return after;
}

const isKept = ({ keptSince }: Waiting, now: Date) =>
  keptSince !== null && now.getTime() - keptSince.getTime() < KEEP_PLACES_MS;

function passed(first: Waiting, now: Date): Waiting {
  const passedOver = first.passedOver + 1;
  return { ...first, passedOver, keptSince: passedOver >= MOST_PASSED_OVER ? now : null };
}

/** The first in line, who may be passed again when places were kept for it long enough. */
const passedAgain = (first: Waiting, now: Date): Waiting =>
  first.keptSince !== null && !isKept(first, now) ? { ...first, passedOver: 0, keptSince: null } : first;
