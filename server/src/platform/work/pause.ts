import { setTimeout } from 'node:timers/promises';

/** Resolves after `ms`, or at once when `signal` is aborted. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {});
