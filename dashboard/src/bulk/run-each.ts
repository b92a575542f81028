import { isProblem } from '../api/problem.ts';

/** Requests at once: a page of rows takes seconds, and the server stays free for others. */
const AT_ONCE = 4;
/** The rate limit counts a minute: after it, what was refused goes through. */
const MOST_WAITS = 3;
/** The wait of a rate limit. What a proxy refuses for an hour ends as refused: a dialog is not open that long. */
const LONGEST_WAIT_SECONDS = 60;

interface Running<Item> {
  act: (item: Item) => Promise<unknown>;
  /** After each item, in the order in which they end. */
  onEnd: (item: Item, error: Error | null) => void;
  pause?: (seconds: number) => Promise<void>;
}

/**
 * Does the same with each item, a few at a time. An error of one does not keep the others from theirs. A request over
 * the rate limit is sent again when the limit allows it.
 */
export async function runEach<Item>(items: readonly Item[], { act, onEnd, pause = wait }: Running<Item>) {
  const rest = [...items];
  async function work() {
    for (let item = rest.shift(); item !== undefined; item = rest.shift())
      onEnd(item, await errorOf(() => act(item as Item), pause));
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function errorOf(act: () => Promise<unknown>, pause: (seconds: number) => Promise<void>): Promise<Error | null> {
  for (let waits = 0; ; waits++)
    try {
      await act();
      return null;
    } catch (error) {
      if (!isProblem(error, 429) || waits === MOST_WAITS) return error as Error;
      const seconds = error.retryAfterSeconds ?? 1;
      if (seconds > LONGEST_WAIT_SECONDS) return error;
      await pause(seconds);
    }
}

const wait = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));
