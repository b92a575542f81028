import { setTimeout } from 'node:timers/promises';
import { get, isTemporary } from './api.mjs';

/** As long as the server lets a request wait. */
const WAIT_SECONDS = 30;
/** After an empty answer that came early: the server is stopping, or a proxy answers in its place. */
const EARLY_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Waits of 1, 2, 4 … 30 seconds; the next success begins anew. */
export class Backoff {
  #next = 1_000;

  /** @returns {number} milliseconds */
  next(atLeastSeconds = 0) {
    const wait = Math.max(this.#next, atLeastSeconds * 1_000);
    this.#next = Math.min(this.#next * 2, LONGEST_WAIT_MS);
    return wait;
  }

  reset() {
    this.#next = 1_000;
  }
}

/** Ends early when the signal is aborted. */
export const pause = (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => {});

/** Aborted by Ctrl-C and by `kill`. */
export function untilStopped() {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => stopped.abort());
  return stopped.signal;
}

/**
 * The pages of notifications after a cursor, without end. A server that is down is asked again, so its restart loses
 * nothing.
 * @param {{ url: string, key: string }} access
 * @param {{ after: string | undefined, type?: string, payload?: string, signal: AbortSignal,
 *   onTrouble: (message: string) => void }} options
 */
export async function* follow(access, { after, type, payload, signal, onTrouble }) {
  const backoff = new Backoff();
  let cursor = after;
  while (!signal.aborted) {
    const query = new URLSearchParams({ wait: String(WAIT_SECONDS) });
    for (const [name, value] of Object.entries({ after: cursor, type, payload })) if (value) query.set(name, value);
    const begun = performance.now();
    try {
      const page = await get(access, `/notifications?${query}`, { waitMs: WAIT_SECONDS * 1_000, signal });
      backoff.reset();
      yield page;
      cursor = page.next_cursor;
      const isEmpty = page.notifications.length === 0 && !page.has_more;
      if (isEmpty && performance.now() - begun < EARLY_MS) await pause(EARLY_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isTemporary(error)) throw error;
      const wait = backoff.next(error.retryAfterSeconds);
      onTrouble(`${error.message}; asking again in ${wait / 1_000} s`);
      await pause(wait, signal);
    }
  }
}
