import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cannotUse } from './data-dir.ts';
import { type FileLock, lockFile } from './lock-file.ts';

/** A killed owner holds the lock until its last thread is gone, some milliseconds after it is listed as a zombie. */
const WAIT_FOR_EXIT_MS = 1_000;

/**
 * Makes this process the only owner of `dataDir`, until `release` or the end of the process, however it ends. The lock
 * is on `database.lock`, which nothing else may open.
 * @throws Error naming the directory, and the owner's pid when this or another process owns it already
 */
export function lockDirectory(dataDir: string): FileLock {
  const ownerFile = join(dataDir, 'database.owner');
  const lock = lockedOrUndefined(dataDir);
  if (!lock)
    throw new Error(
      `the embedded database in ${dataDir} is in use by ${describeOwner(ownerFile)}. Stop that process, give this one another DATA_DIR, or set DATABASE_URL to share a PostgreSQL.`,
    );
  // Only for the error message; the lock alone decides.
  writeFileSync(ownerFile, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  return lock;
}

function lockedOrUndefined(dataDir: string): FileLock | undefined {
  try {
    return lockFile(join(dataDir, 'database.lock'), { waitMs: WAIT_FOR_EXIT_MS });
  } catch (error) {
    throw cannotUse(dataDir, error as Error);
  }
}

function describeOwner(ownerFile: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(ownerFile, 'utf8')) as { pid: number; since: string };
    return `process ${pid} (since ${since})`;
  } catch {
    // It holds the lock and is about to write the file.
    return 'another process that is just starting';
  }
}
