import { setTimeout } from 'node:timers/promises';

/** Resolves when the time is over, or at once when `signal` is aborted before. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {});
