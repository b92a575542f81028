import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the embedded database in DATA_DIR. */
export const DATABASE_FOLDER = 'postgres';

/**
 * Entries that this process writes; after a start by root they may belong to root. Others in the folder are ignored;
 * `secrets.key` is private from its creation on.
 */
const OWN_ENTRIES = ['database.lock', 'database.owner', DATABASE_FOLDER, 'mail', 'files', 'demo.json'];
/** Permissions of the group and of all other users. */
const OTHERS = 0o077;

const OWNER = 'It must belong to the user that runs Takilya';
const FOLDER = 'It must be a folder, or one that can be made';
/** The remedy for each error code of the system. */
const REMEDIES: Record<string, string> = {
  EACCES: OWNER,
  EPERM: OWNER,
  EROFS: 'It must be on a file system that is not mounted read-only',
  EEXIST: FOLDER,
  ENOTDIR: FOLDER,
  ENOENT: FOLDER,
};

/**
 * Creates DATA_DIR if it is missing and checks that it is writable: SQLite and PGlite would fail without naming the
 * reason. Makes the entries of this process private, because they contain buyers' data.
 */
export function makeDataDir(dataDir: string): void {
  withRemedy(dataDir, () => {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    for (const path of OWN_ENTRIES.map((name) => join(dataDir, name)).filter(existsSync)) keepPrivate(path);
  });
}

/** With its parents. Node's own `recursive` never returns where a folder takes no others, as /proc. */
function makeFolder(path: string) {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    // It will hold buyers' data: only the owner may read it.
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * A private folder protects everything in it. The mode is only changed if necessary, because only the owner may change
 * it.
 */
function keepPrivate(path: string) {
  accessSync(path, constants.R_OK | constants.W_OK);
  const { mode } = statSync(path);
  if ((mode & OTHERS) !== 0) chmodSync(path, mode & ~OTHERS);
}

/**
 * The entries of a folder in DATA_DIR; empty when there is no such folder.
 * @throws Error for the operator, with the system's reason
 */
export function listFiles(dataDir: string, folder: string): string[] {
  return withRemedy(dataDir, () => {
    try {
      return readdirSync(join(dataDir, folder));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

function withRemedy<Result>(dataDir: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    throw cannotUse(dataDir, error as NodeJS.ErrnoException);
  }
}

/** @returns the error for the operator, with the reason and, where one is known, the remedy */
export function cannotUse(dataDir: string, error: NodeJS.ErrnoException): Error {
  const remedy = REMEDIES[error.code ?? ''];
  return new Error(`DATA_DIR ${dataDir} cannot be used: ${error.message}.${remedy ? ` ${remedy}.` : ''}`, {
    cause: error,
  });
}
