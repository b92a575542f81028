import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../../test/databases/test-database.ts';
import { migrateSchema, requireSchema } from '../../../schema/own-schema.ts';
import { migrate, migrationsIn, requireMigrated } from './migrate.ts';

const db = await openTestDatabase();
afterAll(() => db.close());

test('a migrated database has no migrations left to apply', async () => {
  expect(await migrateSchema(db)).toStrictEqual([]);
});

test('a database whose tables are those of another version is refused, by all that use it', async () => {
  for (const [change, back, difference] of [
    [
      'alter table tickets rename passed_on to handed_on',
      'rename handed_on to passed_on',
      'it has no tickets.passed_on',
    ],
    [
      'alter table events add column seats int not null',
      'drop column seats',
      'it has events.seats, which this version does not know',
    ],
  ] as const) {
    await db.runScript(change);
    for (const use of [migrateSchema, requireSchema]) await expect(use(db)).rejects.toThrow(difference);
    await db.runScript(`${change.split(' ').slice(0, 3).join(' ')} ${back}`);
    await requireSchema(db);
  }
  // An operator's own column.
  await db.runScript('alter table events add column seats int');
  await requireSchema(db);
  await db.runScript('alter table events drop column seats');
});

describe('migrate', () => {
  beforeEach(() => db.runScript('drop schema public cascade; create schema public'));

  test('applies each file once, in the order of the names, and records it', async () => {
    const directory = await migrations({
      '0002-places.sql': 'alter table shows add column places int',
      '0001-shows.sql': 'create table shows (id int); -- a comment\ninsert into shows values (1);',
    });
    expect(await migrate(db, await migrationsIn(directory))).toStrictEqual(['0001-shows', '0002-places']);
    expect(await migrate(db, await migrationsIn(directory))).toStrictEqual([]);
    expect(await db.query(sql`select * from shows`)).toStrictEqual([{ id: 1, places: null }]);
    expect(await recorded()).toStrictEqual(['0001-shows', '0002-places']);
  });

  test('requireMigrated accepts a database with exactly these migrations', async () => {
    const directory = await migrations({ '0001-shows.sql': 'create table shows (id int)' });
    await expect(requireMigrated(db, await migrationsIn(directory))).rejects.toThrow(
      'it has not had 0001-shows. npx takilya migrate',
    );
    expect(await db.query(sql`select to_regclass('schema_migrations') as made`)).toStrictEqual([{ made: null }]);
    await migrate(db, await migrationsIn(directory));
    await requireMigrated(db, await migrationsIn(directory));
    await writeFile(new URL('0002-places.sql', directory), 'alter table shows add column places int');
    await expect(requireMigrated(db, await migrationsIn(directory))).rejects.toThrow(
      'older than this version of Takilya: it has not had 0002',
    );
    await migrate(db, await migrationsIn(directory));
    const older = await migrations({ '0001-shows.sql': 'create table shows (id int)' });
    await expect(requireMigrated(db, await migrationsIn(older))).rejects.toThrow(
      'newer than this version of Takilya: it has had 0002-places',
    );
  });

  test('a failed migration is rolled back and named in the error; earlier ones stay', async () => {
    const directory = await migrations({
      '0001-shows.sql': 'create table shows (id int)',
      '0002-broken.sql': 'create table half (id int); select 1 / 0',
    });
    await expect(migrate(db, await migrationsIn(directory))).rejects.toThrow(
      'migration 0002-broken failed: division by zero',
    );
    expect(await recorded()).toStrictEqual(['0001-shows']);
    expect(await db.query(sql`select to_regclass('half') as half`)).toStrictEqual([{ half: null }]);

    await writeFile(new URL('0002-broken.sql', directory), 'create table half (id int)');
    expect(await migrate(db, await migrationsIn(directory))).toStrictEqual(['0002-broken']);
  });

  test('refuses a database migrated by a newer version, and changes nothing', async () => {
    await migrate(db, await migrationsIn(await migrations({ '0001-shows.sql': '', '0009-future.sql': '' })));
    const older = await migrations({ '0001-shows.sql': '', '0002-mine.sql': 'create table mine (id int)' });
    await expect(migrate(db, await migrationsIn(older))).rejects.toThrow(
      /database is newer than this version of Takilya: it has had 0009-future/,
    );
    expect(await db.query(sql`select to_regclass('mine') as mine`)).toStrictEqual([{ mine: null }]);
  });

  test('refuses a database of a version before 1.0, with the remedy', async () => {
    await migrate(db, await migrationsIn(await migrations({ '0001-box-office.sql': '' })));
    await expect(migrateSchema(db)).rejects.toThrow('created by a version of Takilya before 1.0');
    await expect(migrateSchema(db)).rejects.toThrow('Start with an empty database');
  });

  test('refuses a file whose name has no number', async () => {
    await expect(migrationsIn(await migrations({ 'places.sql': '' }))).rejects.toThrow(
      'migration places.sql is not named',
    );
  });
});

async function recorded(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`select name from schema_migrations order by name`);
  return rows.map((row) => row.name);
}

async function migrations(files: Record<string, string>): Promise<URL> {
  const directory = await mkdtemp(join(tmpdir(), 'takilya-migrations-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, script] of Object.entries(files)) await writeFile(join(directory, name), script);
  return pathToFileURL(`${directory}/`);
}
