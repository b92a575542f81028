/** One at a time, first come, first served: the embedded database has one session. */
export class Turns {
  #busy = false;
  readonly #waiting: (() => void)[] = [];

  /** Whether nobody has the turn, so that a single step may be taken without one. */
  get free(): boolean {
    return !this.#busy;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @returns gives the turn back, to be called once */
  async take(): Promise<() => void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    return () => {
      const next = this.#waiting.shift();
      // The turn is handed on without being free in between: nobody can slip in.
      if (next) next();
      else this.#busy = false;
    };
  }
}
