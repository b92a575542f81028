import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/**
 * The database of this installation: PostgreSQL when there is a URL, else the embedded one in `dataDir`. Not migrated.
 * @throws Error with a message for the operator when it cannot be reached or another process owns the directory.
 */
export function openDatabase({
  databaseUrl,
  dataDir,
  preparedStatements,
}: {
  databaseUrl: string | null;
  dataDir: string;
  preparedStatements?: boolean;
}): Promise<Database> {
  return databaseUrl === null ? openEmbedded(dataDir) : openPostgres(databaseUrl, { preparedStatements });
}
