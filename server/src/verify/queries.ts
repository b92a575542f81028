import sql, { join, raw } from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Subject } from './check-invariant.ts';
import type { Progress } from './progress.ts';
import type { Unit } from './read-invariants.ts';
import { idInBody } from './slices.ts';

/** A subject that is due for a check. */
export interface DueSubject extends Subject {
  /** The cost of checking it, relative to one sale. */
  weight: number;
}

/** A new or changed subject; `seen` is the id of the row that shows the change. */
export interface ChangedSubject extends DueSubject {
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

/** A table whose new rows show that subjects changed, and how a row leads to the subject. */
interface Source {
  table: string;
  /** SQL expression for the id of the subject; `t` is the row. */
  id: string;
}

const own = (unit: Unit): Source[] => [{ table: TABLES[unit], id: 't.id' }];

const saleOfOrder = (orderId: string) =>
  `(select checkout_id from orders r where r.organization_id = t.organization_id and r.id = ${orderId})`;
const saleOfTicket = (ticketId: string) =>
  `(select (select checkout_id from orders r where r.organization_id = i.organization_id and r.id = i.order_id)
      from tickets i where i.organization_id = t.organization_id and i.id = ${ticketId})`;

/** Sales, check-ins and refunds write such a row in the same transaction; its id begins with the time. */
const SOURCES: Record<Unit, Source[]> = {
  sales: [
    ...own('sales'),
    { table: 'payment_attempts', id: 't.checkout_id' },
    { table: 'payments', id: 't.checkout_id' },
    { table: 'mails', id: `coalesce(t.checkout_id, ${saleOfOrder('t.order_id')})` },
    { table: 'notifications', id: saleOfTicket(idInBody('ticket_id', 't.body')) },
    { table: 'passages', id: saleOfTicket('t.ticket_id') },
  ],
  events: [
    ...own('events'),
    { table: 'ticket_tiers', id: 't.event_id' },
    { table: 'questions', id: 't.event_id' },
    { table: 'promo_codes', id: 't.event_id' },
    { table: 'checkouts', id: 't.event_id' },
    { table: 'notifications', id: idInBody('event_id', 't.body') },
  ],
  notifications: own('notifications'),
  deliveries: own('deliveries'),
  'audit-log': own('audit-log'),
  organizations: own('organizations'),
  subscriptions: own('subscriptions'),
};

/**
 * The rows read for a subject, in hundreds: all sales of an event, those that were returned too, its holds, seats and
 * waiting list.
 */
const weight = (unit: Unit, row: string) =>
  raw(
    unit === 'events'
      ? `1 + (${row}.held + case when ${row}.seated then ${row}.capacity else 0 end
              + coalesce((select f.tickets from sales_figures f
                           where f.organization_id = ${row}.organization_id and f.event_id = ${row}.id
                             and f.period = 'all'), 0)
              + coalesce((select sum(w.waiting)::int from ticket_tiers w
                           where w.organization_id = ${row}.organization_id and w.event_id = ${row}.id), 0)) / 100`
      : '1',
  );

/** The changed subjects, each once, in the order of their first change. */
export interface Changes {
  subjects: ChangedSubject[];
  /** Id of the last row read; undefined: there was none. */
  last: Uuid | undefined;
  /** true: no newer rows are left. */
  isAll: boolean;
}

interface NewRow {
  organizationId: Uuid;
  seen: Uuid;
  /** null: the row is unrelated to this unit. */
  id: Uuid | null;
}

/** The first `most` rows newer than `after`, and the subjects that they show. */
export async function listChanged(db: Queryable, unit: Unit, after: Uuid, most: number): Promise<Changes> {
  const rows = await listNewRows(db, unit, after, most);
  const first = new Map<string, Subject & { seen: Uuid }>();
  for (const { organizationId, id, seen } of rows)
    if (id) first.getOrInsertComputed(`${organizationId} ${id}`, () => ({ organizationId, id, seen }));
  const subjects = await weighed(db, unit, [...first.values()]);
  return { subjects, last: rows.at(-1)?.seen, isAll: rows.length < most };
}

/**
 * In each organization new rows are the end of a range of the primary key. Every organization is asked for its share,
 * and those whose rest may come before the last of the first `most` rows for twice as many, and so on: no more rows are
 * read than a few times `most`, however many organizations have how many.
 */
async function listNewRows(db: Queryable, unit: Unit, after: Uuid, most: number): Promise<NewRow[]> {
  const organizations = await db.query<{ organizationId: Uuid }>(sql`select organization_id from organizations`);
  let rows: NewRow[] = [];
  let unread = organizations.map(({ organizationId }) => ({ organizationId, seen: after }));
  for (let each = Math.ceil(most / unread.length); unread.length > 0; each *= 2) {
    const found = await listRowsAfter(db, unit, unread, each);
    rows = [...rows, ...found].toSorted((a, b) => (a.seen < b.seen ? -1 : 1)).slice(0, most);
    const last = rows.length < most ? undefined : rows.at(-1)?.seen;
    unread = [...Map.groupBy(found, (row) => row.organizationId).values()].flatMap((own) => {
      const end = own.length < each ? undefined : own.at(-1);
      return end && (last === undefined || end.seen < last) ? end : [];
    });
  }
  return rows;
}

/** The next rows of these organizations, at most `each` of one, in the order of their ids. */
function listRowsAfter(db: Queryable, unit: Unit, ends: Pick<NewRow, 'organizationId' | 'seen'>[], each: number) {
  const sources = SOURCES[unit].map(
    ({ table, id }) => sql`(
      select t.id as seen, ${raw(id)} as id from ${raw(table)} t
       where t.organization_id = o.organization_id and t.id > o.seen order by t.id limit ${each})`,
  );
  return db.query<NewRow>(sql`
    select o.organization_id, x.seen, x.id
      from unnest(${ends.map(({ organizationId }) => organizationId)}::uuid[],
                  ${ends.map(({ seen }) => seen)}::uuid[]) as o (organization_id, seen)
     cross join lateral (
       select * from (${join(sources, ' union all ')}) x order by x.seen limit ${each}) x
     order by x.seen`);
}

async function weighed(db: Queryable, unit: Unit, subjects: (Subject & { seen: Uuid })[]): Promise<ChangedSubject[]> {
  if (unit !== 'events') return subjects.map((subject) => ({ ...subject, weight: 1 }));
  const weights = await db.query<{ weight: number }>(sql`
    select coalesce(e.weight, 1) as weight
      from unnest(${subjects.map(({ organizationId }) => organizationId)}::uuid[],
                  ${subjects.map(({ id }) => id)}::uuid[]) with ordinality as p (organization_id, id, place)
      left join lateral (
        select ${weight(unit, 'e')} as weight from events e
         where e.organization_id = p.organization_id and e.id = p.id offset 0) e on true
     order by p.place`);
  return subjects.map((subject, place) => ({ ...subject, weight: weights[place]?.weight ?? 1 }));
}

/** The next subjects of the rotation through all data, in the order of the primary key. */
export async function listNext(db: Queryable, unit: Unit, after: Subject | null, most: number): Promise<DueSubject[]> {
  const { organizationId, id } = after ?? { organizationId: NO_ID, id: NO_ID };
  return db.query<DueSubject>(sql`
    select t.organization_id, t.id, ${weight(unit, 't')} as weight from ${raw(TABLES[unit])} t
     where (t.organization_id, t.id) > (${organizationId}::uuid, ${id}::uuid)
     order by t.organization_id, t.id limit ${most}`);
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The tables whose rows belong to an organization. */
export async function listTablesOfOrganizations(db: Queryable): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'organization_id'
     order by 1`);
  return tables.map(({ name }) => name);
}

/** The result of the last check that the servers made by themselves. */
export interface LastCheck {
  checkedAt: Date | null;
  /** The violated invariants. */
  broken: string[];
}

/**
 * Claims the next check if it is due. No other process can claim it before `until`, which then identifies this claim.
 * @returns the saved progress; undefined when no check is due
 */
export async function claimCheck(db: Database, { now, until }: { now: Date; until: Date }) {
  await db.query(sql`insert into consistency_check (due_at) values (${now}) on conflict do nothing`);
  const [row] = await db.query<{ progress: Progress }>(sql`
    update consistency_check set due_at = ${until} where due_at <= ${now} returning progress`);
  return row?.progress;
}

/** @returns false when another process has claimed the check */
export async function saveProgress(db: Queryable, until: Date, progress: Progress): Promise<boolean> {
  const rows = await db.query(sql`
    update consistency_check set progress = ${progress} where due_at = ${until} returning 1`);
  return rows.length > 0;
}

/** Saves the result of a finished check. */
export async function saveCheck(db: Queryable, until: Date, { checkedAt, broken }: LastCheck & { checkedAt: Date }) {
  await db.query(sql`
    update consistency_check set checked_at = ${checkedAt}, broken = ${broken}::text[] where due_at = ${until}`);
}

/** Makes the check due at once, so that another instance continues it. */
export async function endCheckEarly(db: Queryable, until: Date, now: Date) {
  await db.query(sql`update consistency_check set due_at = ${now} where due_at = ${until}`);
}

export async function readLastCheck(db: Queryable): Promise<LastCheck | undefined> {
  const [row] = await db.query<LastCheck>(sql`select checked_at, broken from consistency_check`);
  return row;
}
