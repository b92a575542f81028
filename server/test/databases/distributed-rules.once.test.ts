import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { checkPictures } from '../../src/pictures/queries.ts';
import type { Database, Tx } from '../../src/platform/database/database.ts';
import { brokenRules } from './distributed-rules.ts';
import { NOT_YET } from './judged-statements.ts';
import { reusedDatabase } from './reused-database.ts';

const ORGANIZATION = '019b0000-0000-7000-8000-000000000000';

/*
 * What Citus refuses was found by a trial on a cluster. These rules are applied to every statement that the product
 * sends in the tests of both databases: see judged-statements.ts.
 */

describe('a statement keeps the rules when', () => {
  test.each([
    ['it names the organization', 'select 1 from orders where organization_id = $1 and id = $2'],
    [
      'its tables are joined on the organization',
      'select 1 from orders o join events e on e.organization_id = o.organization_id where o.organization_id = $1',
    ],
    [
      'a table that may be absent is joined on the organization',
      'select 1 from orders o left join tickets t on t.organization_id = o.organization_id where o.organization_id = $1',
    ],
    [
      'a sub-select names the organization, too',
      'select (select 1 from tickets t where t.organization_id = $2 and t.order_id = o.id) from orders o where o.organization_id = $1',
    ],
    [
      'it changes what it has locked',
      `with ended as (select id from checkouts where organization_id = $1 for update)
       update checkouts set status = 'expired' where organization_id = $2 and id = any(array(select id from ended))`,
    ],
    ['it inserts for one organization', 'insert into answers (organization_id, ticket) values ($1, 1), ($2, 2)'],
    ['it inserts a list', 'insert into answers (organization_id, ticket) select $1::uuid, unnest($2::int[])'],
    ['it reads all organizations without a lock', `select organization_id, id from refunds where status = 'pending'`],
    [
      'it reads all organizations and joins them',
      `select d.id from webhook_deliveries d join webhooks w on (w.organization_id, w.id) = (d.organization_id, d.webhook_id)
        where not exists (select 1 from webhook_attempts a where a.organization_id = d.organization_id and a.delivery_id = d.id)`,
    ],
    ['it changes a reference table', 'update users set name = $1 where id = $2'],
    [
      'its conflict calls nothing',
      'insert into answers as a (organization_id) values ($1) on conflict (organization_id) do update set ticket = 1 where a.ticket < $2',
    ],
  ])('%s', (_title, text) => expect(brokenRules(text)).toEqual([]));
});

describe('a statement breaks a rule when', () => {
  test.each([
    ['a table is compared with nothing', 'delete from orders where id = $1', 'orders: organization_id is not compared'],
    ['it locks in all organizations', 'select 1 from orders for update', 'orders: organization_id is not compared'],
    [
      'a sub-select takes the organization from outside',
      'select (select 1 from tickets t where t.organization_id = o.organization_id) from orders o where o.organization_id = $1',
      'tickets t: organization_id is not compared',
    ],
    [
      'a lateral sub-select takes it from outside',
      `select 1 from orders o cross join lateral (
         select 1 from tickets t where t.organization_id = o.organization_id limit 1) t where o.organization_id = $1`,
      'tickets t: organization_id is not compared',
    ],
    [
      'the changed table takes it from a CTE',
      `with ended as (select organization_id, id from checkouts where organization_id = $1)
       update checkouts c set status = 'expired' from ended where c.organization_id = ended.organization_id and c.id = ended.id`,
      'checkouts c: organization_id is not compared',
    ],
    [
      'the changed table is found by its ctid alone',
      `with taken as (select ctid as place from mails where organization_id = $1)
       update mails m set attempts = 1 from taken where m.ctid = taken.place`,
      'mails m: organization_id is not compared',
    ],
    [
      'an outer join compares the table that it keeps',
      'select 1 from orders o left join tickets t on o.organization_id = $1 and t.organization_id = $1',
      'orders o: organization_id is not compared',
    ],
    [
      'the organization is one of several',
      'update orders set quantity = 1 where organization_id = any($1)',
      'orders: organization_id is not compared',
    ],
    [
      'one of two conditions compares it',
      'select 1 from orders where organization_id = $1 or id = $2 for update',
      'orders: organization_id is not compared',
    ],
    [
      'an insert is of several',
      'insert into answers (organization_id) select unnest($1::uuid[])',
      'answers: organization_id is not compared',
    ],
    ['an insert names none', 'insert into answers values ($1)', 'answers: organization_id is not compared'],
    [
      'a read of all organizations joins without it',
      'select 1 from orders o join tickets t on t.order_id = o.id',
      'orders,tickets: not joined on organization_id',
    ],
    [
      'a read of all organizations looks up rows for a reference table',
      `select 1 from organizations n cross join lateral (
         select 1 from orders o where o.organization_id = n.organization_id limit 1) o`,
      'orders: looked up for each row of organizations, and not in its organization',
    ],
    [
      'rows of a change are read by another part',
      `with recorded as (insert into notifications (organization_id) values ($1) returning id)
       insert into webhook_deliveries (organization_id, id) select $1, id from recorded`,
      'recorded: rows of a change are read by another part',
    ],
    [
      'a conflict calls what is not immutable',
      `insert into answers as a (organization_id) values ($1)
         on conflict (organization_id) do update set ticket = 1 where a.given_at < $2 - make_interval(secs => 1)`,
      'on conflict: make_interval is not known to be immutable',
    ],
    [
      'a conflict has an interval',
      `insert into answers as a (organization_id) values ($1)
         on conflict (organization_id) do update set ticket = 1 where a.given_at < $2 - '1 day'::interval`,
      'on conflict: interval is not known to be immutable',
    ],
    [
      'set takes an element of a parameter',
      'update orders set quantity = ($2::int[])[1] where organization_id = $1',
      'set: the element of a parameter',
    ],
    [
      'a case in set has a subject',
      "update mails set status = case status when 'pending' then 'dropped' else status end where organization_id = $1",
      'set: case with a subject',
    ],
    [
      'set calls a volatile function',
      'update subscriptions set customer_id = gen_random_uuid() where organization_id = $1',
      'set: gen_random_uuid has another value each time',
    ],
    [
      'set calls what is not immutable with a column',
      "update payment_attempts set watched_until = date_trunc('day', created_at) where organization_id = $1",
      'set: date_trunc is not known to be immutable',
    ],
    [
      'set adds to a time of the row',
      'update payment_attempts set watched_until = watched_until + ($2 - created_at) where organization_id = $1',
      'set: a sum with the time watched_until',
    ],
    [
      'the condition of a change adds to a time of the row',
      "update events set listed = false where organization_id = $1 and start_datetime + interval '1 day' <= $2",
      'where: a sum with the time start_datetime',
    ],
    [
      'a condition that may be left out is not immutable',
      "delete from mails where organization_id = $1 and coalesce(recipient, concat($2, 'a')) = 'a'",
      'where: concat is not known to be immutable',
    ],
    [
      'a change returns what is not immutable',
      "update orders set quantity = 1 where organization_id = $1 returning date_trunc('day', created_at)",
      'returning: date_trunc is not known to be immutable',
    ],
    [
      'exists selects nothing',
      'select 1 from orders o where o.organization_id = $1 and exists (select from tickets t where t.organization_id = $1)',
      'exists: selects no column',
    ],
    [
      'rows of a function are looked up one by one',
      'select 1 from unnest($1::uuid[]) as r (organization_id) where exists (select 1 from orders o where o.organization_id = r.organization_id)',
      'orders: looked up for each row of r, and not in its organization',
    ],
    [
      'a left join compares with a parameter',
      'select 1 from orders o left join tickets t on t.organization_id = o.organization_id and t.id = $2 where o.organization_id = $1',
      'left join: compared with a parameter, which may be null',
    ],
    [
      'a local table is read beside a distributed one',
      'select 1 from orders, purges where organization_id = $1',
      'purges: a local table beside a distributed one',
    ],
    [
      'rows of a distributed table change a reference table',
      'update organizations n set name = e.title from events e where e.organization_id = $1 and n.organization_id = $1',
      'organizations: changed by rows of events',
    ],
    ['it merges', 'merge into orders using tickets on true when matched then delete', 'merge'],
  ])('%s', (_title, text, rule) => expect(brokenRules(text)).toContain(rule));
});

test.each(Object.keys(NOT_YET).filter((name) => !name.endsWith('/')))('the exception %s names a function', (name) => {
  const [path = '', called = ''] = name.split(' ');
  expect(readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8')).toMatch(
    new RegExp(`(?:function|const) ${called}\\b`),
  );
});

test('a statement of the product that breaks a rule fails the test that sent it', async () => {
  const bare: Database = {
    kind: 'postgres',
    store: {},
    load: () => ({ busy: 0, idle: 0, waiting: 0 }),
    query: async <Row>() => [{ organizationId: ORGANIZATION, address: '/' }] as Row[],
    runScript: async () => {},
    transaction: (work) => work(bare as unknown as Tx),
    close: async () => {},
  };
  const db = reusedDatabase(bare, async () => {});
  await db.query(sql`delete from orders`);
  const uses = [() => sql`exists (select from events e where e.cover_image_url = p.address)`];
  await checkPictures(db, { uses, limit: 1, now: new Date() });
  const rules =
    /Citus would refuse.*events e: organization_id is not compared; exists: selects no column.*pictures.*queries\.ts/s;
  await expect(db.close()).rejects.toThrow(rules);
});
