import { perDatabase } from '../database/per-database.ts';

/** A batch of this many says that people come faster than they can be served one by one. */
const RUSH_MEMBERS = 16;
/** A rush is over when no batch was large for as long: between two waves of it nothing else shall begin. */
const RUSH_LASTS_MS = 2_000;

/** Whether buyers or guests are queueing in this process, so that work which can wait lets them pass. */
export class Rush {
  readonly #nowMs: () => number;
  #untilMs = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** For every batch of them, however small. */
  batch(members: number): void {
    if (members >= RUSH_MEMBERS) this.#untilMs = this.#nowMs() + RUSH_LASTS_MS;
  }

  get isOn(): boolean {
    return this.#nowMs() < this.#untilMs;
  }
}

/** The rush on the lanes of a database. */
export const rushOf = perDatabase(() => new Rush());
