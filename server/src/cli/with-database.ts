import { readConfig } from '../config/config.ts';
import { getOrganization } from '../organizations/queries.ts';
import type { Database } from '../platform/database/database.ts';
import { type openDatabase, openExistingDatabase } from '../platform/database/open.ts';
import { migrateSchema } from '../schema/own-schema.ts';
import type { Uuid } from '../values/uuid.ts';

/**
 * Runs `work` on this installation's database. By default the database must exist and is migrated first.
 * @throws Error for the operator when it cannot be opened, such as an embedded one owned by a running server
 */
export async function withDatabase<Result>(
  work: (db: Database) => Promise<Result>,
  {
    open = openExistingDatabase,
    prepare = migrateSchema,
  }: { open?: typeof openDatabase; prepare?: (db: Database) => Promise<unknown> } = {},
): Promise<Result> {
  const db = await open(readConfig());
  try {
    await prepare(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

/**
 * Runs `list` for an organization that must exist: for an unknown one `list` would return nothing.
 * @throws Refusal 404, and as `withDatabase`
 */
export const withOrganization = <Result>(
  organizationId: Uuid,
  list: (db: Database, organizationId: Uuid) => Promise<Result>,
): Promise<Result> =>
  withDatabase(async (db) => {
    await getOrganization(db, organizationId);
    return list(db, organizationId);
  });

export function print(...lines: string[]) {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints advice on standard error, because `KEY=$(npx takilya keys create …)` must capture only the key. */
export function advise(...lines: string[]) {
  process.stderr.write(`\n${lines.join('\n')}\n`);
}
