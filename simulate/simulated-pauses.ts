import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Timeline } from './timeline.ts';

/**
 * The waits of the app itself take simulated time: the second request of a double press waits for the first one. This
 * applies to the whole process, until the returned function is called.
 */
export function simulatePauses(timeline: Timeline): () => void {
  const { setTimeout } = timers;
  replace(((ms = 0) => timeline.pause(ms)) as typeof setTimeout);
  return () => replace(setTimeout);
}

/** Updates existing imports, too. */
function replace(setTimeout: typeof timers.setTimeout) {
  Object.assign(timers, { setTimeout });
  syncBuiltinESMExports();
}
