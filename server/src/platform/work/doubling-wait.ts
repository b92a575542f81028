/**
 * The wait after a failed attempt: `firstMs` after the first one, then twice as long each time, at most `longestMs`.
 */
export const doublingWaitMs = (tries: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number =>
  Math.min(firstMs * 2 ** (tries - 1), longestMs);
