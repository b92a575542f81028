import { readConfig } from '../config/config.ts';
import { getOrganization } from '../organizations/queries.ts';
import type { Database } from '../platform/database/database.ts';
import { type openDatabase, openExistingDatabase } from '../platform/database/open.ts';
import { migrateSchema } from '../schema/own-schema.ts';
import type { Uuid } from '../values/uuid.ts';

/**
 * Does `work` on this installation's database, which is there already unless the command opens it otherwise, and brought up
 * to date first unless the command prepares it otherwise.
 * @throws Error for the operator when it cannot be opened: a running server owns an embedded one
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
 * What `list` finds of an organization: of one that does not exist it would find nothing, too.
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

/** For the person at the terminal; `KEY=$(npx takilya keys create …)` must get nothing but the key. */
export function advise(...lines: string[]) {
  process.stderr.write(`\n${lines.join('\n')}\n`);
}
