import type { Piece } from '../server/src/seating/piece.ts';

export const PER_CENT = 100;
export const LARGEST_PARTY = 6;

/** The results of one algorithm at one level of the sale, over all halls. */
export interface Level {
  parties: number;
  split: number;
  pieces: number;
  piecesOfSplit: number;
  /** Single free seats when the level was first reached, summed over halls. */
  singles: number;
}

/** The results of one algorithm, over all halls of a mix. */
export class Tally {
  readonly levels: Level[] = Array.from({ length: PER_CENT }, () => ({
    parties: 0,
    split: 0,
    pieces: 0,
    piecesOfSplit: 0,
    singles: 0,
  }));
  readonly bySize = Array.from({ length: LARGEST_PARTY + 1 }, () => ({ parties: 0, split: 0 }));
  /** Per hall: the share sold when the first party was split; 1 when none was. */
  readonly firstSplit: number[] = [];
  choosingMs = 0;

  sold(pieces: readonly Piece[], partySize: number, shareSold: number): void {
    const level = this.levels[Math.floor(shareSold * PER_CENT)];
    const size = this.bySize[partySize];
    if (!level || !size) throw new RangeError(`${partySize} people at ${shareSold}`);
    const split = pieces.length > 1;
    level.parties++;
    level.pieces += pieces.length;
    size.parties++;
    if (!split) return;
    level.split++;
    level.piecesOfSplit += pieces.length;
    size.split++;
    if ((this.firstSplit.at(-1) ?? 1) === 1) this.firstSplit[this.firstSplit.length - 1] = shareSold;
  }

  get all(): Level {
    const keys = ['parties', 'split', 'pieces', 'piecesOfSplit', 'singles'] as const;
    const sums = keys.map((key) => [key, this.levels.reduce((sum, level) => sum + level[key], 0)]);
    return Object.fromEntries(sums) as Level;
  }
}
