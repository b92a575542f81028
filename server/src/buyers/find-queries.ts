import sql, { empty, type Sql } from 'sql-template-tag';
import { isLive, namesAttendee } from '../checkouts/queries.ts';
import { isEventOver } from '../events/queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Blockers } from './blockers.ts';
import type { Person, Purchase } from './person.ts';

/**
 * The person's checkouts that meet `condition` on `c`, each through an index of its own. `offset 0` keeps the planner
 * from reading the organization's other checkouts to narrow the guests down.
 */
const checkoutsOf = ({ organizationId, email }: Person, condition: Sql): Sql => sql`
  (select c.id, c.event_id, c.status, true as is_buyer from checkouts c
    where c.organization_id = ${organizationId} and lower(c.customer_email) = lower(${email}) and c.erased_at is null
      ${condition})
  union all
  (select c.id, c.event_id, c.status, false
     from (select * from checkouts c
            where c.organization_id = ${organizationId} and ${namesAttendee(sql`${email}`)} offset 0) c
    where (c.erased_at is not null or lower(c.customer_email) <> lower(${email})) ${condition})`;

/** The person's next `limit` purchases after this checkout, oldest first. */
export async function listPurchasesAfter(
  db: Queryable,
  person: Person,
  { after, limit }: { after: Uuid | null; limit: number },
): Promise<Purchase[]> {
  const condition = sql`${after === null ? empty : sql`and c.id > ${after}`} order by c.id limit ${limit}`;
  const rows = await db.query<Omit<Purchase, 'role'> & { isBuyer: boolean }>(sql`
    select c.id as checkout_id, c.event_id, c.is_buyer, o.id as order_id
      from (${checkoutsOf(person, condition)}) c
      left join lateral (
        select id from orders o
         where o.organization_id = ${person.organizationId} and o.checkout_id = c.id offset 0) o on true
     order by c.id limit ${limit}`);
  return rows.map(({ isBuyer, ...purchase }) => ({ ...purchase, role: isBuyer ? 'buyer' : 'guest' }));
}

export interface NewestPurchase {
  organizationId: Uuid;
  checkoutId: Uuid;
  orderId: Uuid;
}

/**
 * The newest order of a buyer at each organization, or at one, in the order of the organizations, in which the caller
 * locks the checkouts. Without an organization PostgreSQL looks the address up at each, or reads the whole index of
 * addresses where organizations have few checkouts.
 */
export async function listNewestPurchases(
  db: Queryable,
  { email, organizationId, limit }: { email: string; organizationId: Uuid | null; limit: number },
): Promise<NewestPurchase[]> {
  const rows = await db.query<NewestPurchase>(sql`
    select distinct on (c.organization_id) c.organization_id, c.id as checkout_id, o.id as order_id
      from organizations n
      join checkouts c on c.organization_id = n.organization_id and lower(c.customer_email) = lower(${email})
       and c.erased_at is null and c.status = 'completed'
      join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
     where ${organizationId === null ? sql`true` : sql`n.organization_id = ${organizationId}`}
     order by c.organization_id, c.id desc limit ${limit}`);
  return rows.map((row) => ({ organizationId: row.organizationId, checkoutId: row.checkoutId, orderId: row.orderId }));
}

/** More would not help a reader: the organizer solves these, and asks again. */
const MAX_LISTED = 50;

/**
 * Why the person's data is still needed: in all purchases, or in one. Each query looks up what belongs to the person's
 * checkouts, row by row (`offset 0`): a planner without fresh statistics would start with the sales of an event.
 */
export async function findBlockers(
  db: Queryable,
  person: Person,
  { checkoutId, now }: { checkoutId?: Uuid; now: Date },
): Promise<Blockers> {
  const { organizationId, email } = person;
  const condition = checkoutId === undefined ? empty : sql`and c.id = ${checkoutId}`;
  const mine = sql`with mine as materialized (${checkoutsOf(person, condition)})`;
  const ids = (query: Sql) => db.query<{ id: Uuid }>(sql`${query} limit ${MAX_LISTED}`);
  const [tickets, checkouts, refunds, subscriptions] = await Promise.all([
    ids(sql`
      ${mine}
      select t.id from mine c
       cross join lateral (
         select o.id, o.event_id from orders o
          where o.organization_id = ${organizationId} and o.checkout_id = c.id offset 0) o
       cross join lateral (
         select e.* from events e where e.organization_id = ${organizationId} and e.id = o.event_id offset 0) e
       cross join lateral (
         select t.id from tickets t
          where t.organization_id = ${organizationId} and t.order_id = o.id and t.status in ('valid', 'used')
            and (c.is_buyer or lower(t.attendee_email) = lower(${email})) offset 0) t
       where not ${isEventOver(now)}`),
    ids(sql`
      ${mine}
      select c.id from mine c
       where ${isLive}
          or exists (select 1 from payment_attempts a
                      where a.organization_id = ${organizationId} and a.checkout_id = c.id
                        and (a.status in ('started', 'pending') or a.watched_until is not null) offset 0)`),
    ids(sql`
      ${mine}
      select r.id from mine c
       cross join lateral (
         select p.id from payments p
          where p.organization_id = ${organizationId} and p.checkout_id = c.id and c.is_buyer offset 0) p
       cross join lateral (
         select r.id from refunds r
          where r.organization_id = ${organizationId} and r.payment_id = p.id and r.status = 'pending' offset 0) r`),
    ids(sql`
      select id from subscriptions
       where organization_id = ${organizationId} and lower(customer_email) = lower(${email})
         and current_period_end > ${now}`),
  ]);
  const list = (rows: { id: Uuid }[]) => rows.map(({ id }) => id);
  return {
    tickets: list(tickets),
    checkouts: list(checkouts),
    refunds: list(refunds),
    subscriptions: list(subscriptions),
  };
}

/** Ids of the tickets of these orders. */
export async function listTicketIds(db: Queryable, organizationId: Uuid, orderIds: Uuid[]): Promise<Uuid[]> {
  const rows = await db.query<{ id: Uuid }>(sql`
    select id from tickets where organization_id = ${organizationId} and order_id = any(${orderIds}::uuid[])`);
  return rows.map(({ id }) => id);
}
