import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/databases/test-database.ts';
import { deleteOldLogIns } from '../accounts/delete-old-log-ins.ts';
import { deleteOldKeys } from '../idempotency/queries.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteOldForms } from '../shop/form-queries.ts';

const NOW = new Date('2026-11-02T00:00:00.000Z');
const HOUR_MS = 3_600_000;
const KEEP_HOURS = 24;
const OLD = new Date(NOW.getTime() - KEEP_HOURS * HOUR_MS);
const YOUNG = new Date(OLD.getTime() + 1);

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

test('old keys and forms of every organization are deleted, and no younger ones', async () => {
  for (const name of ['Festival', 'Theatre']) {
    const id = await createOrganization(db, { name, now: OLD });
    for (const [path, at] of [
      ['/orders', OLD],
      ['/checkouts', YOUNG],
    ] as const) {
      await db.query(sql`
        insert into idempotency_keys (organization_id, caller_id, method, path, key, request_hash, created_at)
        values (${id}, ${id}, 'POST', ${path}, 'the same key', ''::bytea, ${at})`);
      await db.query(sql`
        insert into shop_forms (organization_id, token_hash, content_hash, sent_at)
        values (${id}, ${Buffer.from(path)}, ''::bytea, ${at})`);
    }
  }
  await deleteOldKeys(db, KEEP_HOURS, NOW);
  await deleteOldForms(db, NOW);
  expect(await db.query(sql`select path from idempotency_keys`)).toEqual([
    { path: '/checkouts' },
    { path: '/checkouts' },
  ]);
  const forms = await db.query<{ tokenHash: Buffer }>(sql`select token_hash from shop_forms`);
  expect(forms.map(({ tokenHash }) => String(tokenHash))).toEqual(['/checkouts', '/checkouts']);
});

test('what an attack leaves behind is deleted, too: more rows than a statement deletes', async () => {
  await db.query(sql`
    insert into throttles (subject, full_at, known_until)
    select decode(md5(n::text), 'hex'), ${NOW}, case when n = 1 then ${new Date(NOW.getTime() + 1)}::timestamptz end
      from generate_series(1, 12000) n`);
  await deleteOldLogIns(db, NOW);
  expect(await db.query(sql`select count(*) as left from throttles`)).toEqual([{ left: 1 }]);
});
