import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import { fillPast } from '../../test/fixtures/fill-past.ts';
import type { Database, Statement } from '../platform/database/database.ts';
import { invariantQuery, PLANNER_SETTINGS, SUBJECT_SETTINGS, type Subject } from './check-invariant.ts';
import { listChanged, listNext } from './queries.ts';
import { readInvariants, UNITS } from './read-invariants.ts';
import { sliceFor } from './slices.ts';

const ORDERS = 20_000;
const SEATED_ORDERS = 2_000;
const DRAFTS = 2_000;
const FROM = new Date('2026-01-01T00:00:00.000Z');
const NOW = new Date('2026-12-01T00:00:00.000Z');
/** As many subjects as one statement checks. */
const SUBJECTS = 500;

/** Tables that grow with history; smaller tables may be read in any way. */
const LARGE = new Set([
  ...[
    'checkouts',
    'orders',
    'tickets',
    'payments',
    'payment_attempts',
    'sandbox_sessions',
    'sandbox_refunds',
    'refunds',
  ],
  ...[
    'checkout_lines',
    'seat_claims',
    'mails',
    'notifications',
    'webhook_deliveries',
    'webhook_attempts',
    'audit_log',
    'sales_figures',
  ],
  ...['events', 'ticket_tiers', 'promo_codes'],
]);
/** Index of live holds, whose number does not grow with history. */
const LIVE_HOLDS = 'checkouts_overdue';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Hash Cond'?: string;
  'Merge Cond'?: string;
  'CTE Name'?: string;
  Plans?: Plan[];
}

const invariants = await readInvariants();

let db: Database;
const subjects = new Map<string, Subject[]>();
beforeAll(async () => {
  db = await openUnusedTestDatabase();
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  // Keeps autovacuum from collecting statistics during the test.
  for (const { name } of tables) await db.query(sql`alter table ${raw(name)} set (autovacuum_enabled = false)`);
  await fillPast(db, {
    orders: ORDERS,
    events: 1,
    seatedOrders: SEATED_ORDERS,
    from: FROM,
    days: 300,
    drafts: DRAFTS,
  });
  for (const table of LARGE)
    expect(
      (await db.query<{ rows: number }>(sql`select count(*) as rows from ${raw(table)}`))[0]?.rows,
    ).toBeGreaterThan(1_000);
  for (const unit of UNITS) subjects.set(unit, await listNext(db, unit, null, SUBJECTS));
});
afterAll(() => db.close());

// In this order: the same rows, and then what is known about them.
describe.each(['without statistics', 'with statistics'])(`of ${ORDERS} orders of one organization, %s`, (when) => {
  beforeAll(async () => {
    if (when === 'with statistics') await db.query(sql`analyze`);
    const [known] = await db.query<{ tables: number }>(
      sql`select count(distinct tablename) as tables from pg_stats where schemaname = 'public'`,
    );
    expect(known?.tables === 0).toBe(when === 'without statistics');
  });

  async function planOf(settings: string, { text, values }: Statement): Promise<Plan[]> {
    const [row] = await db.transaction(async (tx) => {
      await tx.runScript(settings);
      return tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ text: `explain (format json) ${text}`, values });
    });
    return row ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
  }

  test.each(invariants)('$unit: $description', async (invariant) => {
    const whole = await planOf(PLANNER_SETTINGS, invariantQuery(invariant, NOW));
    expect(whole.flatMap(quadraticJoin)).toEqual([]);
    const some = await planOf(
      SUBJECT_SETTINGS,
      invariantQuery(invariant, NOW, sliceFor(invariant.unit, subjects.get(invariant.unit) ?? [])),
    );
    expect([...some.flatMap(quadraticJoin), ...some.flatMap(wholeTable)]).toEqual([]);
  });

  test('control: a join on the organization alone, a nested loop and a full table scan are detected', async () => {
    const all = (text: string) => planOf('set local enable_material = off', { text, values: [] });
    const detected = async (text: string) =>
      (await all(text)).flatMap((node) => [quadraticJoin(node), wholeTable(node)]);
    const pairs = 'select 1 from tickets t join orders o on o.organization_id = t.organization_id';
    expect((await detected(`${pairs} and o.paid_at <> t.purchased_at`)).flat().join()).toMatch(/(Hash|Merge) Join on/);
    expect((await detected(`${pairs} and o.id::text < t.id::text`)).flat().join()).toContain('of orders');
    expect((await detected('select 1 from tickets t cross join orders o')).flat().join()).toContain('Nested Loop: ');
    expect(
      await detected('select 1 from tickets t join orders o using (organization_id, order_id)').catch(String),
    ).toContain('order_id');
  });

  test.each(UNITS)('changes of %s, and the next in rotation, are found at one place of an index', async (unit) => {
    const asked: Statement[] = [];
    const listened: Database = {
      ...db,
      query<Row>(statement: Statement) {
        asked.push(statement);
        return db.query<Row>(statement);
      },
    };
    await listChanged(listened, unit, '019b0000-0000-7000-8000-000000000000', SUBJECTS);
    await listNext(listened, unit, subjects.get(unit)?.at(-1) ?? null, SUBJECTS);
    expect(asked).toHaveLength(4);
    for (const statement of asked) expect((await planOf(SUBJECT_SETTINGS, statement)).flatMap(wholeTable)).toEqual([]);
  });
});

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
/** The large tables under this node. */
const largeIn = (plan: Plan | undefined): string[] =>
  plan ? nodesOf(plan).flatMap((node) => largeName(node['Relation Name'] ?? node['CTE Name'] ?? '')) : [];
const largeName = (name: string) => (LARGE.has(name) ? [name] : []);

/** Finds joins that compare rows pair by pair, or that match on the organization only. */
function quadraticJoin(plan: Plan): string[] {
  const { 'Node Type': type, Plans: [outer, inner] = [] } = plan;
  const [left, right] = [largeIn(outer), largeIn(inner)];
  if (left.length === 0 || right.length === 0) return [];
  const keys = (plan['Hash Cond'] ?? plan['Merge Cond'] ?? '').split(' AND ');
  if (type === 'Hash Join' || type === 'Merge Join')
    return keys.some((key) => !/\borganization_id = /.test(key)) ? [] : [`${type} on ${keys}: ${left} × ${right}`];
  // Allowed: the other side is looked up for each row.
  if (type !== 'Nested Loop' || nodesOf(inner ?? plan).every((node) => !readsLarge(node) || isLookUp(node))) return [];
  return [`${type}: ${left} × ${right}`];
}

const readsLarge = (node: Plan) => largeName(node['Relation Name'] ?? node['CTE Name'] ?? '').length > 0;

/** A look-up at one place of an index by more than the organization, or a scan of all live holds. */
const isLookUp = (node: Plan): boolean =>
  node['Node Type'] === 'Bitmap Heap Scan'
    ? (node.Plans ?? []).every(isLookUp)
    : node['Index Name'] === LIVE_HOLDS ||
      /\((?!organization_id|ROW)\w+ |\w+\)::text|, id\)/.test(node['Index Cond'] ?? '');

/** Finds scans of a whole table, or of all rows of one organization in it. */
const wholeTable = (plan: Plan): string[] =>
  plan['Relation Name'] && readsLarge(plan) && !isLookUp(plan)
    ? [`${plan['Node Type']} of ${plan['Relation Name']} ${plan['Index Cond'] ?? ''}`]
    : [];
