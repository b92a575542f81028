import sql, { empty, join, raw } from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Part } from './ask-invariant.ts';
import type { Progress } from './progress.ts';
import type { Unit } from './read-invariants.ts';
import { namedId } from './slices.ts';

/** A part of the books that is due to be looked at. */
export interface DuePart extends Part {
  /** What it costs to look at, beside one sale. */
  weight: number;
}

/** One that is new: a row with this id says so. */
export interface NewPart extends DuePart {
  seen: Uuid;
}

const TABLES: Record<Unit, string> = {
  sales: 'checkouts',
  events: 'events',
  notifications: 'notifications',
  deliveries: 'webhook_deliveries',
  'audit-log': 'audit_log',
  organizations: '(select organization_id, organization_id as id from organizations)',
  subscriptions: 'subscriptions',
};

/** The rows of a table whose ids say that something happened, and what of a unit it happened to. */
interface Source {
  table: string;
  /** In terms of `t`, a row of the table. */
  id: string;
}

const own = (unit: Unit): Source[] => [{ table: TABLES[unit], id: 't.id' }];

const saleOfOrder = (orderId: string) =>
  `(select checkout_id from orders r where r.organization_id = t.organization_id and r.id = ${orderId})`;
const saleOfTicket = (ticketId: string) =>
  `(select (select checkout_id from orders r where r.organization_id = i.organization_id and r.id = i.order_id)
      from tickets i where i.organization_id = t.organization_id and i.id = ${ticketId})`;

/** What is sold, admitted and refunded is told in the same transaction, by a row whose id begins with the time. */
const SOURCES: Record<Unit, Source[]> = {
  sales: [
    ...own('sales'),
    { table: 'payment_attempts', id: 't.checkout_id' },
    { table: 'payments', id: 't.checkout_id' },
    { table: 'mails', id: `coalesce(t.checkout_id, ${saleOfOrder('t.order_id')})` },
    { table: 'notifications', id: saleOfTicket(namedId('ticket_id', 't.body')) },
  ],
  events: [
    ...own('events'),
    { table: 'ticket_tiers', id: 't.event_id' },
    { table: 'promo_codes', id: 't.event_id' },
    { table: 'checkouts', id: 't.event_id' },
    { table: 'notifications', id: namedId('event_id', 't.body') },
  ],
  notifications: own('notifications'),
  deliveries: own('deliveries'),
  'audit-log': own('audit-log'),
  organizations: own('organizations'),
  subscriptions: own('subscriptions'),
};

/** How many rows are read for a part, in hundreds: all the sales and seats of an event. */
const weight = (unit: Unit, row: string) =>
  raw(
    unit === 'events'
      ? `1 + (${row}.sold + ${row}.held + case when ${row}.seated then ${row}.capacity else 0 end) / 100`
      : '1',
  );

/** What something happened to since, each part once, in the order in which it was told of first. */
export interface News {
  parts: NewPart[];
  /** The last row that was read; undefined: there is none. */
  last: Uuid | undefined;
  /** There are no newer ones. */
  isAll: boolean;
}

const eventOfPart = raw(`left join lateral (
  select sold, held, seated, capacity from events e
   where e.organization_id = p.organization_id and e.id = p.id offset 0) e on true`);

/**
 * Reads the rows that are newer than `after`, at most so many. In each organization they end a range of the primary
 * key.
 */
export async function listNew(db: Queryable, unit: Unit, after: Uuid, most: number): Promise<News> {
  const sources = SOURCES[unit].map(
    ({ table, id }) => sql`(
      select t.id as seen, ${raw(id)} as id from ${raw(table)} t
       where t.organization_id = o.organization_id and t.id > ${after} order by t.id limit ${most})`,
  );
  const rows = await db.query<Omit<NewPart, 'id'> & { id: Uuid | null; last: Uuid; read: number }>(sql`
    with told as materialized (
      select o.organization_id, x.id, x.seen
        from organizations o cross join lateral (${join(sources, ' union all ')}) x order by x.seen limit ${most})
    select p.*, coalesce(${weight(unit, 'e')}, 1) as weight, (select count(*) from told) as read,
           (select max(seen::text collate "C") from told) as last
      from (select organization_id, id, min(seen::text collate "C") as seen from told group by 1, 2) p
      ${unit === 'events' ? eventOfPart : empty}
     order by p.seen`);
  // A row may be about no part of this unit.
  const parts = rows.flatMap(({ organizationId, id, weight, seen }) =>
    id ? [{ organizationId, id, weight, seen }] : [],
  );
  return { parts, last: rows[0]?.last, isAll: (rows[0]?.read ?? 0) < most };
}

/** Of everything there is, in the order of the primary key. */
export async function listFrom(db: Queryable, unit: Unit, after: Part | null, most: number): Promise<DuePart[]> {
  const { organizationId, id } = after ?? { organizationId: NO_ID, id: NO_ID };
  return db.query<DuePart>(sql`
    select t.organization_id, t.id, ${weight(unit, 't')} as weight from ${raw(TABLES[unit])} t
     where (t.organization_id, t.id) > (${organizationId}::uuid, ${id}::uuid)
     order by t.organization_id, t.id limit ${most}`);
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** What is known of the check that servers make by themselves. */
export interface LastCheck {
  checkedAt: Date | null;
  /** Sentences. */
  broken: string[];
}

/**
 * The next check is the caller's when it is due, and no other process's before `until`, which identifies it from then
 * on.
 * @returns how far the last one came; undefined when it is not due
 */
export async function claimCheck(db: Database, { now, until }: { now: Date; until: Date }) {
  await db.query(sql`insert into consistency_check (due_at) values (${now}) on conflict do nothing`);
  const [row] = await db.query<{ progress: Progress }>(sql`
    update consistency_check set due_at = ${until} where due_at <= ${now} returning progress`);
  return row?.progress;
}

/** @returns false when another process has taken it over */
export async function saveProgress(db: Queryable, until: Date, progress: Progress): Promise<boolean> {
  const rows = await db.query(sql`
    update consistency_check set progress = ${progress} where due_at = ${until} returning 1`);
  return rows.length > 0;
}

/** It came to its end, at `now`. */
export async function saveCheck(db: Queryable, until: Date, { checkedAt, broken }: LastCheck & { checkedAt: Date }) {
  await db.query(sql`
    update consistency_check set checked_at = ${checkedAt}, broken = ${broken}::text[] where due_at = ${until}`);
}

/** It is due again at once: an instance goes on with it. */
export async function endCheckEarly(db: Queryable, until: Date, now: Date) {
  await db.query(sql`update consistency_check set due_at = ${now} where due_at = ${until}`);
}

export async function readLastCheck(db: Queryable): Promise<LastCheck | undefined> {
  const [row] = await db.query<LastCheck>(sql`select checked_at, broken from consistency_check`);
  return row;
}
