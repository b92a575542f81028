import sql, { empty, join, raw } from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import { NO_ID, type Uuid } from '../values/uuid.ts';
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
 * The rows read for a subject, in hundreds: all sales of an event, also returned ones, its holds, seats and waiting
 * list.
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
export interface ChangedSubjects {
  subjects: ChangedSubject[];
  /** Id of the last row read; undefined: no newer rows are left. */
  last: Uuid | undefined;
}

/** The subjects that the first rows newer than `after` show: those of `most` rows, or of somewhat more. */
export async function listChanged(db: Queryable, unit: Unit, after: Uuid, most: number): Promise<ChangedSubjects> {
  const last = await findEnd(db, unit, after, most);
  const sources = SOURCES[unit].map(
    ({ table, id }) => sql`
      select t.id as seen, ${raw(id)} as id from ${raw(table)} t
       where t.organization_id = o.organization_id and t.id > ${after} ${last ? sql`and t.id <= ${last}` : empty}`,
  );
  // A row may be unrelated to this unit.
  const subjects = await db.query<ChangedSubject>(sql`
    select p.organization_id, p.id, p.seen, coalesce(${weight(unit, 'e')}, 1) as weight
      from (select o.organization_id, x.id, min(x.seen::text collate "C") as seen
              from organizations o cross join lateral (${join(sources, ' union all ')}) x
             where x.id is not null group by 1, 2) p
      ${unit === 'events' ? eventOfSubject : empty}
     order by p.seen`);
  return { subjects, last };
}

const eventOfSubject = raw(`left join lateral (
  select organization_id, id, held, seated, capacity from events e
   where e.organization_id = p.organization_id and e.id = p.id offset 0) e on true`);

/** So many of the rows that an organization is asked for are reported, at equal distances, the last row among them. */
const MARKS = 4;

interface Mark {
  organizationId: Uuid;
  seen: Uuid;
  /** As many rows lie between this mark and the one before. */
  rows: number;
}

/**
 * Finds an id with at least `most` new rows up to it, and no more than a few times as many; undefined: there are too
 * few. In each organization new rows are the end of a range of the primary key. Every organization is asked for its
 * share, then the organizations whose remaining rows may come before the id for twice as many, and so on: no more rows
 * are read than a few times `most`, however many organizations have how many.
 */
async function findEnd(db: Queryable, unit: Unit, after: Uuid, most: number): Promise<Uuid | undefined> {
  const organizations = await db.query<{ organizationId: Uuid }>(sql`select organization_id from organizations`);
  let marks: Mark[] = [];
  let end: Uuid | undefined;
  let unread = organizations.map(({ organizationId }) => ({ organizationId, seen: after }));
  for (let rows = Math.ceil(most / MARKS / unread.length); unread.length > 0; rows *= 2) {
    const found = await listMarks(db, unit, unread, rows);
    marks = [...marks, ...found].toSorted((a, b) => (a.seen < b.seen ? -1 : 1));
    let sum = 0;
    end = marks.find((mark) => {
      sum += mark.rows;
      return sum >= most;
    })?.seen;
    unread = [...Map.groupBy(found, (mark) => mark.organizationId).values()].flatMap((own) => {
      const last = own[MARKS - 1];
      return last && (end === undefined || last.seen < end) ? last : [];
    });
  }
  return end;
}

/** In the next rows of these organizations a mark each `rows` of them, in the order of their ids. */
function listMarks(db: Queryable, unit: Unit, from: Pick<Mark, 'organizationId' | 'seen'>[], rows: number) {
  const sources = SOURCES[unit].map(
    ({ table }) => sql`(
      select t.id as seen from ${raw(table)} t
       where t.organization_id = o.organization_id and t.id > o.seen order by t.id limit ${MARKS * rows})`,
  );
  return db.query<Mark>(sql`
    select o.organization_id, x.seen, ${rows}::int as rows
      from unnest(${from.map(({ organizationId }) => organizationId)}::uuid[],
                  ${from.map(({ seen }) => seen)}::uuid[]) as o (organization_id, seen)
     cross join lateral (
       select seen, row_number() over (order by seen) as place
         from (${join(sources, ' union all ')}) x order by seen limit ${MARKS * rows}) x
     where x.place % ${rows}::int = 0
     order by x.seen`);
}

/** The next subjects of the rotation through all data, in the order of the primary key. */
export async function listNext(db: Queryable, unit: Unit, after: Subject | null, most: number): Promise<DueSubject[]> {
  const { organizationId, id } = after ?? { organizationId: NO_ID, id: NO_ID };
  return db.query<DueSubject>(sql`
    select t.organization_id, t.id, ${weight(unit, 't')} as weight from ${raw(TABLES[unit])} t
     where (t.organization_id, t.id) > (${organizationId}::uuid, ${id}::uuid)
     order by t.organization_id, t.id limit ${most}`);
}

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
