import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { PLACEMENT } from '../../src/schema/placement.ts';
import { TIME_COLUMN } from './change-rules.ts';
import { openTestDatabase } from './test-database.ts';

/** What the schema promises, read from the catalog: `SECURITY.md` says the same in words. */

/**
 * Tables that are global by nature: people, their devices and second factors, throttles, links, purges, the progress of
 * the consistency check and the check of the key.
 */
const GLOBAL_TABLES = [
  ...['users', 'devices', 'recovery_codes', 'passkeys', 'passkey_challenges', 'throttles', 'one_time_links'],
  ...['purges', 'consistency_check', 'secrets_key_check', 'schema_migrations'],
];
/** Keys used to find an organization, which therefore cannot start with it. */
const GLOBAL_KEYS = [
  ...['api_keys_one_hash', 'sessions_one_token', 'organizations_one_test', 'organization_slugs_of_one'],
];
/** Foreign keys that lead from a test organization to the live one that it belongs to. */
const TO_LIVE_ORGANIZATION = ['organizations_test_of_fkey', 'sessions_member_of_user_id_fkey'];

/** Columns that end in _id and refer to no row of ours, or to a row of one of several tables. */
const WITHOUT_KEY: Record<string, string> = {
  'audit_log.actor_id': 'a user, an API key or a door link; the log outlives them',
  'box_office_entries.actor_id': 'a user, an API key or a door link',
  'check_in_conflicts.actor_id': 'a user, an API key or a door link',
  'passages.actor_id': 'a user, an API key or a door link',
  'audit_log.subject_id': 'whatever was changed; the log outlives it',
  'idempotency_keys.caller_id': 'the API key, user or door link of the same request; rows live for a day',
  'passkeys.credential_id': 'an id of the device, made by it',
  'payment_attempts.provider_session_id': 'an id of the payment provider',
  'payments.provider_payment_id': 'an id of the payment provider',
  'refunds.provider_refund_id': 'an id of the payment provider',
  'wallet_registrations.device_id': 'an id of the phone, made by it',
  'subscriptions.customer_id': 'an id of the organizer’s own system',
};

/** Foreign keys without an index on their side. It would serve deletes of the row they refer to. */
const WITHOUT_INDEX: Record<string, string> = {
  answers_organization_id_event_id_checkout_id_fkey: 'checkouts are never deleted',
  check_in_conflicts_organization_id_event_id_list_id_fkey: 'check-in lists are never deleted',
  check_in_list_tiers_organization_id_event_id_list_id_fkey: 'check-in lists are never deleted',
  door_links_organization_id_event_id_list_id_fkey: 'check-in lists are never deleted',
  question_tiers_organization_id_event_id_question_id_fkey: 'questions are never deleted',
  checkout_lines_organization_id_event_id_checkout_id_fkey: 'checkouts are never deleted',
  checkouts_organization_id_promo_code_id_fkey: 'promo codes are never deleted',
  mails_organization_id_ticket_id_fkey: 'tickets are never deleted',
  messages_organization_id_after_order_id_fkey: 'orders are never deleted',
  orders_organization_id_promo_code_id_fkey: 'promo codes are never deleted',
  payments_organization_id_attempt_id_fkey: 'payment attempts are never deleted',
  payments_organization_id_change_id_fkey: 'changes of orders are never deleted',
  refunds_organization_id_change_id_fkey: 'changes of orders are never deleted',
  shop_forms_organization_id_checkout_id_fkey: 'checkouts are never deleted',
  subscriptions_organization_id_tier_id_fkey: 'subscription tiers are never deleted',
  ticket_tiers_follow_one_of_the_event: 'an event has few tiers, which its index finds',
};

interface Key {
  table: string;
  name: string;
  columns: string[];
}

interface ForeignKey extends Key {
  refersTo: string;
  referred: string[];
}

let db: Database;
let columns: { table: string; column: string; type: string }[];
let uniques: Key[];
let indexes: Key[];
let foreignKeys: ForeignKey[];

beforeAll(async () => {
  db = await openTestDatabase();
  columns = await db.query(sql`
    select c.relname as table, a.attname as column, a.atttypid::regtype::text as type from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  indexes = await db.query(sql`
    select t.relname as table, i.relname as name, x.indisunique as is_unique, array(
             select coalesce(a.attname, '') from unnest(x.indkey) with ordinality as k (number, place)
               left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where t.relnamespace = 'public'::regnamespace`);
  uniques = (indexes as (Key & { isUnique: boolean })[]).filter(({ isUnique }) => isUnique);
  const names = (of: string, relation: string) =>
    `array(select a.attname from unnest(${of}) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number order by k.place)`;
  foreignKeys = await db.query({
    text: `select conrelid::regclass::text as table, conname as name, ${names('conkey', 'conrelid')} as columns,
             confrelid::regclass::text as refers_to, ${names('confkey', 'confrelid')} as referred
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    values: [],
  });
});
afterAll(() => db.close());

type Placement = keyof typeof PLACEMENT;
const placementOf = (table: string): Placement[] =>
  (Object.keys(PLACEMENT) as Placement[]).filter((group) => (PLACEMENT[group] as readonly string[]).includes(table));

const label = ({ table, name }: Key) => `${table}: ${name}`;

describe('the catalog', () => {
  test('has the objects that these tests check', () => {
    expect(columns.length).toBeGreaterThan(200);
    expect(foreignKeys.length).toBeGreaterThan(40);
    expect(uniques.length).toBeGreaterThan(40);
  });

  test('has a foreign key, or a reason, for every column that ends in _id', () => {
    const withKey = new Set(foreignKeys.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)));
    const without = columns
      .filter(
        ({ table, column }) => column.endsWith('_id') && !(table === 'organizations' && column === 'organization_id'),
      )
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !withKey.has(name));
    expect(without.toSorted()).toEqual(Object.keys(WITHOUT_KEY).toSorted());
  });

  test('names every time so that the rules for statements know it', () => {
    const times = columns.filter(({ type }) => type === 'timestamp with time zone');
    expect(times.length).toBeGreaterThan(50);
    expect(times.filter(({ column }) => !TIME_COLUMN.test(column))).toEqual([]);
  });

  test('starts every key and unique index with organization_id, except the global ones', () => {
    const others = uniques.filter(
      ({ table, name, columns }) =>
        columns[0] !== 'organization_id' && !GLOBAL_TABLES.includes(table) && !GLOBAL_KEYS.includes(name),
    );
    expect(others.map(label)).toEqual([]);
  });

  test('starts every foreign key between tables of organizations with organization_id on both sides', () => {
    const others = foreignKeys.filter(
      ({ table, name, refersTo, columns, referred }) =>
        !TO_LIVE_ORGANIZATION.includes(name) &&
        !GLOBAL_TABLES.includes(table) &&
        !GLOBAL_TABLES.includes(refersTo) &&
        (columns[0] !== 'organization_id' || referred[0] !== 'organization_id'),
    );
    expect(others.map(label)).toEqual([]);
  });

  test('has an index on the referring side, or a reason, for every foreign key', () => {
    // A column beside the organization's limits the search to the referring rows.
    const isServed = ({ table, columns }: Key) =>
      indexes.some((index) => {
        if (index.table !== table) return false;
        const led = index.columns.slice(0, columns.length);
        const isWhole = columns.every((column) => led.includes(column));
        const [first = ''] = index.columns;
        return isWhole || (first !== 'organization_id' && columns.includes(first));
      });
    const without = foreignKeys.filter((key) => !isServed(key)).map(({ name }) => name);
    expect(without.toSorted()).toEqual(Object.keys(WITHOUT_INDEX).toSorted());
  });
});

describe('the placement on a cluster', () => {
  const placed = Object.values(PLACEMENT).flat();
  const isDistributed = (table: string) => placementOf(table)[0] === 'distributed';

  test('has every table in one group', () => {
    expect(placed.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
  });

  test('distributes only tables whose keys and unique indexes have the organization', () => {
    const others = uniques.filter(({ table, columns }) => isDistributed(table) && !columns.includes('organization_id'));
    expect(others.map(label)).toEqual([]);
  });

  test('has the organization in foreign keys between distributed tables, and no key that leads to a table of fewer nodes', () => {
    const others = foreignKeys.filter(({ table, refersTo, columns, referred }) => {
      const [from, to] = [placementOf(table)[0], placementOf(refersTo)[0]];
      if (from === 'distributed' && to === 'distributed')
        return !columns.some((name, place) => name === 'organization_id' && referred[place] === 'organization_id');
      return to !== 'reference' || from === 'local';
    });
    expect(others.map(label)).toEqual([]);
  });
});
