import type { Database } from './database.ts';

/**
 * The database of this installation: PostgreSQL when there is a URL, else the embedded one in `dataDir`. Not migrated.
 * @throws Error with a message for the operator when it cannot be reached or another process owns the directory.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  preparedStatements,
}: {
  databaseUrl: string | null;
  dataDir: string;
  preparedStatements?: boolean;
}): Promise<Database> {
  // Either is much to load, and only one is used.
  if (databaseUrl === null) {
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(dataDir);
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, { preparedStatements });
}
