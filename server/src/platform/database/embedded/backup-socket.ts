import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import type { Database } from '../database.ts';

/** What the server says, each a line of JSON. */
export type Said =
  /** The files may be copied now. */
  | { begun: true }
  /** Answers `copied`: what goes into `backup_label`, and the last file of the write-ahead log that is needed. */
  | { label: string; lastLog: string }
  /** Answers `done`: until now no file of the write-ahead log was removed. */
  | { ended: true }
  | { refused: string };

/** A socket's address is short: 108 bytes on Linux, 104 on macOS, with a zero at the end. */
const MAX_ADDRESS_BYTES = 103;

export const backupSocket = (dataDir: string): string => join(dataDir, 'backup.sock');

export interface BackupSocket {
  /** Whether files are being copied: until then no checkpoint may remove what the copy needs of the log. */
  isInUse(): boolean;
  /** Ends a backup in progress. */
  close(): Promise<void>;
}

/**
 * Lets commands on this machine copy the embedded database while it runs: PostgreSQL's own base backup, whose files are
 * copied while they change and made consistent by the write-ahead log. Sales wait for one checkpoint, which writes at
 * most `shared_buffers` (64 MB). The socket is in DATA_DIR and opens for its owner alone.
 *
 * Without a socket (Windows, a file system that has none, a long path) the server runs all the same, and the log says
 * it.
 */
export async function openBackupSocket(
  db: Database,
  dataDir: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<BackupSocket> {
  let current: Promise<void> | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The command notices by itself that the connection is gone.
    socket.on('error', () => {});
    if (current) return void socket.end(line({ refused: 'another command is copying the database: try again later' }));
    current = serveBackup(db, socket).finally(() => {
      current = undefined;
    });
  });
  const address = backupSocket(dataDir);
  try {
    if (process.platform === 'win32') throw new Error('Windows has no such sockets');
    if (Buffer.byteLength(address) > MAX_ADDRESS_BYTES)
      throw new Error(`the path of DATA_DIR is longer than ${MAX_ADDRESS_BYTES - '/backup.sock'.length} bytes`);
    // The caller owns the folder, so this one is left from a process that is gone.
    await rm(address, { force: true });
    await new Promise<void>((listening, failed) => server.once('error', failed).listen(address, listening));
    await chmod(address, 0o600);
  } catch (error) {
    log.warn({ err: error }, 'backups need the server stopped: there is no socket in DATA_DIR for them');
  }
  return {
    isInUse: () => current !== undefined,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await current;
    },
  };
}

/** The lines that arrive, up to the end of the connection, however it ends. */
export function linesOf(socket: Socket): AsyncIterator<string> {
  const lines = createInterface({ input: socket });
  socket.once('close', () => lines.close());
  return lines[Symbol.asyncIterator]();
}

const line = (said: Said) => `${JSON.stringify(said)}\n`;

/** Serves one command, until it is done or gone. Never rejects. */
async function serveBackup(db: Database, socket: Socket): Promise<void> {
  const words = linesOf(socket);
  const hears = async (word: string) => (await words.next()).value === word;
  let begun = false;
  const end = async () => {
    begun = false;
    // In a transaction, because only that is refused while the disk is full: a new file of the log is begun.
    const [stopped] = await db.transaction((tx) =>
      tx.query<{ label: string; lastLog: string }>(
        sql`select labelfile as label, pg_walfile_name(lsn) as last_log from pg_backup_stop(false)`,
      ),
    );
    if (!stopped) throw new Error('PostgreSQL did not end the backup');
    return stopped;
  };
  try {
    await db.transaction((tx) => tx.query(sql`select pg_backup_start('takilya', true)`));
    begun = true;
    socket.write(line({ begun: true }));
    if (!(await hears('copied'))) return;
    socket.write(line(await end()));
    if (await hears('done')) socket.end(line({ ended: true }));
  } catch (error) {
    socket.end(line({ refused: error instanceof Error ? error.message : String(error) }));
  } finally {
    // After a command that was killed, the next one could not begin.
    if (begun) await end().catch(() => {});
    socket.end();
  }
}
