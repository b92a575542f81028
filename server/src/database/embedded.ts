import { mkdirSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type { Database, Queryable, Statement } from './database.ts';
import { diskRoom } from './disk-room.ts';
import { openFiles } from './embedded-files.ts';
import { lockDirectory } from './embedded-lock.ts';
import { EmbeddedSession } from './embedded-session.ts';
import { createTransactionScope } from './transaction-scope.ts';
import { Turns } from './turns.ts';

/**
 * Results must not depend on the machine's time zone, and must print as `columnParsers` reads them. There is one session, so
 * it may sort in memory what hundreds of a server's could not.
 */
const sessionSettings = ['-c', 'timezone=UTC', '-c', 'datestyle=ISO', '-c', 'work_mem=32MB'];

/**
 * Opens, or creates, the embedded database in `dataDir/postgres`. A commit that resolved is on disk.
 * While its disk is full, reading goes on and whatever would write is refused with 503.
 * @throws Error naming the directory and the process when another process has it open, or what is wrong with its files.
 */
export async function openEmbedded(dataDir: string, { sync }: { sync?: (fd: number) => void } = {}): Promise<Database> {
  // Buyers' data: for the owner's eyes only.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(dataDir);
  try {
    const pg = await openFiles(dataDir, { settings: sessionSettings, sync });
    return embeddedDatabase(pg, { requireRoom: diskRoom(dataDir), afterClose: lock.release });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A database in memory that is gone after close, for tests; `template` is what `dumpDataDir` made of another one. */
export async function openInMemory({ template }: { template?: Blob } = {}): Promise<Database> {
  return embeddedDatabase(await createInMemory({ loadDataDir: template }));
}

/** The bare PGlite behind `openInMemory`, for those who dump it. */
export function createInMemory(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, startParams: [...PGlite.defaultStartParams, ...sessionSettings] });
}

/** Makes a `Database` of a PGlite that nobody else uses. */
export function embeddedDatabase(
  pg: PGlite,
  { requireRoom, afterClose }: { requireRoom(): void; afterClose(): void } = { requireRoom() {}, afterClose() {} },
): Database {
  const scope = createTransactionScope();
  const turns = new Turns();
  const session = new EmbeddedSession(pg);
  const queryable: Queryable = {
    query: async <Row>(statement: Statement) => session.query(statement) as Row[],
    runScript: async (script) => {
      await pg.exec(script);
    },
  };

  return {
    kind: 'pglite',
    load: () => ({ busy: turns.free ? 0 : 1, idle: turns.free ? 1 : 0, waiting: turns.waiting }),
    async query<Row>(statement: Statement) {
      scope.refuseInside('query');
      // Reading goes on while the disk is full.
      if (!READS.test(statement.text)) requireRoom();
      return turns.free ? (session.query(statement) as Row[]) : turns.take(() => queryable.query<Row>(statement));
    },
    async runScript(script) {
      scope.refuseInside('runScript');
      return turns.take(() => queryable.runScript(script));
    },
    async transaction(work) {
      scope.refuseInside('transaction');
      requireRoom();
      return turns.take(async () => {
        session.query(begin);
        try {
          return await scope.run(queryable, work, async () => session.query(commit));
        } catch (error) {
          session.query(rollback);
          throw error;
        }
      });
    },
    async close() {
      scope.refuseInside('close');
      await turns.take(() => pg.close());
      afterClose();
    },
  };
}

const READS = /^\s*select\b/i;
const begin: Statement = { text: 'begin isolation level read committed', values: [] };
const commit: Statement = { text: 'commit', values: [] };
const rollback: Statement = { text: 'rollback', values: [] };
