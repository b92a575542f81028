import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/databases/test-database.ts';
import { fillOrders } from '../../test/fixtures/fill-orders.ts';
import { listAttendees } from '../attendees/queries.ts';
import { OPERATOR } from '../audit-log/actor.ts';
import { createEvent } from '../events/create-event.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import { orderIsFound } from '../tickets/search-queries.ts';
import type { Uuid } from '../values/uuid.ts';
import { searchOrders } from './queries.ts';
import { parseWords } from './search-text.ts';

/** Enough orders that the first pages of a common word are walked: see `MATCHES_PER_WALKED`. */
const ORDERS = 900;
const MAX_WALKED = ORDERS / 60;
/** Orders paid at the same moment, as a batch of a lane is. */
const PAID_TOGETHER = 7;
const NOW = new Date('2026-11-01T00:00:00.000Z');

let db: Database;
let organizationId: Uuid;
let eventId: Uuid;
/**
 * Sorted as the list of attendees is. The names are the buyer's, and the attendee's where the attendee is another
 * person.
 */
let tickets: { id: Uuid; names: string[] }[];
/** Sorted as the list of orders is. The names are the buyer's and all attendees'. */
let orders: { id: Uuid; names: string[] }[];

beforeAll(async () => {
  db = await openTestDatabase();
  organizationId = await createOrganization(db, { name: 'Festival', now: NOW });
  const fields = { title: 'Festival', startDatetime: new Date('2027-05-01T12:00:00Z'), capacity: 10_000 };
  const event = await createEvent(
    db,
    { find: async () => null },
    { organizationId, actor: OPERATOR, fields, now: NOW },
  );
  eventId = event.id;
  const fill = { organizationId, eventId, tierId: event.tiers[0]?.id ?? '', orders: ORDERS, from: NOW, days: 1 };
  await fillOrders(db, { ...fill, withTickets: true });
  await db.query(sql`
    update orders o
       set paid_at = ${NOW}::timestamptz + make_interval(secs => n / ${PAID_TOGETHER}::int), quantity = case when n < 30 then 1 else 1 + n % 3 end,
           customer_name = 'every' || case when n % 4 > 0 then ' most' else '' end
             || case when n >= ${ORDERS / 2}::int then ' late' else ' early' end
             || case when n % 90 = 5 then ' rare' else '' end
      from (select id, row_number() over (order by paid_at)::int - 1 as n from orders) numbered
     where o.organization_id = ${organizationId} and o.id = numbered.id`);
  await db.query(sql`
    insert into tickets (organization_id, id, event_id, tier_id, order_id, position, ticket_number, status,
      price_centavos, amount_centavos, purchased_at)
    select t.organization_id, gen_random_uuid(), t.event_id, t.tier_id, t.order_id, n - 1, t.ticket_number || '-' || n, t.status,
           t.price_centavos, t.amount_centavos, t.purchased_at
      from tickets t join orders o on o.id = t.order_id, generate_series(2, o.quantity) n`);
  await db.query(sql`
    update tickets t
       set purchased_at = o.paid_at, ticket_number = left(md5(t.id::text), 17),
           attendee_name = case when md5(t.id::text) < '08' then 'rare guest' when md5(t.id::text) < '10' then 'guest' end
      from orders o
     where t.organization_id = ${organizationId} and o.id = t.order_id`);
  // A server does this by itself. Autovacuum may have analyzed the tables while they were still empty.
  await db.runScript('analyze');
  tickets = await db.query(sql`
    select t.id, array_remove(array[o.customer_name, t.attendee_name], null) as names
      from tickets t join orders o on o.id = t.order_id
     order by t.purchased_at, t.ticket_number`);
  orders = await db.query(sql`
    select o.id, o.customer_name || array(select t.attendee_name from tickets t
                                           where t.order_id = o.id and t.attendee_name is not null) as names
      from orders o order by o.paid_at desc, o.id desc`);
});
afterAll(() => db.close());

const WORDS = ['every', 'most', 'late', 'early', 'rare', 'guest', 'rare guest', 'late guest', 'most late', 'absent'];
const isCalled = (typed: string) => (of: { names: string[] }) =>
  of.names.some((name) => typed.split(' ').every((word) => name.split(' ').includes(word)));

async function expectPageOfAll(typed: string, page: Page) {
  const search = { by: 'words', ...parseWords(typed) } as const;
  const request = { found: orderIsFound(organizationId, search), page };
  const part = [offset(page), offset(page) + page.perPage] as const;

  const expectedOrders = orders.filter(isCalled(typed));
  const ofOrganization = await searchOrders(db, organizationId, { eventId: undefined, ...request });
  expect(ofOrganization.total).toBe(expectedOrders.length);
  expect(ofOrganization.orders.map(({ id }) => id)).toEqual(expectedOrders.slice(...part).map(({ id }) => id));
  expect(await searchOrders(db, organizationId, { eventId, ...request })).toEqual(ofOrganization);

  const expectedTickets = tickets.filter(isCalled(typed));
  const ofEvent = await listAttendees(
    db,
    organizationId,
    { id: eventId, addOns: [] },
    { status: undefined, search, page },
  );
  expect(ofEvent.total).toBe(expectedTickets.length);
  expect(ofEvent.attendees.map((attendee) => attendee.ticketId)).toEqual(
    expectedTickets.slice(...part).map(({ id }) => id),
  );
}

test.each(WORDS)('the first page of a search for "%s" is the start of all matches', async (typed) => {
  for (const perPage of [1, PAID_TOGETHER, MAX_WALKED - 1, MAX_WALKED, MAX_WALKED + 1])
    await expectPageOfAll(typed, { page: 1, perPage });
});

test('every other page is the corresponding part of all matches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WORDS),
      fc.integer({ min: 1, max: 12 }),
      fc.oneof(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 2000 })),
      async (typed, perPage, page) => expectPageOfAll(typed, { page, perPage }),
    ),
    { numRuns: 40 },
  );
});

/** Statements of one search: the count, then a walk, then all matches. */
async function statementsOf(typed: string, page: number) {
  let count = 0;
  const counting: Queryable = {
    store: db.store,
    query: (statement) => {
      count++;
      return db.query(statement);
    },
    runScript: (script) => db.runScript(script),
  };
  const search = { by: 'words', ...parseWords(typed) } as const;
  await searchOrders(counting, organizationId, {
    eventId,
    found: orderIsFound(organizationId, search),
    page: { page, perPage: 5 },
  });
  return count;
}

test('walks the list for common words, and also finds words that only the oldest orders have', async () => {
  expect({
    first: await statementsOf('most', 1),
    end: await statementsOf('early', 1),
    rare: await statementsOf('rare', 1),
    deep: await statementsOf('most', 500),
  }).toEqual({ first: 2, end: 3, rare: 2, deep: 1 });
});
