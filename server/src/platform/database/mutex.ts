/**
 * A mutual exclusion lock with a first-come, first-served queue. It guards the single session of the embedded database.
 */
export class Mutex {
  #isHeld = false;
  readonly #queue: (() => void)[] = [];

  /** Whether the lock is free. A single synchronous step may then run without acquiring it. */
  get isFree(): boolean {
    return !this.#isHeld;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** @returns releases the lock; call it once */
  async acquire(): Promise<() => void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#isHeld = true;
    return () => {
      const next = this.#queue.shift();
      // The lock passes directly to the next waiter, so no other caller can take it in between.
      if (next) next();
      else this.#isHeld = false;
    };
  }
}
