import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type { Database, Queryable } from './database.ts';
import { DurableFiles } from './durable-files.ts';
import { lockDirectory } from './embedded-lock.ts';
import { createTransactionScope } from './transaction-scope.ts';
import { columnParsers, parameterText } from './values.ts';

/** Results must not depend on the machine's time zone, and must print as `columnParsers` reads them. */
const sessionSettings = ['-c', 'timezone=UTC', '-c', 'datestyle=ISO'];

const durableStartParams = [
  // -F turns fsync off
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...sessionSettings,
];

/**
 * Opens, or creates, the embedded database in `dataDir/postgres`. A commit that resolved is on disk.
 * @throws Error naming the directory and the process when another process has it open.
 */
export async function openEmbedded(dataDir: string, { sync }: { sync?: (fd: number) => void } = {}): Promise<Database> {
  mkdirSync(dataDir, { recursive: true });
  const lock = lockDirectory(dataDir);
  try {
    const files = new DurableFiles(join(dataDir, 'postgres'), sync);
    const pg = await PGlite.create({ fs: files, startParams: durableStartParams });
    return embeddedDatabase(pg, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A database in memory that is gone after close, for tests; `template` is what `dumpDataDir` made of another one. */
export async function openInMemory({ template }: { template?: Blob } = {}): Promise<Database> {
  return embeddedDatabase(await createInMemory({ loadDataDir: template }), () => {});
}

/** The bare PGlite behind `openInMemory`, for those who dump it. */
export function createInMemory(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, startParams: [...PGlite.defaultStartParams, ...sessionSettings] });
}

/** Makes a `Database` of a PGlite that nobody else uses. */
export function embeddedDatabase(pg: PGlite, afterClose: () => void): Database {
  // Emptied, PGlite hands our texts through; see values.ts.
  pg.serializers = {};
  pg.parsers = Object.fromEntries(columnParsers);

  const scope = createTransactionScope();
  const root = queryable(pg);
  return {
    kind: 'pglite',
    async query(statement) {
      scope.refuseInside('query');
      return root.query(statement);
    },
    async runScript(script) {
      scope.refuseInside('runScript');
      return root.runScript(script);
    },
    async transaction(work) {
      scope.refuseInside('transaction');
      return pg.transaction((transaction) => scope.run(queryable(transaction), work));
    },
    async close() {
      scope.refuseInside('close');
      await pg.close();
      afterClose();
    },
  };
}

function queryable(session: Pick<PGlite, 'query' | 'exec'>): Queryable {
  return {
    async query<Row>({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await session.query<Row>(text, values.map(parameterText));
      return rows;
    },
    async runScript(script) {
      await session.exec(script);
    },
  };
}
