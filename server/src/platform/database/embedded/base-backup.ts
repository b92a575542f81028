import assert from 'node:assert';
import { once } from 'node:events';
import { readdir, statfs, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { backupSocket, linesOf, type Said } from './backup-socket.ts';
import { copyFolder, copyOne, sizeOf } from './copy-files.ts';
import { DATABASE_FOLDER } from './data-dir.ts';
import { lockDirectory } from './embedded-lock.ts';

const LOG = 'pg_wal';
const CONTROL_FILE = join('global', 'pg_control');
/** A file of the write-ahead log: its timeline and number. */
const LOG_FILE = /^[0-9A-F]{24}$/;
/** Room that the copy must leave: the server refuses writes below 64 MB, and sells on meanwhile. */
const ROOM_LEFT_BYTES = 256 * 2 ** 20;

/**
 * Copies the embedded database of `dataDir` to the folder `to`, whether or not a server runs on it. @throws Error for
 * the operator
 */
export async function copyEmbedded(dataDir: string, to: string): Promise<void> {
  if (await copyRunning(dataDir, to, { isDurable: true })) return;
  const lock = lockDirectory(dataDir);
  try {
    await requireRoom(join(dataDir, DATABASE_FOLDER), dirname(to));
    await copyFolder(join(dataDir, DATABASE_FOLDER), join(to, DATABASE_FOLDER), { isDurable: true });
  } finally {
    lock.release();
  }
}

/**
 * Copies the embedded database of `dataDir` to the folder `to` while its server runs and writes: the copy has
 * everything that was committed before the end of the copying, and nothing half. It is opened like any other one, which
 * then replays the write-ahead log.
 * @returns false when no server listens in `dataDir`
 * @throws Error for the operator
 */
export async function copyRunning(
  dataDir: string,
  to: string,
  { isDurable }: { isDurable: boolean },
): Promise<boolean> {
  const socket = await connectTo(backupSocket(dataDir));
  if (!socket) return false;
  try {
    await requireRoom(join(dataDir, DATABASE_FOLDER), dirname(to));
    const from = join(dataDir, DATABASE_FOLDER);
    const copied = join(to, DATABASE_FOLDER);
    const server = conversation(socket);
    assert('begun' in (await server.next()));
    await copyFolder(from, copied, { leaveOut: isLeftOut, isDurable });
    // Last, as PostgreSQL's manual asks.
    await copyOne(join(from, CONTROL_FILE), join(copied, CONTROL_FILE), { isDurable });
    socket.write('copied\n');
    const ended = await server.next();
    assert('label' in ended);
    await copyLog(join(from, LOG), join(copied, LOG), ended);
    await writeFile(join(copied, 'backup_label'), ended.label, { mode: 0o600, flush: true });
    socket.write('done\n');
    // If the server stopped meanwhile, files of the log may be missing.
    assert('ended' in (await server.next()));
    return true;
  } finally {
    socket.destroy();
  }
}

/** @returns undefined when nothing listens there */
async function connectTo(address: string): Promise<Socket | undefined> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** @returns reads what the server says next */
function conversation(socket: Socket) {
  const lines = linesOf(socket);
  // The end of the lines says it, too.
  socket.on('error', () => {});
  return {
    async next(): Promise<Exclude<Said, { refused: string }>> {
      const { value, done } = await lines.next();
      if (done) throw new Error('the server stopped while its database was copied: run the command again');
      const said = JSON.parse(value) as Said;
      if ('refused' in said) throw new Error(`the database cannot be copied: ${said.refused}`);
      return said;
    },
  };
}

async function requireRoom(from: string, to: string) {
  const [bytes, { bavail, bsize }] = await Promise.all([sizeOf(from), statfs(to)]);
  if (bavail * bsize < bytes + ROOM_LEFT_BYTES)
    throw new Error(
      `there is too little room in ${to}: the copy of the database needs ${Math.ceil(bytes / 2 ** 20)} MB`,
    );
}

/** What belongs to the running process, and what is copied afterwards. */
const isLeftOut = (path: string): boolean =>
  path === CONTROL_FILE ||
  dirname(path) === LOG ||
  ['postmaster.pid', 'postmaster.opts'].includes(path) ||
  basename(path).startsWith('pgsql_tmp');

/** Only the log since the beginning of the backup, which its label names. */
async function copyLog(from: string, to: string, { label, lastLog }: { label: string; lastLog: string }) {
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  const needed = (await readdir(from)).filter(
    (name) => LOG_FILE.test(name) && first && name >= first && name <= lastLog,
  );
  if (!first || !needed.includes(first) || !needed.includes(lastLog))
    throw new Error('the write-ahead log of the copied database is incomplete: run the command again');
  for (const name of needed) await copyOne(join(from, name), join(to, name), { isDurable: true });
}
