import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Config } from './config/config.ts';
import { DATABASE_FOLDER, listFiles } from './platform/database/embedded/data-dir.ts';

const PROGRAM = fileURLToPath(new URL('create-process.ts', import.meta.url));

/**
 * Creates an embedded database that does not exist yet, and its demo data, in a process that ends: creating them takes
 * 300 MB, which the server would keep for as long as it runs. What that process could not do the server does, or says
 * why it cannot.
 * @throws Error for the operator when DATA_DIR cannot be read
 */
export async function createDatabase({
  databaseUrl,
  dataDir,
  demo,
  role,
}: Pick<Config, 'databaseUrl' | 'dataDir' | 'demo' | 'role'>): Promise<void> {
  if (databaseUrl !== null || listFiles(dataDir, DATABASE_FOLDER).length > 0) return;
  const command = demo && role !== 'worker' ? 'demo' : 'migrate';
  const creation = fork(PROGRAM, [command], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  // A machine that allows no further process has a server all the same.
  await once(creation, 'exit').catch(() => {});
}
