import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aroundStatements } from '../../test/databases/around-statements.ts';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import { type BoxOffice, openBoxOffice } from '../../test/fixtures/box-office.ts';
import { removeLimits } from '../../test/fixtures/fill-orders.ts';
import { fillPast } from '../../test/fixtures/fill-past.ts';
import type { Database, Statement, Tx } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { firstIdAt } from '../values/uuid.ts';
import { checkChanges } from './check-changes.ts';
import { SUBJECT_SETTINGS } from './check-invariant.ts';
import type { Progress } from './progress.ts';
import { listChanged, listNext } from './queries.ts';
import { readInvariants, UNITS } from './read-invariants.ts';
import { sliceFor } from './slices.ts';
import { verifyConsistency } from './verify-consistency.ts';

const HISTORIES = { short: 500, long: 5_000 };
const ORDERS_OF_EVENT = 500;
/** Sales that one check covers in rotation. */
const IN_TURN = 4_000;
const FROM = new Date('2026-01-01T00:00:00.000Z');
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const invariants = await readInvariants();
const NOTHING_IN_TURN: Progress = {
  turn: Object.fromEntries(UNITS.map((unit) => [unit, { organizationId: LAST_ID, id: LAST_ID }])),
};
const NOTHING_NEW: Progress = { seen: Object.fromEntries(UNITS.map((unit) => [unit, LAST_ID])) };

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

describe('the same sales of today after a short history and after one ten times as long', () => {
  const offices: Partial<Record<keyof typeof HISTORIES, BoxOffice>> = {};
  beforeAll(async () => {
    for (const length of ['short', 'long'] as const) offices[length] = await officeWith(HISTORIES[length]);
  });
  afterAll(() => Promise.all(Object.values(offices).map((office) => office.close())));

  async function officeWith(orders: number): Promise<BoxOffice> {
    const office = await openBoxOffice({ open: openUnusedTestDatabase });
    const { db, organizationId } = office;
    await fillPast(db, { organizationId, orders, events: orders / ORDERS_OF_EVENT, from: FROM, days: 300 });
    const event = await office.event({ capacity: 100 });
    for (let buyer = 0; buyer < 10; buyer++) {
      const { ticketIds } = await office.buy(event, { quantity: 2 });
      if (buyer < 3) await office.call('POST', `/tickets/${ticketIds[0]}/check-in`);
      if (buyer > 7) await office.call('POST', `/tickets/${ticketIds[0]}/refund`);
      await office.checkout(event);
    }
    await office.sendRefunds();
    return office;
  }

  /** Counts the database pages that are read. */
  async function pagesOf(length: keyof typeof HISTORIES, run: (db: Database, now: Date) => Promise<unknown>) {
    const office = offices[length];
    if (!office) throw new Error('there is no such history');
    let pages = 0;
    await run(
      listening(office.db, async ({ text, values }, tx) => {
        const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
          text: `explain (analyze, buffers, format json) ${text}`,
          values,
        });
        const plan = row?.['QUERY PLAN'][0].Plan;
        if (plan) pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      }),
      office.now(),
    );
    return pages;
  }

  const checkFrom = (from: Progress) => (db: Database, now: Date) =>
    checkChanges(db, invariants, from, { now, number: 0, pauseAfter: async () => {}, save: async () => {} });

  test('cost the same to check', async () => {
    const short = await pagesOf('short', checkFrom(NOTHING_IN_TURN));
    const long = await pagesOf('long', checkFrom(NOTHING_IN_TURN));
    expect(short).toBeGreaterThan(1_000);
    expect(long).toBeLessThan(short * 1.3);
  });

  test('control: verifying everything costs more with more data', async () => {
    const verify = (db: Database, now: Date) => verifyConsistency(db, now);
    expect(await pagesOf('long', verify)).toBeGreaterThan(2 * (await pagesOf('short', verify)));
  });

  test('each check covers a limited part of the long history in rotation, and the next check continues after it', async () => {
    const asked: string[][] = [];
    let progress: Progress = NOTHING_NEW;
    for (let round = 0; round < 2; round++) {
      const ids = new Set<string>();
      const office = offices.long;
      if (!office) throw new Error('there is no such history');
      const listened = listening(office.db, async ({ text, values }) => {
        if (text.startsWith(sliceFor('sales', []).text)) for (const id of values[2] as string[]) ids.add(id);
      });
      await checkChanges(listened, invariants, progress, {
        now: office.now(),
        number: 0,
        pauseAfter: async () => {},
        async save(saved) {
          progress = { ...structuredClone(saved), ...NOTHING_NEW };
        },
      });
      asked.push([...ids]);
    }
    const [first = [], second = []] = asked;
    expect(first).toHaveLength(IN_TURN);
    expect(new Set([...first, ...second]).size).toBe(await offices.long?.count('checkouts'));
    expect(first.filter((id) => second.includes(id))).toEqual([]);
  });
});

test('a cancelled event weighs as much as it did before: as many sales are read to check it', async () => {
  const db = await openUnusedTestDatabase();
  try {
    await fillPast(db, { orders: HISTORIES.short, events: 1, from: FROM, days: 300 });
    const weightOf = async () => (await listNext(db, 'events', null, 10))[0]?.weight;
    const before = await weightOf();
    expect(before).toBeGreaterThan((0.8 * HISTORIES.short) / 100);
    await db.query(sql`update ticket_tiers set sold = 0`);
    await db.query(sql`update events set status = 'cancelled', sold = 0`);
    expect(await weightOf()).toBe(before);
  } finally {
    await db.close();
  }
});

test('new rows are read up to a few times the limit, however many organizations have more', async () => {
  const [now, most] = [new Date('2027-03-01T12:00:00Z'), 500];
  const db = await openUnusedTestDatabase();
  try {
    await db.transaction(async (tx) => {
      await removeLimits(tx);
      await tx.query(sql`
        insert into organizations (organization_id, name, slug, created_at)
        select ${newIdAt(now)}, 'Likha', 'likha-' || n, ${now} from generate_series(1, 40) n`);
      await tx.query(sql`
        insert into audit_log (organization_id, id, at, actor_kind, action, subject_id)
        select o.organization_id, ${newIdAt(now)}, ${now}, 'system', 'ticket.checked_in', 'x'
          from organizations o cross join generate_series(1, case o.slug when 'likha-1' then 5000 else ${most}::int end) n`);
    });
    await db.query(sql`analyze`);
    await db.transaction(async (tx) => {
      await tx.runScript(SUBJECT_SETTINGS);
      const before = await rowsRead(tx, 'audit_log');
      const changes = await listChanged(tx, 'audit-log', firstIdAt(now), most);
      expect((await rowsRead(tx, 'audit_log')) - before).toBeLessThan(5 * most);
      const first = await tx.query<{ id: string }>(sql`
        select id from audit_log where id <= ${changes.last} order by id`);
      expect(changes.subjects.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
      expect(first.length).toBeGreaterThanOrEqual(most);
      expect(first.length).toBeLessThan(2 * most);
    });
  } finally {
    await db.close();
  }
});

/** A database that reports each statement before running it. */
function listening(
  db: Database,
  look: (statement: Statement, tx: Pick<Database, 'query'>) => Promise<unknown>,
): Database {
  return aroundStatements(db, async <Row>(tx: Tx, statement: Statement) => {
    await look(statement, tx);
    return tx.query<Row>(statement);
  });
}
