import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** Keeps references: a garbage-collected DatabaseSync would close its file and release the lock. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only owner of the file at `path`, which is created, until `release` or the end of the process,
 * however it ends.
 *
 * The lock is the kernel's, acquired through SQLite because Node has no flock. A pid file does not work: two starting
 * processes can both find the owner dead and both win, pids are reused, and in two containers on one volume both owners
 * are pid 1. No other code in this process may open the file: closing any descriptor of it would release the lock
 * (POSIX).
 * @returns undefined when this or another process owns it for the next `waitMs`
 */
export function lockFile(path: string, { waitMs }: { waitMs: number }): FileLock | undefined {
  const lock = new DatabaseSync(path, { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  held.add(lock);
  return {
    release() {
      if (held.delete(lock)) lock.close();
    },
  };
}
