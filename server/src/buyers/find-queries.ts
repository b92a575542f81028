import sql, { empty, type Sql } from 'sql-template-tag';
import { isEventOver } from '../events/queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Blockers } from './blockers.ts';
import type { Person, Purchase } from './person.ts';

/** The attendees' addresses in lower case; the index `checkouts_of_attendees` has the same expression. */
const attendeeEmails = sql`lower(jsonb_path_query_array(c.attendees, '$[*].email')::text)::jsonb`;

/** The person's checkouts that meet `condition` on `c`, each through an index of its own. */
const checkoutsOf = ({ organizationId, email }: Person, condition: Sql): Sql => sql`
  (select c.id, c.event_id, c.status, true as is_buyer from checkouts c
    where c.organization_id = ${organizationId} and lower(c.customer_email) = lower(${email}) and c.erased_at is null
      ${condition})
  union all
  (select c.id, c.event_id, c.status, false from checkouts c
    where c.organization_id = ${organizationId} and c.attendees is not null
      and ${attendeeEmails} @> jsonb_build_array(lower(${email}))
      and (c.erased_at is not null or lower(c.customer_email) <> lower(${email})) ${condition})`;

/** The person's next `limit` purchases after this checkout, oldest first. */
export async function listPurchasesAfter(
  db: Queryable,
  person: Person,
  { after, limit }: { after: Uuid | null; limit: number },
): Promise<Purchase[]> {
  const condition = sql`${after === null ? empty : sql`and c.id > ${after}`} order by c.id limit ${limit}`;
  const rows = await db.query<Omit<Purchase, 'role'> & { isBuyer: boolean }>(sql`
    select c.id as checkout_id, c.event_id, c.is_buyer, o.id as order_id, coalesce(o.quantity, 0) as quantity
      from (${checkoutsOf(person, condition)}) c
      left join orders o on o.organization_id = ${person.organizationId} and o.checkout_id = c.id
     order by c.id limit ${limit}`);
  return rows.map(({ isBuyer, ...purchase }) => ({ ...purchase, role: isBuyer ? 'buyer' : 'guest' }));
}

/** More would not help a reader: the organizer solves these, and asks again. */
const MAX_LISTED = 50;

/** Why the person's data is still needed: in all purchases, or in one. */
export async function findBlockers(
  db: Queryable,
  person: Person,
  { checkoutId, now }: { checkoutId?: Uuid; now: Date },
): Promise<Blockers> {
  const { organizationId, email } = person;
  const mine = checkoutsOf(person, checkoutId === undefined ? empty : sql`and c.id = ${checkoutId}`);
  const ids = (query: Sql) => db.query<{ id: Uuid }>(sql`${query} limit ${MAX_LISTED}`);
  const [tickets, checkouts, refunds, subscriptions] = await Promise.all([
    ids(sql`
      select t.id from (${mine}) c
        join orders o on o.organization_id = ${organizationId} and o.checkout_id = c.id
        join tickets t on t.organization_id = o.organization_id and t.order_id = o.id
        join events e on e.organization_id = o.organization_id and e.id = o.event_id
       where t.status in ('valid', 'used') and (c.is_buyer or lower(t.attendee_email) = lower(${email}))
         and not ${isEventOver(now)}`),
    ids(sql`
      select c.id from (${mine}) c
       where c.status in ('open', 'processing')
          or exists (select from payment_attempts a
                      where a.organization_id = ${organizationId} and a.checkout_id = c.id
                        and (a.status in ('started', 'pending') or a.watched_until is not null))`),
    ids(sql`
      select r.id from (${mine}) c
        join payments p on p.organization_id = ${organizationId} and p.checkout_id = c.id
        join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
       where c.is_buyer and r.status = 'pending'`),
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
