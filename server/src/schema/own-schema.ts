import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DOMAINS } from '../domains.ts';
import type { Database } from '../platform/database/database.ts';
import { ping } from '../platform/database/ping.ts';
import { type Distribution, distributeTables, requireCoordinator } from '../platform/database/schema/distribute.ts';
import { type Migration, migrate, migrationsIn, requireMigrated } from '../platform/database/schema/migrate.ts';
import { requireTables } from '../platform/database/schema/require-tables.ts';
import { PLACEMENT } from './placement.ts';
import { TABLES } from './tables.ts';

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

/**
 * Brings the schema up to date. @returns the names of the applied migrations @throws as `migrate` and `requireTables`
 * do
 */
export async function migrateSchema(db: Database): Promise<string[]> {
  await ping(db);
  const applied = await migrate(db, await ownMigrations());
  await requireTables(db, TABLES);
  return applied;
}

/** Checks the schema without changing it. @throws as `requireMigrated` and `requireTables` do */
export async function requireSchema(db: Database): Promise<void> {
  await requireMigrated(db, await ownMigrations());
  await requireTables(db, TABLES);
}

/**
 * Brings the schema of a Citus cluster up to date and places its tables.
 * @throws as `requireCoordinator`, before any change, and as `migrate` and `distributeTables`
 */
export async function distributeSchema(db: Database): Promise<Distribution> {
  await requireCoordinator(db);
  await migrateSchema(db);
  return distributeTables(db, PLACEMENT);
}
