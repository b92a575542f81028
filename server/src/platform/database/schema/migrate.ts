import { readdir, readFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import type { Database, Tx } from '../database.ts';

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

export interface Migration {
  /** `NNNN-name`. Migrations run in the order of their names. */
  name: string;
  read(): Promise<string>;
}

/** Key of the advisory lock: any number that no other program uses on the same database. */
const MIGRATION_LOCK = 7_233_114;

/**
 * Brings the schema up to date: applies each missing migration in its own transaction, together with the row that
 * records it. Any number of processes may call this at once: one does the work, the others wait and find it done.
 * @returns the names that this call applied
 * @throws Error, before any change, when the database has had a migration that this code does not know
 */
export async function migrate(db: Database, migrations: Migration[]): Promise<string[]> {
  const names = migrations.map(({ name }) => name);
  const done = await db.transaction(async (tx) => {
    await takeTurn(tx);
    await tx.query(sql`
      create table if not exists schema_migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`);
    return appliedMigrations(tx);
  });
  refuseNewerDatabase(done, names);

  const applied: string[] = [];
  for (const { name, read } of migrations.filter((each) => !done.has(each.name))) {
    if (await applyMigration(db, name, await read())) applied.push(name);
  }
  return applied;
}

/**
 * Checks the schema without changing it.
 * @throws Error for the operator when the database lacks a migration of this version, or has had an unknown one
 */
export async function requireMigrated(db: Database, migrations: Migration[]): Promise<void> {
  const names = migrations.map(({ name }) => name);
  const done = await db.transaction(async (tx) => {
    const [{ exists = false } = {}] = await tx.query<{ exists: boolean }>(
      sql`select to_regclass('schema_migrations') is not null as exists`,
    );
    return exists ? appliedMigrations(tx) : new Set<string>();
  });
  refuseNewerDatabase(done, names);
  const missing = names.filter((name) => !done.has(name));
  if (missing.length > 0)
    throw new Error(
      `the database is older than this version of Takilya: it has not had ${missing.join(', ')}. npx takilya migrate brings it up to date.`,
    );
}

/** The migrations of a directory: its files `NNNN-name.sql`. */
export async function migrationsIn(directory: URL): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files) {
    if (!FILE_NAME.test(file)) throw new Error(`migration ${file} is not named NNNN-name.sql`);
  }
  return files.map((file) => ({
    name: file.slice(0, -'.sql'.length),
    read: () => readFile(new URL(file, directory), 'utf8'),
  }));
}

/** @returns false when another process applied it first */
async function applyMigration(db: Database, name: string, script: string): Promise<boolean> {
  return db
    .transaction(async (tx) => {
      await takeTurn(tx);
      if ((await appliedMigrations(tx)).has(name)) return false;
      await tx.runScript(script);
      await tx.query(sql`insert into schema_migrations (name) values (${name})`);
      return true;
    })
    .catch((error: unknown) => {
      throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
    });
}

/**
 * Until this transaction ends, no other process migrates. The timeouts are sized for requests, but creating an index
 * may take minutes.
 */
export async function takeTurn(tx: Tx): Promise<void> {
  await tx.liftTimeLimit('lock_timeout');
  await tx.query(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
}

/** In the order of their names. */
export async function appliedMigrations(tx: Tx): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(sql`select name from schema_migrations order by name`);
  return new Set(rows.map((row) => row.name));
}

/** The first migration of the versions before 1.0, whose migrations were later joined into one schema. */
const BEFORE_RELEASE = '0001-box-office';

function refuseNewerDatabase(done: Set<string>, known: string[]): void {
  if (done.has(BEFORE_RELEASE) && !known.includes(BEFORE_RELEASE))
    throw new Error(
      'the database was created by a version of Takilya before 1.0, and its tables cannot be upgraded. Start with an empty database (DATA_DIR or DATABASE_URL), or keep using the version that created it.',
    );
  const unknown = [...done].filter((name) => !known.includes(name)).sort();
  if (unknown.length > 0) {
    throw new Error(
      `the database is newer than this version of Takilya: it has had ${unknown.join(', ')}, which this version does not know. Start the newer version.`,
    );
  }
}
