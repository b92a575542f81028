import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { migrateSchema } from '../../src/schema/own-schema.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresServerUrl?: string;
  }
}

/** The template that each test's database is copied from. */
export const templateDatabase = 'takilya_template';

/** One server for the run; the databases in it are cheap. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ fsync: false });
  const db = await openPostgres(await server.createDatabase(templateDatabase));
  await migrateSchema(db);
  await db.close();
  project.provide('postgresServerUrl', server.url);
  return () => server.stop();
}
