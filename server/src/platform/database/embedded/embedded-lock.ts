import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cannotUse } from './data-dir.ts';

export interface DirectoryLock {
  release(): void;
}

const sqliteBusy = 5;
/** A killed owner holds the lock until its last thread is gone, some milliseconds after it is listed as a zombie. */
const waitForExitMs = 1_000;

/** Keeps references: a garbage-collected DatabaseSync would close its file and release the lock. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only owner of `dataDir`, until `release` or the end of the process, however it ends.
 *
 * The lock is the kernel's, on `database.lock`, acquired through SQLite because Node has no flock. A pid file does not
 * work: two starting processes can both find the owner dead and both win, pids are reused, and in two containers on one
 * volume both owners are pid 1. No other code in this process may open `database.lock`: closing any descriptor of it
 * would release the lock (POSIX).
 *
 * @throws Error naming the directory, and the owner's pid when this or another process owns it already
 */
export function lockDirectory(dataDir: string): DirectoryLock {
  const lock = new DatabaseSync(join(dataDir, 'database.lock'), { timeout: waitForExitMs });
  const ownerFile = join(dataDir, 'database.owner');
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw cannotUse(dataDir, error as Error);
    throw new Error(
      `the embedded database in ${dataDir} is in use by ${describeOwner(ownerFile)}. Stop that process, give this one another DATA_DIR, or set DATABASE_URL to share a PostgreSQL.`,
    );
  }
  held.add(lock);
  // Only for the error message; the lock alone decides.
  writeFileSync(ownerFile, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  return {
    release() {
      if (held.delete(lock)) lock.close();
    },
  };
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
