import assert from 'node:assert';
import sql, { empty } from 'sql-template-tag';
import type { CheckoutStatus } from '../checkouts/checkout.ts';
import { checkoutRefusals } from '../checkouts/refusals.ts';
import type { DueMail } from '../mail/mail.ts';
import { type OrganizerColumns, organizerColumns, organizerOf } from '../organizations/organizer-queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ticketsOfAddress } from '../tickets/mails/queries.ts';
import { orderRevision } from '../tickets/order-ticket-queries.ts';
import type { Language } from '../values/language.ts';
import { PAYMENT_METHODS } from '../values/payment-method.ts';
import type { Uuid } from '../values/uuid.ts';

interface CheckoutBuyerRow extends OrganizerColumns {
  status: CheckoutStatus;
  expiresAt: Date;
  timeZone: string;
  name: string;
  language: Language | null;
  title: string;
  startDatetime: Date;
}

/** The buyer of a checkout without an order, its event, and how long its places are held. */
export async function getCheckoutBuyer(db: Queryable, organizationId: Uuid, checkoutId: Uuid) {
  const [row] = await db.query<CheckoutBuyerRow>(sql`
    select c.status, c.expires_at, n.time_zone, c.customer_name as name, c.language, e.title, e.start_datetime,
           ${organizerColumns}
      from checkouts c
      join events e on e.organization_id = c.organization_id and e.id = c.event_id
      join organizations n on n.organization_id = c.organization_id
     where c.organization_id = ${organizationId} and c.id = ${checkoutId}`);
  if (!row) throw checkoutRefusals.checkout_not_found();
  return { ...row, organizer: organizerOf(row) };
}

interface OfferRow extends OrganizerColumns {
  title: string;
  tierName: string;
  entryId: Uuid;
  startDatetime: Date;
  timeZone: string;
}

/** What a checkout offers to an entry on the waiting list. */
export async function getOffer(db: Queryable, organizationId: Uuid, checkoutId: Uuid) {
  const [row] = await db.query<OfferRow>(sql`
    select e.title, t.name as tier_name, w.id as entry_id, e.start_datetime, n.time_zone, ${organizerColumns}
      from waiting_list_entries w
      join events e on e.organization_id = w.organization_id and e.id = w.event_id
      join ticket_tiers t on t.organization_id = w.organization_id and t.id = w.tier_id
      join organizations n on n.organization_id = w.organization_id
     where w.organization_id = ${organizationId} and w.checkout_id = ${checkoutId}`);
  assert(row, 'an entry stays while its offer holds places');
  return { ...row, organizer: organizerOf(row) };
}

interface OrderOfBuyerRow extends OrganizerColumns {
  id: Uuid;
  orderNumber: string;
  quantity: number;
  revision: number;
  customerName: string;
  language: Language | null;
  title: string;
  startDatetime: Date;
  timeZone: string;
}

/** The buyer's newest orders, with the revision that the link to each proves. */
export async function listOrdersOfBuyer(
  db: Queryable,
  organizationId: Uuid,
  { email, limit }: { email: string; limit: number },
) {
  const rows = await db.query<OrderOfBuyerRow>(sql`
    select o.id, o.order_number, o.quantity, o.customer_name, c.language, e.title, e.start_datetime, n.time_zone,
           ${organizerColumns}, ${orderRevision(organizationId)}
      from checkouts c
      join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
      join events e on e.organization_id = o.organization_id and e.id = o.event_id
      join organizations n on n.organization_id = o.organization_id
     where c.organization_id = ${organizationId} and lower(c.customer_email) = lower(${email}) and c.erased_at is null
     order by o.paid_at desc, o.id desc limit ${limit}`);
  return rows.map((row) => ({ ...row, organizer: organizerOf(row) }));
}

interface NoticeReader {
  name: string;
  language: Language;
  organizationName: string;
  timeZone: string;
  isTest: boolean;
}

/** The reader of a notice, who may no longer be a member, and the organization that sends it. */
export async function getNoticeReader(db: Queryable, organizationId: Uuid, userId: Uuid) {
  const [row] = await db.query<NoticeReader>(sql`
    select u.name, u.language, o.name as organization_name, o.time_zone, o.test_of is not null as is_test
      from users u cross join organizations o
     where u.id = ${userId} and o.organization_id = ${organizationId}`);
  assert(row, 'users and organizations are never deleted');
  return row;
}

/** What decides whether a mail may be sent. */
export async function getMailRules(
  db: Queryable,
  { organizationId, recipient }: Pick<DueMail, 'organizationId' | 'recipient'>,
) {
  const [row] = await db.query<{ isTest: boolean; isToTeam: boolean }>(sql`
    select o.test_of is not null as is_test,
           exists (select 1 from memberships m join users u on u.id = m.user_id
                    where m.organization_id = o.test_of and u.email = lower(${recipient})) as is_to_team
      from organizations o where o.organization_id = ${organizationId}`);
  assert(row, 'organizations are never deleted');
  return row;
}

interface Addressee {
  organizationId: Uuid;
  orderId: Uuid;
  address: string;
  /** The ticket whose attendee may have the address; null: none. */
  ofTicket: Uuid | 'any' | null;
}

/** Whether the address is that of the order's buyer, or of an attendee. */
export async function isOfOrder(db: Queryable, { organizationId, orderId, address, ofTicket }: Addressee) {
  const rows = await db.query(sql`
    select 1 from orders o
     where o.organization_id = ${organizationId} and o.id = ${orderId}
       and (lower(o.customer_email) = lower(${address})
            or exists (select 1 from tickets t
                        where t.organization_id = ${organizationId} and t.order_id = o.id
                          ${ofTicket === 'any' ? empty : sql`and t.id = ${ofTicket}`}
                          and lower(t.attendee_email) = lower(${address})))`);
  return rows.length > 0;
}

interface EventOfMessage extends OrganizerColumns {
  title: string;
  startDatetime: Date;
  timeZone: string;
}

/** Columns of an event `e` and its organizer `n`. */
const eventOfMessage = sql`e.title, e.start_datetime, n.time_zone, ${organizerColumns}`;

interface MessageMailRow extends EventOfMessage {
  subject: string;
  text: string;
  name: string | null;
  language: Language | null;
  isWanted: boolean;
}

/**
 * What a mail of a message is written from: the attendee's name, or the buyer's, and the language of the order. It is
 * wanted unless the event was cancelled since, the recipient unsubscribed, or has no ticket of the event any more.
 */
export async function getMessageMail(
  db: Queryable,
  { organizationId, messageId, orderId, ticketId, recipient }: DueMail,
) {
  const [row] = await db.query<MessageMailRow>(sql`
    select m.subject, m.text, c.language, ${eventOfMessage},
           case when ${ticketId}::uuid is null then o.customer_name else (
             select t.attendee_name from tickets t where t.organization_id = ${organizationId} and t.id = ${ticketId})
           end as name,
           not m.event_cancelled
             and not exists (select 1 from message_unsubscribes u
                              where u.organization_id = ${organizationId} and u.email = lower(${recipient}))
             and exists (${ticketsOfAddress(organizationId, sql`m.event_id`, sql`${recipient}::text`)}) as is_wanted
      from messages m
      join events e on e.organization_id = m.organization_id and e.id = m.event_id
      join organizations n on n.organization_id = m.organization_id
      join orders o on o.organization_id = m.organization_id and o.id = ${orderId}
      join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
     where m.organization_id = ${organizationId} and m.id = ${messageId}`);
  assert(row, 'messages and orders are never deleted');
  return { ...row, name: row.name ?? '', organizer: organizerOf(row) };
}

export async function getEventOfLetter(db: Queryable, organizationId: Uuid, eventId: Uuid) {
  const [row] = await db.query<EventOfMessage>(sql`
    select ${eventOfMessage}
      from events e join organizations n on n.organization_id = e.organization_id
     where e.organization_id = ${organizationId} and e.id = ${eventId}`);
  assert(row, 'events are never deleted');
  return { ...row, organizer: organizerOf(row) };
}

/** Whether the mail is to the buyer of an order that was paid through a provider: causing such a mail has a price. */
export async function isToPayingBuyer(
  db: Queryable,
  { organizationId, orderId, recipient }: Pick<DueMail, 'organizationId' | 'orderId' | 'recipient'>,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from orders
     where organization_id = ${organizationId} and id = ${orderId} and lower(customer_email) = lower(${recipient})
       and payment_method = any(${PAYMENT_METHODS}::text[])`);
  return rows.length > 0;
}
