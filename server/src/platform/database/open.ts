import type { Database } from './database.ts';

/** The settings that say which database is this installation's. */
export interface Whereabouts {
  databaseUrl: string | null;
  dataDir: string;
  preparedStatements?: boolean;
}

/**
 * The database of this installation: PostgreSQL when there is a URL, else the embedded one in `dataDir`, which is made when
 * there is none. Not migrated.
 * @throws Error with a message for the operator when it cannot be reached or another process owns the directory.
 */
export async function openDatabase({ databaseUrl, dataDir, preparedStatements }: Whereabouts): Promise<Database> {
  // Either is much to load, and only one is used.
  if (databaseUrl === null) {
    const { openEmbedded } = await import('./embedded/embedded.ts');
    return openEmbedded(dataDir);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres(databaseUrl, { preparedStatements });
}

/**
 * The same for those who look for what is there: in a folder that was mistyped nothing is made.
 * @throws Error with a message for the operator as `openDatabase` does, and when there is no database in `dataDir`
 */
export async function openExistingDatabase(whereabouts: Whereabouts): Promise<Database> {
  if (whereabouts.databaseUrl === null) {
    const { requireFiles } = await import('./embedded/embedded-files.ts');
    requireFiles(whereabouts.dataDir);
  }
  return openDatabase(whereabouts);
}
