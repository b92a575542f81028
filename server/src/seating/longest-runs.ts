import type { Run } from './free-runs.ts';

/**
 * How many runs there are of each length, with the places of the longest of them. There are few lengths: rows are full
 * or broken.
 */
export class LongestRuns {
  /** Longest first. */
  readonly #lengths: readonly number[];
  readonly #countOf = new Map<number, number>();

  /** @param runs those that may be added */
  constructor(runs: readonly Run[]) {
    this.#lengths = [...new Set(runs.map(({ length }) => length))].sort((a, b) => b - a);
  }

  add(length: number): void {
    this.#countOf.set(length, (this.#countOf.get(length) ?? 0) + 1);
  }

  remove(length: number): void {
    this.#countOf.set(length, (this.#countOf.get(length) ?? 0) - 1);
  }

  /** @returns the places in the `most` longest runs; in all of them if there are fewer */
  placesInLongest(most: number): number {
    let places = 0;
    let missing = most;
    for (const length of this.#lengths) {
      if (missing === 0) break;
      const taken = Math.min(this.#countOf.get(length) ?? 0, missing);
      places += taken * length;
      missing -= taken;
    }
    return places;
  }
}
