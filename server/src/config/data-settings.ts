import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

/** Where data is kept. */
export const readDataSettings = (env: Environment) => ({
  /** The embedded database, mails that are kept as files, and the keys of the demo. */
  dataDir: resolve(env.text('DATA_DIR') ?? './data'),
  /** A PostgreSQL server; null: the embedded database. */
  databaseUrl: env.serverUrl('DATABASE_URL', ['postgres:', 'postgresql:']),
  /** Whether PostgreSQL's sessions keep prepared statements: not all poolers let them. */
  preparedStatements: env.flag('DATABASE_PREPARED_STATEMENTS', true),
});
