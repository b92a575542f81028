import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type { Database, Queryable, Statement } from '../database.ts';
import { createTransactionScope } from '../transaction-scope.ts';
import { Turns } from '../turns.ts';
import { makeDataDir } from './data-dir.ts';
import { diskRoom } from './disk-room.ts';
import { lockDirectory } from './embedded-lock.ts';
import { EmbeddedSession } from './embedded-session.ts';
import { type Engine, engineOf } from './engine.ts';
import { openOnThread } from './engine-on-a-thread.ts';

/**
 * Results must not depend on the machine's time zone, and must print as `columnParsers` reads them. There is one session, so
 * it may sort in memory what hundreds of a server's could not.
 */
const sessionSettings = ['-c', 'timezone=UTC', '-c', 'datestyle=ISO', '-c', 'work_mem=32MB'];

/**
 * Opens, or creates, the embedded database in `dataDir/postgres`. A commit that resolved is on disk.
 * While its disk is full, reading goes on and whatever would write is refused with 503.
 * @throws Error naming the directory and the process when another process has it open, or what is wrong with
 * it or its files.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  makeDataDir(dataDir);
  const lock = lockDirectory(dataDir);
  try {
    const engine = await openOnThread({ dataDir, settings: sessionSettings });
    return embeddedDatabase(engine, { requireRoom: diskRoom(dataDir), afterClose: lock.release });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A database in memory that is gone after close, for tests; `template` is what `dumpDataDir` made of another one. */
export async function openInMemory({ template }: { template?: Blob } = {}): Promise<Database> {
  return embeddedDatabase(engineOf(await createInMemory({ loadDataDir: template })));
}

/** The bare PGlite behind `openInMemory`, for those who dump it. */
export function createInMemory(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, startParams: [...PGlite.defaultStartParams, ...sessionSettings] });
}

/**
 * Makes a `Database` of an engine that nobody else uses. Its one session runs what it is sent in that order, so a turn lasts
 * from the first to the last statement that is sent, and nobody waits for an answer with it.
 */
export function embeddedDatabase(
  engine: Engine,
  { requireRoom, afterClose }: { requireRoom(): void; afterClose(): void } = { requireRoom() {}, afterClose() {} },
): Database {
  const scope = createTransactionScope();
  const turns = new Turns();
  const session = new EmbeddedSession(engine);
  const queryable: Queryable = {
    store: {},
    query: <Row>(statement: Statement) => session.query(statement) as Promise<Row[]>,
    runScript: (script) => session.runScript(script),
  };
  /** Between transactions, and in the order in which it was asked for. */
  async function alone<T>(ask: () => Promise<T>): Promise<T> {
    if (turns.free) return ask();
    const giveBack = await turns.take();
    const answer = ask();
    giveBack();
    return answer;
  }

  return {
    kind: 'pglite',
    store: queryable.store,
    load() {
      const { unanswered } = session;
      const busy = turns.free && unanswered === 0 ? 0 : 1;
      // Those of a transaction wait for each other, and not for anybody.
      return { busy, idle: 1 - busy, waiting: turns.waiting + (turns.free ? Math.max(0, unanswered - 1) : 0) };
    },
    async query<Row>(statement: Statement) {
      scope.refuseInside('query');
      // Reading goes on while the disk is full.
      if (!READS.test(statement.text)) requireRoom();
      return alone(() => queryable.query<Row>(statement));
    },
    async runScript(script) {
      scope.refuseInside('runScript');
      return alone(() => queryable.runScript(script));
    },
    async transaction(work) {
      scope.refuseInside('transaction');
      requireRoom();
      const giveBack = await turns.take();
      let isOpen = true;
      /** Once it is on its way the next transaction may be: it comes after it. */
      function end(statement: Statement) {
        isOpen = false;
        const ended = session.query(statement);
        giveBack();
        return ended;
      }
      const begun = session.query(begin);
      // Told by the commit too.
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
      await turns.take();
      await session.close();
      afterClose();
    },
  };
}

/** A `with` that writes names what it does; a column or text of that name makes a statement wait for room, no worse. */
const READS = /^\s*(?:select\b|with\b(?!.*\b(?:insert|update|delete|merge)\b))/is;
const begin: Statement = { text: 'begin isolation level read committed', values: [] };
const commit: Statement = { text: 'commit', values: [] };
const rollback: Statement = { text: 'rollback', values: [] };
