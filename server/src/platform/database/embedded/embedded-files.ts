import { existsSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { filesIn } from './data-dir.ts';
import { DurableFiles, type Sync } from './durable-files.ts';

const FOLDER = 'postgres';

export interface Files {
  /** The database is in its `postgres`. */
  dataDir: string;
  /** Arguments of PostgreSQL. */
  settings: string[];
}

/**
 * Opens the files of the embedded database in `dataDir/postgres`; where there are none they are made beside it and put
 * there whole, so that a first start that is killed leaves nothing half made. The directory is locked.
 * @throws Error for the operator when they cannot be opened, with PostgreSQL's own reason
 */
export async function openFiles(files: Files, sync?: Sync): Promise<PGlite> {
  const { dataDir } = files;
  const directory = directoryOf(dataDir);
  const present = filesIn(dataDir, FOLDER);
  // PGlite would take a folder without this file for a new one, and write an empty database over what is left.
  if (present.length > 0 && !present.includes('PG_VERSION')) throw broken(dataDir, 'the file PG_VERSION is missing');
  if (present.length === 0) {
    const unfinished = `${directory}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    await (await start(files, unfinished, sync)).close();
    if (existsSync(directory)) rmdirSync(directory);
    renameSync(unfinished, directory);
  }
  return start(files, directory, sync);
}

/** @throws Error for the operator when there is no embedded database in `dataDir`, or nobody may look */
export function requireFiles(dataDir: string): void {
  if (filesIn(dataDir, FOLDER).length > 0) return;
  throw new Error(
    `there is no Takilya database in ${dataDir}. Set DATA_DIR to the folder of yours, or DATABASE_URL to your PostgreSQL; npm start makes a new one.`,
  );
}

const directoryOf = (dataDir: string) => join(dataDir, FOLDER);

async function start({ dataDir, settings }: Files, directory: string, sync: Sync | undefined): Promise<PGlite> {
  let said: string[] | undefined = [];
  try {
    return await PGlite.create({
      fs: new DurableFiles(directory, sync),
      startParams: [
        // -F turns fsync off
        ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
        ...['-c', 'wal_sync_method=fsync'],
        ...settings,
      ],
      onStderr: (line) => {
        said?.push(line);
        return false;
      },
    });
  } catch (error) {
    throw broken(dataDir, reasonIn(said) ?? String(error), error);
  } finally {
    // Later on it repeats statements with the values in them.
    said = undefined;
  }
}

/** PostgreSQL's last words; PGlite itself says no more than `Aborted()`. */
function reasonIn(lines: string[]): string | undefined {
  const words = lines.flatMap((line) => line.match(/(?:(?:FATAL|PANIC|DETAIL): +|^postgres: )(.+)/)?.[1] ?? []);
  return words.length > 0 ? words.join('. ').replace(/\.$/, '') : undefined;
}

const broken = (dataDir: string, reason: string, cause?: unknown) =>
  new Error(
    `the embedded database in ${directoryOf(dataDir)} cannot be opened: ${reason}. Unless that can be mended (disk space, permissions), its files are damaged: restore a backup of ${dataDir}, or set DATA_DIR to another folder to begin with an empty database.`,
    { cause },
  );
