import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type { Database, Statement } from '../database.ts';
import { Mutex } from '../mutex.ts';
import { createTransactionScope } from '../transaction-scope.ts';
import { makeDataDir } from './data-dir.ts';
import { guardDiskSpace } from './disk-space.ts';
import { lockDirectory } from './embedded-lock.ts';
import { EmbeddedSession } from './embedded-session.ts';
import { type Engine, engineOf } from './engine.ts';
import { openOnThread } from './engine-on-a-thread.ts';

/**
 * Results must not depend on the machine's time zone, and must print as `columnParser` reads them. With a single
 * session, sorts may use more memory than each of a server's many sessions could. Buffers are written to at the start,
 * all of them: half of PostgreSQL's default hold what sells, and the rest is in the system's cache of files.
 */
const SETTINGS = ['timezone=UTC', 'datestyle=ISO', 'work_mem=32MB', 'shared_buffers=64MB'];
const SESSION_SETTINGS = SETTINGS.flatMap((setting) => ['-c', setting]);

/**
 * Opens or creates the embedded database in `dataDir/postgres`. A resolved commit is on disk. While the disk is full,
 * reads work and writes are refused with 503.
 * @throws Error naming the directory, and the process when another one has it open, or the reason why its files cannot
 * be opened
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  makeDataDir(dataDir);
  const lock = lockDirectory(dataDir);
  try {
    const engine = await openOnThread({ dataDir, settings: SESSION_SETTINGS });
    return embeddedDatabase(engine, { requireFreeSpace: guardDiskSpace(dataDir), afterClose: lock.release });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** An in-memory database for tests, gone after close. `template` is a `dumpDataDir` of another one. */
export async function openInMemory({ template }: { template?: Blob } = {}): Promise<Database> {
  return embeddedDatabase(engineOf(await createInMemory({ loadDataDir: template })));
}

/** The bare PGlite behind `openInMemory`, for code that dumps it. */
export function createInMemory(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, startParams: [...PGlite.defaultStartParams, ...SESSION_SETTINGS] });
}

/**
 * Makes a `Database` of an engine that no other code uses. Its single session runs statements in the order sent. So the
 * lock is held only from the first to the last statement sent, and never while waiting for an answer.
 */
export function embeddedDatabase(
  engine: Engine,
  { requireFreeSpace, afterClose }: { requireFreeSpace(): void; afterClose(): void } = {
    requireFreeSpace() {},
    afterClose() {},
  },
): Database {
  const scope = createTransactionScope();
  const mutex = new Mutex();
  const session = new EmbeddedSession(engine);
  const queryable = {
    store: {},
    query: <Row>(statement: Statement) => session.query(statement) as Promise<Row[]>,
    runScript: (script: string) => session.runScript(script),
    liftTimeLimit: async () => {},
  };
  /** Runs between transactions, in the order of the calls. */
  async function betweenTransactions<T>(send: () => Promise<T>): Promise<T> {
    if (mutex.isFree) return send();
    const release = await mutex.acquire();
    const answer = send();
    release();
    return answer;
  }

  return {
    kind: 'pglite',
    store: queryable.store,
    load() {
      const { unanswered } = session;
      const busy = mutex.isFree && unanswered === 0 ? 0 : 1;
      // Statements of a transaction wait for each other only.
      return { busy, idle: 1 - busy, waiting: mutex.waiting + (mutex.isFree ? Math.max(0, unanswered - 1) : 0) };
    },
    async query<Row>(statement: Statement) {
      scope.refuseInside('query');
      // Reads work while the disk is full.
      if (!READS.test(statement.text)) requireFreeSpace();
      return betweenTransactions(() => queryable.query<Row>(statement));
    },
    async runScript(script) {
      scope.refuseInside('runScript');
      return betweenTransactions(() => queryable.runScript(script));
    },
    async transaction(work) {
      scope.refuseInside('transaction');
      requireFreeSpace();
      const release = await mutex.acquire();
      let isOpen = true;
      /** Releases the lock as soon as the last statement is sent: the next transaction comes after it. */
      function end(statement: Statement) {
        isOpen = false;
        const ended = session.query(statement);
        release();
        return ended;
      }
      const begun = session.query(begin);
      // The commit rejects with it too.
      begun.catch(() => {});
      try {
        return await scope.run(queryable, work, () => Promise.all([begun, end(commit)]));
      } catch (error) {
        if (isOpen) await end(rollback);
        throw error;
      }
    },
    async close() {
      scope.refuseInside('close');
      await mutex.acquire();
      await session.close();
      afterClose();
    },
  };
}

/**
 * A writing `with` contains one of these words. A column or text with such a word only makes the statement wait for
 * disk space.
 */
const READS = /^\s*(?:select\b|with\b(?!.*\b(?:insert|update|delete|merge)\b))/is;
const begin: Statement = { text: 'begin isolation level read committed', values: [] };
const commit: Statement = { text: 'commit', values: [] };
const rollback: Statement = { text: 'rollback', values: [] };
