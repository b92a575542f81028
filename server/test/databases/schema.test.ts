import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { generatedFiles } from '../../../scripts/schema.ts';
import { joinedSchema } from '../../src/schema/own-schema.ts';
import { schemaText } from './schema-text.ts';
import { openTestDatabase } from './test-database.ts';

const db = await openTestDatabase();
afterAll(() => db.close());

/** Columns that a migration added come after the others, so their order is ignored. */
const sorted = (text: string) => text.replaceAll(/,$/gm, '').split('\n').toSorted();

test('the tables.ts of the domains match the tables (npm run generate)', async () => {
  const files = await generatedFiles(db);
  expect(files.size).toBeGreaterThan(10);
  for (const [path, text] of files) expect(await readFile(path, 'utf8'), path).toBe(text);
});

test('the migrations create the tables that tables.sql declares', async () => {
  const migrated = await schemaText(db);
  await db.runScript('drop schema public cascade; create schema public');
  await db.runScript(await joinedSchema());
  await db.runScript(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  expect(sorted(await schemaText(db))).toEqual(sorted(migrated));
});
