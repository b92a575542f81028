import type { Run } from './free-runs.ts';

/** Counts runs by length and sums the places of the longest ones. There are few different lengths. */
export class LongestRuns {
  /** Longest first. */
  readonly #lengths: readonly number[];
  readonly #countOf = new Map<number, number>();

  /** @param runs the runs that may be added later */
  constructor(runs: readonly Run[]) {
    this.#lengths = [...new Set(runs.map(({ length }) => length))].sort((a, b) => b - a);
  }

  add(length: number): void {
    this.#countOf.set(length, (this.#countOf.get(length) ?? 0) + 1);
  }

  remove(length: number): void {
    this.#countOf.set(length, (this.#countOf.get(length) ?? 0) - 1);
  }

  /** @returns the places in the `count` longest runs, or in all runs if there are fewer */
  placesInLongest(count: number): number {
    let places = 0;
    let missing = count;
    for (const length of this.#lengths) {
      if (missing === 0) break;
      const taken = Math.min(this.#countOf.get(length) ?? 0, missing);
      places += taken * length;
      missing -= taken;
    }
    return places;
  }
}
