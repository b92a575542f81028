import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres/postgres.ts';
import { tracedDatabase } from '../tracing/tracing.ts';
import { readIdentity } from './position-queries.ts';

/** A replica is near: one that needs longer to take a connection, or has none free, is not worth waiting for. */
const CONNECT_WITHIN_MS = 1_000;
/** A question for its position, which reads nothing from disk. */
const POSITION_WITHIN_MS = 1_000;

export interface ReplicaLocation {
  url: string;
  preparedStatements: boolean;
}

export interface Connections {
  /** Runs the reads. */
  reads: Database;
  /** One connection of its own, so that questions for the position never wait behind slow reads. */
  watch: Database;
}

/** The setting names a server that can never be a replica of this database. */
export class WrongReplica extends Error {}

/**
 * Connects to a replica and compares it with the primary.
 * @throws WrongReplica when it is a copy of another server, or another database; Error when it cannot be reached
 */
export async function connect(primary: Database, { url, preparedStatements }: ReplicaLocation): Promise<Connections> {
  const options = { preparedStatements, connectWithinMs: CONNECT_WITHIN_MS, isReadOnly: true };
  const watch = await openPostgres(url, { ...options, poolSize: 1, answerWithinMs: POSITION_WITHIN_MS });
  try {
    const [ours, its] = await Promise.all([readIdentity(primary), readIdentity(watch)]);
    if (ours?.system !== its?.system)
      throw new WrongReplica(
        'DATABASE_REPLICA_URL must name a standby of the server in DATABASE_URL: this server is no copy of it (other system identifier). A standby is made with pg_basebackup, not with logical replication or dump and restore',
      );
    if (ours?.database !== its?.database)
      throw new WrongReplica('DATABASE_REPLICA_URL must name the same database as DATABASE_URL');
    const reads = await openPostgres(url, options);
    return { watch, reads: tracedDatabase(reads) };
  } catch (error) {
    await watch.close();
    throw error;
  }
}
