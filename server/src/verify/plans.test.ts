import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/databases/test-database.ts';
import { fillPast } from '../../test/fixtures/fill-past.ts';
import type { Database, Statement } from '../platform/database/database.ts';
import { OF_PARTS, type Part, PLANNED_ALIKE, question } from './ask-invariant.ts';
import { listFrom, listNew } from './queries.ts';
import { readInvariants, UNITS } from './read-invariants.ts';

const ORDERS = 20_000;
const SEATED_ORDERS = 2_000;
const DRAFTS = 2_000;
const FROM = new Date('2026-01-01T00:00:00.000Z');
const NOW = new Date('2026-12-01T00:00:00.000Z');
/** As many as a check asks about at once. */
const PARTS = 500;

/** What grows with history; a table of a few rows may be read in any way. */
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
  ...['seat_claims', 'mails', 'notifications', 'webhook_deliveries', 'webhook_attempts', 'audit_log', 'sales_figures'],
  ...['events', 'ticket_tiers', 'promo_codes'],
]);
/** Holds that are live now: no part of history, however many there are. */
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

describe.each(['without statistics', 'with statistics'])(`of ${ORDERS} orders of one organization, %s`, (when) => {
  let db: Database;
  const parts = new Map<string, Part[]>();
  beforeAll(async () => {
    db = await openTestDatabase();
    const tables = await db.query<{ name: string }>(sql`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
    // Nobody shall make them meanwhile.
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
    if (when === 'with statistics') await db.query(sql`analyze`);
    for (const unit of UNITS) parts.set(unit, await listFrom(db, unit, null, PARTS));
  });
  afterAll(() => db.close());

  async function planOf(settings: string, { text, values }: Statement): Promise<Plan[]> {
    const [row] = await db.transaction(async (tx) => {
      await tx.runScript(settings);
      return tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ text: `explain (format json) ${text}`, values });
    });
    return row ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
  }

  test.each(invariants)('$unit: $sentence', async (invariant) => {
    const whole = await planOf(PLANNED_ALIKE, question(invariant, NOW));
    expect(whole.flatMap(quadraticJoin)).toEqual([]);
    const some = await planOf(OF_PARTS, question(invariant, NOW, parts.get(invariant.unit)));
    expect([...some.flatMap(quadraticJoin), ...some.flatMap(wholeTable)]).toEqual([]);
  });

  test('control: a join on the organization alone, a nested loop and a table that is read whole are noticed', async () => {
    const all = (text: string) => planOf('set local enable_material = off', { text, values: [] });
    const noticed = async (text: string) =>
      (await all(text)).flatMap((node) => [quadraticJoin(node), wholeTable(node)]);
    const pairs = 'select 1 from tickets t join orders o on o.organization_id = t.organization_id';
    expect((await noticed(`${pairs} and o.paid_at <> t.purchased_at`)).flat().join()).toMatch(/(Hash|Merge) Join on/);
    expect((await noticed(`${pairs} and o.id::text < t.id::text`)).flat().join()).toContain('of orders');
    expect((await noticed('select 1 from tickets t cross join orders o')).flat().join()).toContain('Nested Loop: ');
    expect(
      await noticed('select 1 from tickets t join orders o using (organization_id, order_id)').catch(String),
    ).toContain('order_id');
  });

  test.each(UNITS)('what is new of %s, and next in turn, is found at one place of an index', async (unit) => {
    const asked: Statement[] = [];
    const listened: Database = {
      ...db,
      query<Row>(statement: Statement) {
        asked.push(statement);
        return db.query<Row>(statement);
      },
    };
    await listNew(listened, unit, '019b0000-0000-7000-8000-000000000000', PARTS);
    await listFrom(listened, unit, parts.get(unit)?.at(-1) ?? null, PARTS);
    expect(asked).toHaveLength(2);
    for (const statement of asked) expect((await planOf(OF_PARTS, statement)).flatMap(wholeTable)).toEqual([]);
  });
});

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
/** Of the tables behind it, those that are large. */
const largeIn = (plan: Plan | undefined): string[] =>
  plan ? nodesOf(plan).flatMap((node) => largeName(node['Relation Name'] ?? node['CTE Name'] ?? '')) : [];
const largeName = (name: string) => (LARGE.has(name) ? [name] : []);

/** Pairs of rows that are compared one by one, or that are alike in no more than their organization. */
function quadraticJoin(plan: Plan): string[] {
  const { 'Node Type': type, Plans: [outer, inner] = [] } = plan;
  const [left, right] = [largeIn(outer), largeIn(inner)];
  if (left.length === 0 || right.length === 0) return [];
  const keys = (plan['Hash Cond'] ?? plan['Merge Cond'] ?? '').split(' AND ');
  if (type === 'Hash Join' || type === 'Merge Join')
    return keys.some((key) => !/\borganization_id = /.test(key)) ? [] : [`${type} on ${keys}: ${left} × ${right}`];
  // The other side is looked up for each row.
  if (type !== 'Nested Loop' || nodesOf(inner ?? plan).every((node) => !readsLarge(node) || isLookUp(node))) return [];
  return [`${type}: ${left} × ${right}`];
}

const readsLarge = (node: Plan) => largeName(node['Relation Name'] ?? node['CTE Name'] ?? '').length > 0;

/** At one place of an index, by more than the organization; or all holds that are live now. */
const isLookUp = (node: Plan): boolean =>
  node['Node Type'] === 'Bitmap Heap Scan'
    ? (node.Plans ?? []).every(isLookUp)
    : node['Index Name'] === LIVE_HOLDS ||
      /\((?!organization_id|ROW)\w+ |\w+\)::text|, id\)/.test(node['Index Cond'] ?? '');

/** A table that is read from its beginning to its end, or all that one organization has in it. */
const wholeTable = (plan: Plan): string[] =>
  plan['Relation Name'] && readsLarge(plan) && !isLookUp(plan)
    ? [`${plan['Node Type']} of ${plan['Relation Name']} ${plan['Index Cond'] ?? ''}`]
    : [];
