import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { openInMemory } from '../src/database/embedded.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { templateDatabase } from './global-setup-postgres.ts';
import { createDatabase } from './postgres-server.ts';

/** Enough for tests that need real concurrency, few enough for many test files on one server. */
const poolSize = 16;

/** A fresh, migrated database of the project's kind. Close it in `afterAll`; nothing of it remains. */
export async function openTestDatabase(): Promise<Database> {
  const template = inject('pgliteTemplate');
  if (template) return openInMemory({ template: new Blob([await readFile(template)]) });
  return openPostgres(await createPostgresDatabase(), { poolSize });
}

/**
 * The address of a fresh PostgreSQL database, for tests that start processes of their own on it. Only in the projects
 * `postgres` and `once`. With `migrated: false` it is empty.
 */
export async function createPostgresDatabase({ migrated = true } = {}): Promise<string> {
  const serverUrl = inject('postgresServerUrl');
  if (!serverUrl)
    throw new Error('the pglite project has no PostgreSQL: name the test *.once.test.ts, or skip it by kind');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return createDatabase(serverUrl, name, migrated ? templateDatabase : undefined);
}
