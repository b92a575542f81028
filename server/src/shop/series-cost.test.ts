import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import { removeLimits } from '../../test/fixtures/fill-orders.ts';
import type { Queryable, Statement } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { newId } from '../values/uuid.ts';
import { listComing, listPast } from './queries.ts';

const NOW = new Date('2027-03-01T12:00:00Z');

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

/** Rows, and pairs of rows, that this part of a plan looked at. */
const lookedAt = (plan: Plan): number =>
  plan['Actual Loops'] *
    (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0)) +
  (plan.Plans ?? []).reduce((sum, part) => sum + lookedAt(part), 0);

/** What the first page of a shop looks at whose only show has so many dates behind it, and as many to come. */
async function lookedAtOf(dates: number): Promise<number> {
  const db = await openUnusedTestDatabase();
  try {
    const [organizationId, seriesId] = [newId(NOW), newId(NOW)];
    await db.transaction(async (tx) => {
      await removeLimits(tx);
      await tx.query(sql`
        insert into organizations (organization_id, name, slug, created_at)
        values (${organizationId}, 'Likha', 'likha', ${NOW})`);
      await tx.query(sql`
        insert into event_series (organization_id, id, name, slug, created_at, updated_at)
        values (${organizationId}, ${seriesId}, 'Museum', 'museum', ${NOW}, ${NOW})`);
      await tx.query(sql`
        insert into events (organization_id, id, series_id, title, slug, status, start_datetime, capacity, created_at, updated_at)
        select ${organizationId}, ${newIdAt(NOW)}, ${seriesId}, 'Museum', 'museum' || n,
               case when n > 0 then 'completed' else 'active' end, ${NOW}::timestamptz - make_interval(hours => 48 * n - 24), 10, ${NOW}, ${NOW}
          from generate_series(${1 - dates}::int, ${dates}::int) n`);
    });
    await db.query(sql`analyze`);
    let rows = 0;
    const listened: Queryable = {
      ...db,
      async query<Row>(statement: Statement) {
        const explained = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
          ...statement,
          text: `explain (analyze, format json) ${statement.text}`,
        });
        for (const row of explained) rows += lookedAt(row['QUERY PLAN'][0].Plan);
        return db.query<Row>(statement);
      },
    };
    expect(await listPast(listened, organizationId, NOW)).toEqual([]);
    expect(await listComing(listened, organizationId, { page: 1, now: NOW })).toMatchObject([{ dates }]);
    return rows;
  } finally {
    await db.close();
  }
}

test('the page of a shop does not compare all dates of a show with each other', async () => {
  const [few, many] = [await lookedAtOf(200), await lookedAtOf(2_000)];
  expect({ few, many }).toEqual({ few, many: expect.toSatisfy((rows) => rows < 20 * few) });
});
