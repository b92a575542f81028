import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

/** Where data is stored. */
export const readDataSettings = (env: Environment) => ({
  /**
   * The folder of the embedded database, uploaded pictures, the key of the secrets, mails kept as files, and the demo's
   * keys.
   */
  dataDir: resolve(env.text('DATA_DIR') ?? './data'),
  /** URL of a PostgreSQL server; null means the embedded database. */
  databaseUrl: env.serverUrl('DATABASE_URL', ['postgres:', 'postgresql:']),
  /** URL of a standby of that server, for lists; null: lists are read from the primary. */
  databaseReplicaUrl: env.serverUrl('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
  /** Whether to use prepared statements; some poolers do not support them. */
  preparedStatements: env.flag('DATABASE_PREPARED_STATEMENTS', true),
});
