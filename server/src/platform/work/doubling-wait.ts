/** The wait after a try that failed: `firstMs` after the first one, then twice as long each time, `longestMs` at most. */
export const doublingWaitMs = (tries: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number =>
  Math.min(firstMs * 2 ** (tries - 1), longestMs);
