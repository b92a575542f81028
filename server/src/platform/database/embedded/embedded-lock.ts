import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DirectoryLock {
  release(): void;
}

const sqliteBusy = 5;
/** A killed owner has the lock until its last thread is gone, some milliseconds after it is listed as a zombie. */
const waitForExitMs = 1_000;

/** Held here as well, because a collected DatabaseSync closes its file and with it gives the lock up. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the one owner of `dataDir`, until `release` or the end of the process, however it ends.
 *
 * The lock is the kernel's, on `database.lock`, reached through SQLite since Node has no flock. A file with a pid in it
 * cannot do this: between finding its owner dead and replacing it two starters can both win, pids are used again, and in
 * two containers on one volume both owners are pid 1. Nothing else in this process may open `database.lock`: closing
 * any descriptor of it would drop the lock (POSIX).
 *
 * @throws Error naming the directory and the owner's pid when it is owned already, by this process or another.
 */
export function lockDirectory(dataDir: string): DirectoryLock {
  const lock = new DatabaseSync(join(dataDir, 'database.lock'), { timeout: waitForExitMs });
  const ownerFile = join(dataDir, 'database.owner');
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new Error(
      `the embedded database in ${dataDir} is in use by ${describeOwner(ownerFile)}. Stop that process, give this one another DATA_DIR, or set DATABASE_URL to share a PostgreSQL.`,
    );
  }
  held.add(lock);
  // For the message alone: who may enter is the lock's decision.
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
    // It has the lock and is just about to write the file.
    return 'another process that is just starting';
  }
}
