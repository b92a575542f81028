import type { Database } from './database.ts';

/** The settings that locate the database. */
export interface DatabaseLocation {
  databaseUrl: string | null;
  dataDir: string;
  preparedStatements?: boolean;
}

/**
 * Opens the database: PostgreSQL if there is a URL, otherwise the embedded one in `dataDir`, which is created if it is
 * missing. Does not run migrations.
 * @throws Error for the operator when it cannot be reached or another process owns the directory
 */
export async function openDatabase({ databaseUrl, dataDir, preparedStatements }: DatabaseLocation): Promise<Database> {
  // Each driver is slow to load, and only one is used.
  if (databaseUrl === null) {
    const { openEmbedded } = await import('./embedded/embedded.ts');
    return openEmbedded(dataDir);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres(databaseUrl, { preparedStatements });
}

/**
 * Opens a database that must already exist, so that a mistyped folder is not filled with a new one.
 * @throws Error for the operator as `openDatabase` does, and when there is no database in `dataDir`
 */
export async function openExistingDatabase(location: DatabaseLocation): Promise<Database> {
  if (location.databaseUrl === null) {
    const { requireFiles } = await import('./embedded/embedded-files.ts');
    requireFiles(location.dataDir);
  }
  return openDatabase(location);
}

/**
 * Opens an existing database for a command that only reads: PostgreSQL, or the embedded one, which is copied first
 * while a server runs on it.
 * @throws Error for the operator as `openExistingDatabase` does
 */
export async function openToRead(location: DatabaseLocation): Promise<Database> {
  if (location.databaseUrl === null) {
    const [{ requireFiles }, { openSnapshot }] = await Promise.all([
      import('./embedded/embedded-files.ts'),
      import('./embedded/open-snapshot.ts'),
    ]);
    requireFiles(location.dataDir);
    const snapshot = await openSnapshot(location.dataDir);
    if (snapshot) return snapshot;
  }
  return openExistingDatabase(location);
}
