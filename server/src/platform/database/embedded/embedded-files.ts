import { existsSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DATABASE_FOLDER, listFiles } from './data-dir.ts';
import { DurableFiles, type Sync } from './durable-files.ts';

export interface Files {
  /** The database is in its subfolder `postgres`. */
  dataDir: string;
  /** Command line arguments of PostgreSQL. */
  settings: string[];
}

/**
 * Opens the embedded database in `dataDir/postgres`. A new one is created beside it and then renamed into place, so
 * that a killed first start leaves nothing half-created. The caller holds the directory lock.
 * @throws Error for the operator, with PostgreSQL's own reason
 */
export async function openFiles(files: Files, sync?: Sync): Promise<PGlite> {
  const { dataDir } = files;
  const directory = directoryOf(dataDir);
  const present = listFiles(dataDir, DATABASE_FOLDER);
  // PGlite would treat a folder without this file as new, and overwrite the rest with an empty database.
  if (present.length > 0 && !present.includes('PG_VERSION'))
    throw cannotOpen(dataDir, 'the file PG_VERSION is missing');
  if (present.length === 0) {
    const unfinished = `${directory}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    await (await start(files, unfinished, sync)).close();
    if (existsSync(directory)) rmdirSync(directory);
    renameSync(unfinished, directory);
  }
  return start(files, directory, sync);
}

/** @throws Error for the operator when there is no embedded database in `dataDir`, or it is unreadable */
export function requireFiles(dataDir: string): void {
  if (listFiles(dataDir, DATABASE_FOLDER).length > 0) return;
  throw new Error(
    `there is no Takilya database in ${dataDir}. Set DATA_DIR to the folder of yours, or DATABASE_URL to your PostgreSQL; npm start makes a new one.`,
  );
}

const directoryOf = (dataDir: string) => join(dataDir, DATABASE_FOLDER);

async function start({ dataDir, settings }: Files, directory: string, sync: Sync | undefined): Promise<PGlite> {
  let stderrLines: string[] | undefined = [];
  try {
    return await PGlite.create({
      fs: new DurableFiles(directory, sync),
      startParams: [
        // -F turns fsync off.
        ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
        ...['-c', 'wal_sync_method=fsync'],
        ...settings,
      ],
      onStderr: (line) => {
        stderrLines?.push(line);
        return false;
      },
    });
  } catch (error) {
    throw cannotOpen(dataDir, reasonIn(stderrLines) ?? reasonOf(error), error);
  } finally {
    // PostgreSQL's later messages contain statements with their values.
    stderrLines = undefined;
  }
}

/** The reason in PostgreSQL's messages; PGlite itself reports only `Aborted()`. */
function reasonIn(lines: string[]): string | undefined {
  const words = lines.flatMap((line) => line.match(/(?:(?:FATAL|PANIC|DETAIL): +|^postgres: )(.+)/)?.[1] ?? []);
  return words.length > 0 ? words.join('. ').replace(/\.$/, '') : undefined;
}

/** What PGlite throws when the system refuses a file has a number and no message. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? String(error) : 'a file could not be read or written, as on a full disk';

const cannotOpen = (dataDir: string, reason: string, cause?: unknown) =>
  new Error(
    `the embedded database in ${directoryOf(dataDir)} cannot be opened: ${reason}. Unless you can fix that (disk space, permissions), its files are damaged: restore a backup of ${dataDir}, or set DATA_DIR to another folder to start with an empty database.`,
    { cause },
  );
