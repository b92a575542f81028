/** One at a time, first come, first served: the embedded database has one session. */
export class Turns {
  #busy = false;
  readonly #waiting: (() => void)[] = [];

  /** Whether nobody has the turn, so that a single synchronous step may be taken without waiting. */
  get free(): boolean {
    return !this.#busy;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn is handed on without being free in between: nobody can slip in.
      if (next) next();
      else this.#busy = false;
    }
  }
}
