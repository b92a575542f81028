import type { BrowserContext } from 'playwright-core';

/**
 * Runs in every page, before anything of it. At a door a server that does not answer within seconds counts as out of
 * reach, but beside other tests it may answer later than that.
 */
const PATIENCE = `
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.max(ms, 20_000));
`;

/** Pages of this device wait longer for the server. Without a network they still know at once. */
export const makePatient = (context: BrowserContext) => context.addInitScript(PATIENCE);
