/** Where `now` comes from. Read once at the edge and passed down; tests move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
