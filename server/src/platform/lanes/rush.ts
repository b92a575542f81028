import { perDatabase } from '../database/per-database.ts';

/** A batch of this size shows that people arrive faster than they can be served one by one. */
const RUSH_MEMBERS = 16;
/** A rush ends when no batch was large for this long, so that no background work starts between two waves. */
const RUSH_LASTS_MS = 2_000;

/** Detects that buyers or guests are queueing in this process, so that deferrable work lets them go first. */
export class Rush {
  readonly #nowMs: () => number;
  #untilMs = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Called for every batch, however small. */
  batch(members: number): void {
    if (members >= RUSH_MEMBERS) this.#untilMs = this.#nowMs() + RUSH_LASTS_MS;
  }

  get isOn(): boolean {
    return this.#nowMs() < this.#untilMs;
  }
}

/** The rush detector of a database. */
export const rushOf = perDatabase(() => new Rush());
