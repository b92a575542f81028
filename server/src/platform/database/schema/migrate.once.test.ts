import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '../../../../test/databases/test-database.ts';
import { migrateSchema } from '../../../schema/own-schema.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { migrate, migrationsIn } from './migrate.ts';

async function open(url: string) {
  const db = await openPostgres(url, { poolSize: 2 });
  onTestFinished(() => db.close());
  return db;
}

async function slowMigration(): Promise<URL> {
  const directory = await mkdtemp(join(tmpdir(), 'takilya-migrations-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, '0001-slow.sql'), 'create table shows (id int); select pg_sleep(3)');
  return pathToFileURL(`${directory}/`);
}

test('10 processes migrate one PostgreSQL at once: all succeed, and each migration is applied once', async () => {
  const url = await createPostgresDatabase({ migrated: false });
  const instances = await Promise.all(Array.from({ length: 10 }, () => open(url)));
  const applied = await Promise.all(instances.map((db) => migrateSchema(db)));
  const [db] = instances;
  const recorded = await db?.query<{ name: string }>(sql`select name from schema_migrations order by name`);
  expect(recorded?.length).toBeGreaterThan(0);
  expect(applied.flat().sort()).toStrictEqual(recorded?.map(({ name }) => name));
});

test('the timeouts of requests end neither a slow migration nor the wait for one', async () => {
  const url = `${await createPostgresDatabase({ migrated: false })}?statement_timeout=2000&lock_timeout=2000`;
  const [first, second] = [await open(url), await open(url)];
  await expect(first.query(sql`select pg_sleep(3)`)).rejects.toThrow('statement timeout');
  const slow = await migrationsIn(await slowMigration());
  const applied = await Promise.all([migrate(first, slow), migrate(second, slow)]);
  expect(applied.flat()).toStrictEqual(['0001-slow']);
  await expect(first.query(sql`select pg_sleep(3)`)).rejects.toThrow('statement timeout');
});
