/**
 * How many runs there are of each length, with the total of the longest k of them in logarithmic time: a Fenwick tree
 * from the longest length to the shortest, holding runs and places side by side.
 */
export class LongestRuns {
  readonly #longest: number;
  readonly #runs: Int32Array;
  readonly #places: Int32Array;
  readonly #topStep: number;

  /** @param longest no run will be longer */
  constructor(longest: number) {
    this.#longest = longest;
    this.#runs = new Int32Array(longest + 1);
    this.#places = new Int32Array(longest + 1);
    this.#topStep = 2 ** Math.floor(Math.log2(longest));
  }

  add(length: number): void {
    this.#change(length, 1);
  }

  remove(length: number): void {
    this.#change(length, -1);
  }

  /** @returns the places in the `k` longest runs; in all of them if there are fewer */
  placesInLongest(k: number): number {
    let node = 0;
    let runs = 0;
    let places = 0;
    for (let step = this.#topStep; step >= 1; step /= 2) {
      const next = node + step;
      if (next > this.#longest || runs + at(this.#runs, next) > k) continue;
      node = next;
      runs += at(this.#runs, next);
      places += at(this.#places, next);
    }
    // The runs still missing are all of the next shorter length.
    return node === this.#longest ? places : places + (k - runs) * (this.#longest - node);
  }

  #change(length: number, by: 1 | -1): void {
    for (let node = this.#longest - length + 1; node <= this.#longest; node += node & -node) {
      this.#runs[node] = at(this.#runs, node) + by;
      this.#places[node] = at(this.#places, node) + by * length;
    }
  }
}

/** Typed arrays answer `undefined` outside; nobody asks there. */
const at = (numbers: Int32Array, index: number): number => numbers[index] ?? 0;
