import { test } from 'vitest';

/** Beside other work, controls were lost within three attempts. */
const ATTEMPTS = 10;

/**
 * A test that a race without its guard is lost: `race` passes when it was. Whether requests meet in one attempt is up
 * to the machine, so one attempt out of many has to lose. Each opens a box office of its own.
 */
export const control = (name: string, race: () => Promise<void>) =>
  test(`control: ${name}`, { retry: ATTEMPTS - 1 }, race);
