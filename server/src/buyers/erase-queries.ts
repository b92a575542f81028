import sql, { empty, type Sql } from 'sql-template-tag';
import { FORGOTTEN } from '../mail/queries.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { ERASED_EMAIL, ERASED_NAME } from '../values/erased.ts';
import type { Uuid } from '../values/uuid.ts';
import { isReservationOf } from './export-queries.ts';
import type { Person, Purchase } from './person.ts';

type Erased = Person & Pick<Purchase, 'checkoutId' | 'orderId' | 'role'>;

/**
 * Condition: an attendee is the person. In their own purchases that is also the attendee with the buyer's name, to whom
 * a buyer often gives no address or another one.
 */
const isPerson = ({ email, role }: Erased, attendee: { name: Sql; email: Sql; buyerName: Sql }): Sql =>
  role === 'buyer'
    ? sql`(lower(${attendee.email}) = lower(${email}) or lower(${attendee.name}) = lower(${attendee.buyerName}))`
    : sql`lower(${attendee.email}) = lower(${email})`;

/**
 * A check-in, a reissue and a resend lock a ticket that can be scanned before they read its buyer. The keys of the
 * tickets are not locked: a batch of late scans that has locked one ticket may record a conflict of another, and would
 * wait for it.
 */
export async function lockTicketsToErase(tx: Tx, { organizationId, orderId }: Erased) {
  await tx.query(sql`
    select 1 from tickets
     where organization_id = ${organizationId} and order_id = ${orderId} and status in ('valid', 'used')
     order by id for no key update`);
}

/** The attendee's columns in `tickets t`, and the buyer's name in its `orders o`. */
const ATTENDEE_OF_TICKET = {
  name: sql`t.attendee_name`,
  email: sql`t.attendee_email`,
  buyerName: sql`o.customer_name`,
};

/**
 * Replaces the attendees who are the person. Runs while the order still has the buyer's name. @returns their tickets
 */
export async function eraseAttendeesOfTickets(tx: Tx, purchase: Erased): Promise<Uuid[]> {
  const { organizationId, orderId } = purchase;
  const rows = await tx.query<{ id: Uuid }>(sql`
    update tickets t
       set attendee_name = case when t.attendee_name is not null then ${ERASED_NAME} end,
           attendee_email = case when t.attendee_email is not null then ${ERASED_EMAIL} end
      from orders o
     where t.organization_id = ${organizationId} and t.order_id = ${orderId}
       and o.organization_id = t.organization_id and o.id = t.order_id and ${isPerson(purchase, ATTENDEE_OF_TICKET)}
    returning t.id`);
  return rows.map(({ id }) => id);
}

/**
 * Forgets which tickets of the order are in a wallet, and on which phones. If the person is a guest, only the tickets
 * that name them are forgotten. The event is over, or the tickets were returned, so no change is missed. Runs while the
 * tickets still name the person.
 */
export async function eraseWalletRegistrations(tx: Tx, { organizationId, orderId, email, role }: Erased) {
  await tx.query(sql`
    delete from wallet_registrations r using tickets t
     where t.organization_id = ${organizationId} and t.order_id = ${orderId}
       ${role === 'guest' ? sql`and lower(t.attendee_email) = lower(${email})` : empty}
       and r.organization_id = t.organization_id and r.ticket_id = t.id`);
}

/** The attendees with the person replaced, in their order. */
const attendeesWithout = (purchase: Erased): Sql => sql`(
  select jsonb_agg(
           case when ${isPerson(purchase, { name: sql`a ->> 'name'`, email: sql`a ->> 'email'`, buyerName: sql`c.customer_name` })}
                then jsonb_build_object('name', case when a ->> 'name' is not null then ${ERASED_NAME}::text end,
                                        'email', case when a ->> 'email' is not null then ${ERASED_EMAIL}::text end)
                else a end order by place)
    from jsonb_array_elements(c.attendees) with ordinality as named (a, place))`;

export async function eraseAttendeesOfCheckout(tx: Tx, purchase: Erased) {
  await tx.query(sql`
    update checkouts c set attendees = ${attendeesWithout(purchase)}
     where c.organization_id = ${purchase.organizationId} and c.id = ${purchase.checkoutId}`);
}

/**
 * Deletes the answers about the person. In their own purchases these are also the answers about the order and about
 * tickets without a name. Runs while the checkout still has its attendees.
 */
export async function eraseAnswers(tx: Tx, purchase: Erased) {
  const { organizationId, checkoutId, role } = purchase;
  const named = sql`(c.attendees -> (a.ticket - 1))`;
  const attendee = {
    name: sql`${named} ->> 'name'`,
    email: sql`${named} ->> 'email'`,
    buyerName: sql`c.customer_name`,
  };
  const isUnnamed = sql`coalesce(${attendee.name}, ${attendee.email}) is null`;
  const isTheirs = sql`a.ticket > 0 and ${isPerson(purchase, attendee)}`;
  await tx.query(sql`
    delete from answers a using checkouts c
     where a.organization_id = ${organizationId} and a.checkout_id = ${checkoutId}
       and c.organization_id = a.organization_id and c.id = a.checkout_id
       and (${isTheirs} ${role === 'buyer' ? sql`or a.ticket = 0 or ${isUnnamed}` : empty})`);
}

/** A buyer who follows an old link is sent to the organizer's home page: the rest of an address may name the buyer. */
const homePage = (url: Sql): Sql => sql`regexp_replace(${url}, '^(https?://[^/?#]*).*$', '\\1/')`;

/** Replaces the buyer in the checkout, its order, the reservation that names them, and what the sandbox keeps of it. */
export async function eraseCustomer(tx: Tx, purchase: Erased, now: Date) {
  const { organizationId, checkoutId } = purchase;
  await tx.query(sql`
    update reservations r set name = ${ERASED_NAME}, note = null
      from checkouts c
     where c.organization_id = ${organizationId} and c.id = ${checkoutId}
       and r.organization_id = ${organizationId} and ${isReservationOf}`);
  await tx.query(sql`
    update checkouts c
       set customer_name = ${ERASED_NAME}, customer_email = ${ERASED_EMAIL}, customer_phone = null,
           buyer_reference = null, attendees = ${attendeesWithout(purchase)},
           success_url = ${homePage(sql`c.success_url`)}, cancel_url = ${homePage(sql`c.cancel_url`)},
           erased_at = ${now}
     where c.organization_id = ${organizationId} and c.id = ${checkoutId}`);
  await tx.query(sql`
    update orders
       set customer_name = ${ERASED_NAME}, customer_email = ${ERASED_EMAIL}, customer_phone = null, note = null
     where organization_id = ${organizationId} and checkout_id = ${checkoutId}`);
  await tx.query(sql`
    update sandbox_sessions s set success_url = ${homePage(sql`s.success_url`)}
      from payment_attempts a
     where a.organization_id = ${organizationId} and a.checkout_id = ${checkoutId}
       and s.organization_id = a.organization_id and s.attempt_id = a.id`);
}

/** Condition: the mail is about the purchase, to the person or about one of these tickets. */
const isTheirMail = ({ organizationId, email, checkoutId, orderId }: Erased, ticketIds: Uuid[]): Sql => sql`
  m.organization_id = ${organizationId} and (m.order_id = ${orderId} or m.checkout_id = ${checkoutId})
   and (lower(m.recipient) = lower(${email}) or m.ticket_id = any(${ticketIds}::uuid[]))`;

/** The mails that `eraseMails` will find. */
export async function listMailIds(db: Queryable, purchase: Erased): Promise<Uuid[]> {
  const tickets = purchase.role === 'buyer' ? await listTicketsOfPerson(db, purchase) : [];
  const rows = await db.query<{ id: Uuid }>(sql`select m.id from mails m where ${isTheirMail(purchase, tickets)}`);
  return rows.map(({ id }) => id);
}

async function listTicketsOfPerson(db: Queryable, purchase: Erased): Promise<Uuid[]> {
  const { organizationId, orderId } = purchase;
  const rows = await db.query<{ id: Uuid }>(sql`
    select t.id from tickets t join orders o on o.organization_id = t.organization_id and o.id = t.order_id
     where t.organization_id = ${organizationId} and t.order_id = ${orderId} and ${isPerson(purchase, ATTENDEE_OF_TICKET)}`);
  return rows.map(({ id }) => id);
}

/** Forgets the person as the recipient of mails. @returns the ids of all of them */
export async function eraseMails(tx: Tx, purchase: Erased, ticketIds: Uuid[]): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(sql`
    update mails m set ${FORGOTTEN} where ${isTheirMail(purchase, ticketIds)} returning m.id`);
  return rows.map(({ id }) => id);
}

/**
 * Replaces the buyer's name in these notifications, and forgets what endpoints answered to them. Nothing else changes a
 * notification, so they may have been read before this transaction. @returns how many still had the name
 */
export async function eraseNotifications(
  tx: Tx,
  organizationId: Uuid,
  notifications: { id: Uuid; body: string }[],
): Promise<number> {
  const rows = notifications.flatMap(({ id, body }) => withoutName(id, body) ?? []);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await tx.query(sql`
    update notifications n set body = erased.body
      from unnest(${ids}::uuid[], ${rows.map(({ body }) => body)}::text[]) as erased (id, body)
     where n.organization_id = ${organizationId} and n.id = erased.id`);
  await tx.query(sql`
    update webhook_attempts a set response_start = null
      from webhook_deliveries d
     where d.organization_id = ${organizationId} and d.notification_id = any(${ids}::uuid[])
       and a.organization_id = d.organization_id and a.delivery_id = d.id and a.response_start is not null`);
  return rows.length;
}

/** The order of the fields stays as in the original. @returns undefined when the name is replaced already */
function withoutName(id: Uuid, body: string): { id: Uuid; body: string } | undefined {
  const notification = JSON.parse(body) as { data: { customer: { name: string } } };
  const { customer } = notification.data;
  if (customer.name === ERASED_NAME) return undefined;
  customer.name = ERASED_NAME;
  return { id, body: JSON.stringify(notification) };
}

/**
 * Replaces the person in up to `limit` subscriptions whose paid period is over: their customer becomes the
 * subscription's own id, which identifies no person and is unique. @returns their ids
 */
export async function eraseSubscriptions(
  tx: Tx,
  { organizationId, email }: Person,
  { limit, now }: { limit: number; now: Date },
): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(sql`
    update subscriptions
       set customer_name = ${ERASED_NAME}, customer_email = ${ERASED_EMAIL}, customer_id = id,
           updated_at = ${now}
     where organization_id = ${organizationId} and id = any(array(
             select id from subscriptions
              where organization_id = ${organizationId} and lower(customer_email) = lower(${email})
                and current_period_end <= ${now} limit ${limit}))
       and lower(customer_email) = lower(${email})
    returning id`);
  return rows.map(({ id }) => id);
}

/** Events of which the person is on a waiting list, or was. */
export async function listEventsWaitedFor(
  db: Queryable,
  { organizationId, email }: Person,
  most: number,
): Promise<Uuid[]> {
  const rows = await db.query<{ eventId: Uuid }>(sql`
    select distinct event_id from waiting_list_entries
     where organization_id = ${organizationId} and lower(customer_email) = lower(${email})
     order by event_id limit ${most}`);
  return rows.map(({ eventId }) => eventId);
}

/** Entries of the person on the waiting lists of an event. */
export async function listEntryIds(db: Queryable, { organizationId, email }: Person, eventId: Uuid): Promise<Uuid[]> {
  const rows = await db.query<{ id: Uuid }>(sql`
    select id from waiting_list_entries
     where organization_id = ${organizationId} and event_id = ${eventId} and lower(customer_email) = lower(${email})`);
  return rows.map(({ id }) => id);
}

/** Replaces the person in the entries of an event; waiting entries leave the list. The event is locked. */
export async function eraseEntries(tx: Tx, { organizationId, email }: Person, eventId: Uuid) {
  return tx.query<{ id: Uuid; tierId: Uuid; quantity: number; wasWaiting: boolean }>(sql`
    with theirs as (
      select id, status = 'waiting' as was_waiting from waiting_list_entries
       where organization_id = ${organizationId} and event_id = ${eventId}
         and lower(customer_email) = lower(${email}) for update)
    update waiting_list_entries w
       set status = case when w.status = 'waiting' then 'left' else w.status end, kept_since = null,
           customer_name = ${ERASED_NAME}, customer_email = ${ERASED_EMAIL}, customer_phone = null,
           success_url = ${homePage(sql`w.success_url`)}, cancel_url = ${homePage(sql`w.cancel_url`)}
      from theirs
     where w.organization_id = ${organizationId} and w.id = theirs.id
    returning w.id, w.tier_id, w.quantity, theirs.was_waiting`);
}
