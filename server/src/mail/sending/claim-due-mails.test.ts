import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { rowsRead } from '../../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../../test/databases/test-database.ts';
import type { Database, Queryable, Tx } from '../../platform/database/database.ts';
import { ROWS_PER_LOOK, Round } from '../../platform/work/waiting-organizations.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import { claimDueMails } from './queries.ts';

const NOW = new Date('2027-03-01T12:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const PERSONAL = 0;
const BULK = 1;
const MESSAGES = 2;
const WAITING = 3_000;

let db: Database;
beforeEach(async () => {
  db = await openUnusedTestDatabase();
});
afterEach(() => db.close());

const claim = (db: Database, limit: number, inProgress: Uuid[] = []) =>
  db.transaction((tx) => claimIn(tx, limit, inProgress));
const claimIn = (tx: Tx, limit: number, inProgress: Uuid[] = []) =>
  claimDueMails(tx, {
    round: new Round(),
    dueBy: NOW,
    leaseUntil: new Date(NOW.getTime() + 60_000),
    limit,
    inProgress,
    priorities: [PERSONAL, BULK, MESSAGES],
  });

async function organization(queryable: Queryable): Promise<Uuid> {
  const id = newId(NOW);
  await queryable.query(sql`
    insert into organizations (organization_id, name, slug, created_at) values (${id}, 'Likha', 'likha', ${NOW})`);
  return id;
}

/** Mails of one organization that become due together. */
async function due(queryable: Queryable, of: Uuid, { count = 1, priority = PERSONAL, at = NOW }) {
  await queryable.query(sql`
    insert into mails (organization_id, id, kind, priority, recipient, details, status, next_attempt_at, created_at)
    select ${of}, gen_random_uuid(), 'invitation', ${priority}::int, 'ana@example.com', '{}', 'pending', ${at}, ${at}
      from generate_series(1, ${count}::int)`);
}

test('an organization with one mail does not wait behind thousands of older mails of another', async () => {
  const [large, small] = [await organization(db), await organization(db)];
  await due(db, large, { count: WAITING, at: before(600) });
  await due(db, small, {});
  const claimed = (await claim(db, 3)).map(({ organizationId }) => organizationId);
  expect(claimed.toSorted()).toEqual([large, large, small].toSorted());
});

test('with room for one mail, the organization with fewer mails in progress goes first', async () => {
  const [large, small] = [await organization(db), await organization(db)];
  await due(db, large, { count: 3, at: before(600) });
  await due(db, small, { count: 3 });
  expect(await claim(db, 1, [large, large, small])).toMatchObject([{ organizationId: small }]);
  expect(await claim(db, 1, [large, small, small])).toMatchObject([{ organizationId: large }]);
  // Both have the same number in progress: the longest wait goes first.
  expect(await claim(db, 1, [large, small])).toMatchObject([{ organizationId: large }]);
});

test('personal mails of every organization go before mails to all buyers', async () => {
  const [announcing, selling] = [await organization(db), await organization(db)];
  await due(db, announcing, { count: 3, priority: BULK, at: before(600) });
  await due(db, selling, { count: 3 });
  const claimed = (await claim(db, 4)).map(({ organizationId }) => organizationId);
  expect(claimed.toSorted()).toEqual([announcing, selling, selling, selling].toSorted());
});

test('mails that are not due, or claimed by another process, are not claimed', async () => {
  const of = await organization(db);
  await due(db, of, { at: before(-1) });
  await due(db, of, { count: 2, at: before(1) });
  expect(await claim(db, 5)).toHaveLength(2);
  expect(await claim(db, 5)).toEqual([]);
});

// It reads plans, and a coordinator plans only where a statement goes.
test.skipIf(inject('citus'))(
  'a claim reads only the mails that it takes, even with a query plan made for an empty table',
  async () => {
    const organizations = 10;
    const limit = 5;
    const { claimed, read } = await db.transaction(async (tx) => {
      // The worst case: a file without a single page, and plans that are kept.
      await tx.runScript('truncate mails; set local plan_cache_mode = force_generic_plan');
      await claimIn(tx, limit);
      await tx.runScript('set local plan_cache_mode = force_generic_plan');
      for (let i = 0; i < organizations; i++) {
        const of = await organization(tx);
        await due(tx, of, { count: WAITING / organizations });
        await due(tx, of, { count: WAITING / organizations, priority: BULK });
        await due(tx, of, { count: WAITING / organizations, at: before(-60) });
      }
      const already = await rowsRead(tx, 'mails');
      const claimed = await claimIn(tx, limit);
      return { claimed, read: (await rowsRead(tx, 'mails')) - already };
    });
    expect(claimed).toHaveLength(limit);
    // Per organization: a look at its queue. Per organization and priority: the mails that there is room for, and one
    // more to see that any exist. The taken mails are read once more.
    expect(read).toBeLessThanOrEqual(organizations * (ROWS_PER_LOOK + 2 * limit + 1) + 2 * limit);
  },
);
