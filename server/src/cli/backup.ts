import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Config, readConfig } from '../config/config.ts';
import { copyEmbedded } from '../platform/database/embedded/base-backup.ts';
import { copyFolder } from '../platform/database/embedded/copy-files.ts';
import { requireFiles } from '../platform/database/embedded/embedded-files.ts';
import { type FileLock, lockFile } from '../platform/database/embedded/lock-file.ts';
import { dumpDatabase } from '../platform/database/schema/dump.ts';
import { requireSchema } from '../schema/own-schema.ts';
import { type Command, requiredValue, UsageError } from './command.ts';
import { isWithin } from './is-within.ts';
import { advise, print, withDatabase } from './with-database.ts';

/** The dump of a PostgreSQL in the folder of a backup, for `takilya restore`. */
const DUMP = 'takilya.jsonl';
/** Entries of DATA_DIR that belong to running processes, or are the database, which is copied first. */
const LEFT_OUT = /^(postgres(\..*)?|database\.(lock|owner)\S*|backup\.sock|snapshot-\d+|.*\.unfinished)$/;

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Copy the database, pictures and the key of the secrets into a new folder; servers may run',
  options: { to: { value: 'FOLDER', help: 'a folder that does not exist yet, outside of DATA_DIR', required: true } },
  async run(values) {
    const config = readConfig();
    const to = resolve(requiredValue(values, 'to'));
    if (isWithin(config.dataDir, to)) throw new UsageError('--to must be outside of DATA_DIR');
    if (!existsSync(dirname(to))) throw new UsageError(`--to must be in a folder that exists: ${dirname(to)} does not`);
    await writeAlone(to, (unfinished) => backUp(config, unfinished));
    print(to);
    advise(
      "The backup has buyers' data and, unless SECRETS_KEY is set, the key of the secrets: protect it like the server.",
      ...(config.filesS3 ? ['Pictures are in the bucket of FILES_S3_ENDPOINT: back it up after this.'] : []),
      ...(config.secretsKeys.length > 0 ? ['SECRETS_KEY is not in it: keep it elsewhere.'] : []),
    );
  },
};

/**
 * Fills a new folder that only has its name when it is complete: a backup that was interrupted is never taken for one.
 * If two commands use one folder, the second is refused, because it would delete what the first is writing.
 */
async function writeAlone(to: string, write: (unfinished: string) => Promise<void>) {
  requireNew(to);
  const lock = lockedOrUndefined(`${to}.lock`);
  if (!lock) throw new Error(`another command is writing a backup to ${to}: wait for it, or name another folder`);
  const unfinished = `${to}.unfinished`;
  try {
    requireNew(to);
    await rm(unfinished, { recursive: true, force: true });
    await write(unfinished);
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    // SQLite locks no deleted file: a command that has just opened this one gets an error.
    await rm(`${to}.lock`, { force: true });
    lock.release();
  }
}

function lockedOrUndefined(path: string): FileLock | undefined {
  try {
    return lockFile(path, { waitMs: 0 });
  } catch (error) {
    throw new Error(`${path} cannot be written: ${(error as Error).message}`);
  }
}

function requireNew(to: string) {
  if (existsSync(to)) throw new UsageError(`--to must be a new folder: ${to} exists`);
}

/** The database first: then the files of all its rows are there. */
async function backUp({ dataDir, databaseUrl }: Config, to: string) {
  if (databaseUrl === null) {
    requireFiles(dataDir);
    await copyEmbedded(dataDir, to);
  } else {
    await mkdir(to, { recursive: true, mode: 0o700 });
    await writeDump(join(to, DUMP));
  }
  await copyFolder(dataDir, to, { leaveOut: (path) => LEFT_OUT.test(path), isDurable: true });
}

async function writeDump(path: string) {
  const file = await open(path, 'wx', 0o600);
  try {
    await withDatabase((db) => dumpDatabase(db, async (line) => void (await file.write(`${line}\n`))), {
      prepare: requireSchema,
    });
    await file.sync();
  } finally {
    await file.close();
  }
}
