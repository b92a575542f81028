import { freeRuns } from '../server/src/seating/free-runs.ts';
import type { Piece } from '../server/src/seating/piece.ts';

export const SECTIONS = 40;
const ROWS = 20;
/** 25 seats in three blocks between two aisles. */
const ROW = `${'.'.repeat(8)}_${'.'.repeat(9)}_${'.'.repeat(8)}`;
export const SEATS = SECTIONS * ROWS * 25;

export type Chooser = (rows: readonly string[], partySize: number) => Piece[] | null;

/** A hall that is sold by one algorithm. It checks every choice against its own data, not the algorithm's. */
export class Hall {
  readonly #sections = Array.from({ length: SECTIONS }, () => Array.from({ length: ROWS }, () => ROW));
  readonly #choose: Chooser;
  choosingMs = 0;

  constructor(choose: Chooser) {
    this.#choose = choose;
  }

  /**
   * @returns the pieces, or null when the section has too few free seats
   * @throws when a seat is sold twice, a party is split although a run existed, or turned away although it had room
   */
  sell(section: number, partySize: number): Piece[] | null {
    const rows = this.#sections[section] ?? [];
    const start = performance.now();
    const pieces = this.#choose(rows, partySize);
    this.choosingMs += performance.now() - start;
    if (!pieces) {
      if (rows.join('').split('.').length - 1 >= partySize) throw new Error('turned away although it had room');
      return null;
    }
    if (pieces.reduce((sum, { count }) => sum + count, 0) !== partySize) throw new Error('not the whole party');
    if (pieces.length > 1 && rows.some((places) => places.includes('.'.repeat(partySize)))) {
      throw new Error('split although a run existed');
    }
    for (const piece of pieces) this.#write(rows, piece, '.', 'x');
    return pieces;
  }

  release(section: number, pieces: readonly Piece[]): void {
    for (const piece of pieces) this.#write(this.#sections[section] ?? [], piece, 'x', '.');
  }

  /** Free seats without a free neighbour. */
  singles(): number {
    let singles = 0;
    for (const rows of this.#sections) {
      for (const [row, places] of rows.entries()) {
        singles += freeRuns(places, row).filter(({ length }) => length === 1).length;
      }
    }
    return singles;
  }

  #write(rows: string[], { row, from, count }: Piece, expected: string, written: string): void {
    const places = rows[row] ?? '';
    if (places.slice(from, from + count) !== expected.repeat(count))
      throw new Error('a seat was sold or released twice');
    rows[row] = places.slice(0, from) + written.repeat(count) + places.slice(from + count);
  }
}
