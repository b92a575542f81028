import sql from 'sql-template-tag';
import type { Database } from '../server/src/platform/database/database.ts';
import { createInMemory, embeddedDatabase, openInMemory } from '../server/src/platform/database/embedded/embedded.ts';
import { engineOf } from '../server/src/platform/database/embedded/engine.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { migrateSchema } from '../server/src/schema/own-schema.ts';
import { patientUrl } from '../server/test/databases/patient-url.ts';

/** The database of one run: migrated and empty. */
export interface RunDatabase {
  db: Database;
  /** Only on PostgreSQL do statements wait for each other's locks: see `Timeline`. */
  allBlocked?: (pieces: number) => Promise<boolean>;
  close(): Promise<void>;
}

/** Embedded and in memory. Created and migrated once, which takes seconds; every run gets a copy. */
export async function inMemoryDatabases(): Promise<() => Promise<RunDatabase>> {
  const pg = await createInMemory();
  const first = embeddedDatabase(engineOf(pg));
  await migrateSchema(first);
  const template = await pg.dumpDataDir('none');
  await first.close();
  return async () => {
    const db = await openInMemory({ template });
    return { db, close: () => db.close() };
  };
}

/** More than the most concurrent requests, because waiting for a connection would look like work. */
const POOL_SIZE = 150;

/** While a transaction waits in simulated time, many steps of others pass, and each may take a second of real time. */
const WAITS_MS = 600_000;

/** `url` is the address of an empty PostgreSQL database. */
export async function openPostgresRun(url: string): Promise<RunDatabase> {
  const [db, monitor] = await Promise.all([
    openPostgres(patientUrl(url, WAITS_MS), { poolSize: POOL_SIZE }),
    openPostgres(url, { poolSize: 1 }),
  ]);
  await migrateSchema(db);
  return {
    db,
    async allBlocked(pieces) {
      const [row] = await monitor.query<{ count: number }>(sql`
        select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return (row?.count ?? 0) >= pieces;
    },
    async close() {
      await Promise.all([db.close(), monitor.close()]);
    },
  };
}
