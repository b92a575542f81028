import sql from 'sql-template-tag';
import { onTestFinished } from 'vitest';
import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { createOrganization } from '../../src/organizations/create-organization.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { newDataDir } from './start-server.ts';

/** A database that servers of a test are started on, one after the other or, on PostgreSQL, several at once. */
export interface Installation {
  /** Environment variables for the servers. */
  env: NodeJS.ProcessEnv;
  key: string;
  /** Opens the database in the test itself. The embedded one is then no server's. */
  inside<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
}

/** Lets all holds be over at once. A short hold for all could end before its buyer has paid. */
export const endHolds = ({ inside }: Pick<Installation, 'inside'>) =>
  inside((db) => db.query(sql`update checkouts set expires_at = now() - interval '1 second' where status = 'open'`));

/** The invariants are checked at the end, unless the test breaks them on purpose. */
export async function newInstallation(
  kind: 'embedded' | 'postgres',
  { spoilt = false, databaseUrl: given }: { spoilt?: boolean; databaseUrl?: string } = {},
): Promise<Installation> {
  const dataDir = await newDataDir(kind === 'embedded' ? 'migrate' : undefined);
  const databaseUrl = kind === 'postgres' ? (given ?? (await createPostgresDatabase())) : null;
  const inside: Installation['inside'] = async (work) => {
    const db = await openDatabase({ dataDir, databaseUrl });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  // Servers that the test left running are killed before this.
  if (!spoilt) onTestFinished(() => inside((db) => expectConsistency(db)));
  const key = await inside(async (db) => {
    const now = new Date();
    const organizationId = await createOrganization(db, { name: 'Lakbay Concerts', now });
    return (await createApiKey(db, { organizationId, actor: OPERATOR, name: 'test', now })).key;
  });
  return { env: { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }, key, inside };
}
