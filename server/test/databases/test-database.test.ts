import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createOrganization } from '../../src/organizations/create-organization.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openTestDatabase } from './test-database.ts';

const now = new Date('2027-02-01T04:00:00.000Z');

const organizations = (db: Database) => db.query(sql`select name from organizations`);

test('a database is empty for the next test, and the previous one can no longer use it', async () => {
  const first = await openTestDatabase();
  await createOrganization(first, { name: 'Lakbay', now });
  await first.close();
  const second = await openTestDatabase();
  expect(await organizations(second)).toEqual([]);
  await expect(organizations(first)).rejects.toThrow('something of a test goes on after its end');
  await second.close();
});

test('close waits for running statements', async () => {
  const db = await openTestDatabase();
  const begun = Promise.withResolvers<void>();
  const late = db.transaction(async (tx) => {
    begun.resolve();
    await tx.query(sql`select 1`);
    await tx.query(sql`insert into organizations (organization_id, name, slug, time_zone, created_at)
      values ('0190a000-0000-7000-8000-000000000000', 'Late', 'late', 'UTC', ${now})`);
  });
  await begun.promise;
  await db.close();
  await late;
  const next = await openTestDatabase();
  expect(await organizations(next)).toEqual([]);
  await next.close();
});

test.each([
  ['a statement', (db) => db.query(sql`alter table organizations add column spoilt int`)],
  ['a script', (db) => db.runScript('set local lock_timeout = 1; alter table organizations add column spoilt int')],
  ['a transaction', (db) => db.transaction((tx) => tx.runScript('alter table organizations add column spoilt int'))],
] satisfies [string, (db: Database) => Promise<unknown>][])(
  'a database whose schema was changed by %s is not reused',
  async (_by, change) => {
    const spoilt = await openTestDatabase();
    await change(spoilt);
    await spoilt.close();
    const next = await openTestDatabase();
    await expect(next.query(sql`select spoilt from organizations`)).rejects.toThrow('does not exist');
    await next.close();
  },
);
