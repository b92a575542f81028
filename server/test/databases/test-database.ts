import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { openInMemory } from '../../src/platform/database/embedded/embedded.ts';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { openCitusDatabase } from './citus-database.ts';
import { templateDatabase } from './global-setup-postgres.ts';
import { patientUrl } from './patient-url.ts';
import { createDatabase } from './postgres-server.ts';
import { emptyTables, filledTables, reusedDatabase } from './reused-database.ts';

/** Enough for tests that need real concurrency, few enough for many test files on one server. */
const poolSize = 16;

/** Less than a test may take, so that the error names a lock that is never released. */
const WAITS_MS = 60_000;

/** Databases that earlier tests of this process have returned, empty again. */
const spare: Database[] = [];

/**
 * A migrated database of the project's kind with nothing in it, for this caller alone until `close`. A test process
 * gets the same one again and again, its statements prepared, unless a test changed more than rows.
 */
export const openTestDatabase = async (): Promise<Database> => lent(spare.pop() ?? (await openNew()));

/**
 * A database that no test has used, for tests of plans and costs. In a used one the planner judges by the pages and the
 * statistics of tables that were emptied, and may read the whole history or compare all rows with all.
 */
export const openUnusedTestDatabase = async (): Promise<Database> => lent(await openNew());

const lent = (db: Database): Database =>
  reusedDatabase(db, async (isReusable) => {
    if (!isReusable) return db.close();
    await emptyTables(db);
    spare.push(db);
  });

async function openNew(): Promise<Database> {
  const template = inject('pgliteTemplate');
  const citus = inject('citus');
  const db = template
    ? await openInMemory({ template: new Blob([await readFile(template)]) })
    : citus
      ? await openCitusDatabase(citus.url, `${citus.prefix}${randomUUID().slice(0, 8)}`, poolSize)
      : await openPostgres(patientUrl(await createPostgresDatabase(), WAITS_MS), { poolSize });
  const filled = await filledTables(db);
  if (filled.length > 0)
    throw new Error(`migrations fill ${filled.join()}: emptying a test's database has to leave those rows`);
  return db;
}

/**
 * The address of a fresh PostgreSQL database, for tests that start processes of their own on it. Only in the projects
 * `postgres` and `once`. With `migrated: false` it is empty.
 */
export async function createPostgresDatabase({
  migrated = true,
  template = migrated ? templateDatabase : undefined,
  name = `test_${randomUUID().replaceAll('-', '')}`,
}: {
  migrated?: boolean;
  template?: string;
  name?: string;
} = {}): Promise<string> {
  const serverUrl = inject('postgresServerUrl');
  if (!serverUrl)
    throw new Error('the pglite project has no PostgreSQL: name the test *.once.test.ts, or skip it by kind');
  return createDatabase(serverUrl, name, template);
}
