/** The source of `now`, which is read once at the edge and passed down. Tests set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
