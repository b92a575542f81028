import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database.ts';
import { copyRunning } from './base-backup.ts';
import { openEmbedded } from './embedded.ts';

/** With the process that reads it, so that the next command can tell which ones were left by a killed process. */
const SNAPSHOT = /^snapshot-(\d+)$/;

/**
 * Opens a copy of the embedded database that a running server owns, as it is now. Closing removes the copy.
 * @returns undefined when no server runs: the database itself can be opened
 * @throws Error for the operator
 */
export async function openSnapshot(dataDir: string): Promise<Database | undefined> {
  await removeLeftSnapshots(dataDir);
  const folder = join(dataDir, `snapshot-${process.pid}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(folder, { mode: 0o700 });
    if (!(await copyRunning(dataDir, folder, { isDurable: false }))) {
      await remove();
      return undefined;
    }
    const db = await openEmbedded(folder);
    return {
      ...db,
      async close() {
        await db.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function removeLeftSnapshots(dataDir: string) {
  for (const name of await readdir(dataDir)) {
    const [, pid] = SNAPSHOT.exec(name) ?? [];
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
