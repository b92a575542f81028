import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DOMAINS } from '../domains.ts';
import type { Database } from '../platform/database/database.ts';
import { type Distribution, distributeTables, requireCoordinator } from '../platform/database/schema/distribute.ts';
import { type Migration, migrate, migrationsIn, requireMigrated } from '../platform/database/schema/migrate.ts';
import { PLACEMENT } from './placement.ts';

const sources = new URL('../', import.meta.url);

/** The domains with tables, and their scripts, in order. */
export const domainScripts = () =>
  Promise.all(
    DOMAINS.map((domain) => ({ domain, file: new URL(`${domain}/tables.sql`, sources) }))
      .filter(({ file }) => existsSync(file))
      .map(async ({ domain, file }) => ({ domain, script: await readFile(file, 'utf8') })),
  );

/** All tables of this version: each script builds on those before it. */
export const joinedSchema = async () =>
  (await domainScripts()).map(({ domain, script }) => `-- ${domain}/tables.sql\n\n${script}`).join('\n');

/** Until 1.0 the first migration is the schema itself; see `migrations/README.md`. */
async function ownMigrations(): Promise<Migration[]> {
  const first: Migration = { name: '0001-schema', read: joinedSchema };
  return [first, ...(await migrationsIn(new URL('migrations/', import.meta.url)))];
}

/** Brings the schema up to date. @returns the names of the applied migrations @throws as `migrate` does */
export const migrateSchema = async (db: Database): Promise<string[]> => migrate(db, await ownMigrations());

/** Checks the schema without changing it. @throws as `requireMigrated` does */
export const requireSchema = async (db: Database): Promise<void> => requireMigrated(db, await ownMigrations());

/**
 * Brings the schema of a Citus cluster up to date and places its tables.
 * @throws as `requireCoordinator`, before any change, and as `migrate` and `distributeTables`
 */
export async function distributeSchema(db: Database): Promise<Distribution> {
  await requireCoordinator(db);
  await migrateSchema(db);
  return distributeTables(db, PLACEMENT);
}
