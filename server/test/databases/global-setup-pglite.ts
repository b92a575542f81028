import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createInMemory, embeddedDatabase } from '../../src/platform/database/embedded/embedded.ts';
import { engineOf } from '../../src/platform/database/embedded/engine.ts';
import { migrateSchema } from '../../src/schema/own-schema.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with a dumped, migrated PGlite. */
    pgliteTemplate?: string;
  }
}

/** Migrates once: creating and migrating a PGlite takes seconds, loading a dumped one a fraction of that. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'takilya-template-'));
  const pg = await createInMemory();
  const db = embeddedDatabase(engineOf(pg));
  await migrateSchema(db);
  const template = join(directory, 'pglite.tar');
  const dump = await pg.dumpDataDir('none');
  await writeFile(template, Buffer.from(await dump.arrayBuffer()));
  await db.close();
  project.provide('pgliteTemplate', template);
  return () => rm(directory, { recursive: true });
}
