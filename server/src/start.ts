import type { Config } from './config.ts';
import { openDatabase } from './database/open.ts';

/** Serves, see `serve`. The database is opened while everything else is loaded: a seventh of a start. */
export async function start(config: Config): Promise<void> {
  const opening = openDatabase(config);
  // Told by whoever waits for it, which is later.
  opening.catch(() => {});
  const { serve } = await import('./serve.ts');
  await serve(config, opening);
}
