import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What cannot be another user's, as after a start by root. What somebody else put there is none of our business. */
const WRITTEN = ['database.lock', 'database.owner', 'postgres'];

const OWNER = 'It must belong to the user that runs Takilya';
const FILE = 'It must be a folder, or one that can be made';
/** What can be done about it, by the system's word for it. */
const REMEDIES: Record<string, string> = {
  EACCES: OWNER,
  EPERM: OWNER,
  EROFS: 'It must be on a file system that is not mounted read-only',
  EEXIST: FILE,
  ENOTDIR: FILE,
  ENOENT: FILE,
};

/**
 * Makes DATA_DIR where there is none, and looks whether it can be written: SQLite and PGlite would not say why not.
 * @throws Error for the operator, with the system's reason
 */
export function makeDataDir(dataDir: string): void {
  inWords(dataDir, () => {
    // Buyers' data: for the owner's eyes only.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    for (const path of WRITTEN.map((name) => join(dataDir, name)).filter(existsSync))
      accessSync(path, constants.R_OK | constants.W_OK);
  });
}

/** What is in a folder of DATA_DIR; nothing when there is none. @throws Error for the operator, with the system's reason */
export function filesIn(dataDir: string, folder: string): string[] {
  return inWords(dataDir, () => {
    try {
      return readdirSync(join(dataDir, folder));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

function inWords<Result>(dataDir: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const remedy = REMEDIES[code];
    throw new Error(`DATA_DIR ${dataDir} cannot be used: ${message}.${remedy ? ` ${remedy}.` : ''}`, { cause: error });
  }
}
