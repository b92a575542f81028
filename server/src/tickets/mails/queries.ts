import sql, { raw, type Sql } from 'sql-template-tag';
import { namesAttendee } from '../../checkouts/queries.ts';
import type { EventFacts } from '../../mail/mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ERASED_EMAIL } from '../../values/erased.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Ticket } from '../ticket.ts';

/* Recipients of mails: recipient, order_id, ticket_id and details of each mail, for `insertMailsTo`. */

/**
 * Condition: the attendee of ticket `t` of order `o` gets mails. The buyer of a free order must first confirm the named
 * attendees, because they could be strangers. The holder of a ticket that was passed on needs no confirmation.
 */
export const attendeeGetsMail = raw('(o.attendees_mailed or t.passed_on > 0)');

/** The attendees of these tickets whose address is not the buyer's, a mail for each ticket. */
export const attendeesOfTickets = (organizationId: Uuid, ticketIds: Uuid[], details: object): Sql => sql`
  select t.attendee_email as recipient, t.order_id, t.id as ticket_id, ${details}::jsonb as details
    from tickets t
    join orders o on o.organization_id = t.organization_id and o.id = t.order_id
   where t.organization_id = ${organizationId} and t.id = any(${ticketIds}::uuid[])
     and ${attendeeGetsMail} and lower(t.attendee_email) <> lower(o.customer_email)`;

/** Condition on mail `m`. */
const mayHaveArrived = raw(`(m.status = 'sent' or m.status = 'pending' and m.attempts > m.refusals)`);

/** The address that the buyer of an order had before, if an e-mail about it was sent there, or may have been. */
export const formerAddress = (organizationId: Uuid, orderId: Uuid, address: string): Sql => sql`
  select ${address}::text as recipient, o.id as order_id, null::uuid as ticket_id, '{}'::jsonb as details
    from orders o
   where o.organization_id = ${organizationId} and o.id = ${orderId}
     and exists (select 1 from mails m
                  where m.organization_id = ${organizationId} and m.order_id = o.id and ${mayHaveArrived}
                    and lower(m.recipient) = lower(${address}))`;

/** A ticket as it was before its holder changed. */
export type FormerTicket = Pick<Ticket, 'id' | 'ticketNumber'> & { attendee: Pick<Ticket['attendee'], 'email'> };

/**
 * The guest who had this ticket before it was passed on just now, and got an e-mail with it, or may get one that is
 * being sent. Not the buyer, nor a guest who keeps the ticket under another name.
 */
export const formerHolder = (organizationId: Uuid, { id, ticketNumber, attendee }: FormerTicket): Sql => sql`
  select ${attendee.email}::text as recipient, t.order_id, t.id as ticket_id,
         ${{ ticket_number: ticketNumber }}::jsonb as details
    from tickets t
    join orders o on o.organization_id = t.organization_id and o.id = t.order_id
   where t.organization_id = ${organizationId} and t.id = ${id}
     and lower(${attendee.email}::text) not in (lower(o.customer_email), coalesce(lower(t.attendee_email), ''))
     and exists (select 1 from mails m
                  where m.organization_id = ${organizationId} and m.order_id = t.order_id and m.ticket_id = t.id
                    and m.kind in ('tickets', 'passed_on', 'new_code', 'places_changed')
                    and ${mayHaveArrived} and lower(m.recipient) = lower(${attendee.email}::text))`;

/**
 * The buyers of an event's cancelled and used tickets, one e-mail for each order, and the attendees with an address of
 * their own, one for each address and order. The money goes to the buyer.
 */
export const holdersOfCancelledEvent = (organizationId: Uuid, eventId: Uuid): Sql => sql`
  select o.customer_email as recipient, t.order_id, null::uuid as ticket_id,
         jsonb_build_object('tickets', count(*) filter (where t.status = 'cancelled'),
           'amount_centavos', coalesce(sum(t.amount_centavos) filter (where t.status = 'cancelled'), 0),
           'used_tickets', count(*) filter (where t.status = 'used')) as details
    from tickets t
    join orders o on o.organization_id = t.organization_id and o.id = t.order_id
   where t.organization_id = ${organizationId} and t.event_id = ${eventId} and t.status in ('cancelled', 'used')
   group by t.order_id, o.customer_email
  union all
  select (array_agg(t.attendee_email order by t.ticket_number))[1], t.order_id,
         (array_agg(t.id order by t.ticket_number))[1],
         jsonb_build_object('tickets', count(*) filter (where t.status = 'cancelled'), 'amount_centavos', 0,
           'used_tickets', count(*) filter (where t.status = 'used'))
    from tickets t
    join orders o on o.organization_id = t.organization_id and o.id = t.order_id
   where t.organization_id = ${organizationId} and t.event_id = ${eventId} and t.status in ('cancelled', 'used')
     and t.attendee_email is not null and ${attendeeGetsMail} and lower(t.attendee_email) <> lower(o.customer_email)
   group by t.order_id, lower(t.attendee_email)`;

/** The buyers of an event's valid tickets, and the attendees with an address of their own. */
export const holdersOfEvent = (organizationId: Uuid, eventId: Uuid, before: EventFacts): Sql => sql`
  select recipients.*, ${before}::jsonb as details from (
    select o.customer_email as recipient, o.id as order_id, null::uuid as ticket_id from orders o
     where o.organization_id = ${organizationId} and o.event_id = ${eventId}
       and exists (select 1 from tickets t
                    where t.organization_id = ${organizationId} and t.order_id = o.id and t.status = 'valid')
    union all
    select * from (
      select distinct on (o.id, lower(t.attendee_email)) t.attendee_email, o.id, t.id from tickets t
        join orders o on o.organization_id = t.organization_id and o.id = t.order_id
       where t.organization_id = ${organizationId} and t.event_id = ${eventId} and t.status = 'valid'
         and ${attendeeGetsMail} and lower(t.attendee_email) <> lower(o.customer_email)
       order by o.id, lower(t.attendee_email), t.ticket_number) attendees) recipients`;

/**
 * Mails that tell a guest about all of their tickets of an order name one of them. Mails that name this ticket are
 * changed to name another one that the guest has.
 */
export async function moveMailsToOtherTickets(
  tx: Tx,
  { organizationId, orderId, ticketId }: { organizationId: Uuid; orderId: Uuid; ticketId: Uuid },
) {
  await tx.query(sql`
    update mails m set ticket_id = other.id
      from (select distinct on (lower(t.attendee_email)) t.id, lower(t.attendee_email) as address from tickets t
             where t.organization_id = ${organizationId} and t.order_id = ${orderId} and t.id <> ${ticketId}
               and t.status = 'valid' and t.attendee_email is not null
             order by lower(t.attendee_email), t.ticket_number) other
     where m.organization_id = ${organizationId} and m.order_id = ${orderId} and m.ticket_id = ${ticketId}
       and m.kind in ('event_changed', 'event_cancelled') and lower(m.recipient) = other.address`);
}

/**
 * The tickets of an event that an address has, as their buyer or as an attendee, but refunded ones: id, order_id, and
 * ticket_id, which is null for a buyer.
 */
export const ticketsOfAddress = (organizationId: Uuid, eventId: Sql, address: Sql): Sql => sql`
  select t.id, o.id as order_id, p.ticket_id
    from (select c.id from checkouts c
           where c.organization_id = ${organizationId} and lower(c.customer_email) = lower(${address})
             and c.erased_at is null
          union
          select c.id from checkouts c
           where c.organization_id = ${organizationId} and ${namesAttendee(address)}) c
    join orders o on o.organization_id = ${organizationId} and o.checkout_id = c.id
    join tickets t on t.organization_id = o.organization_id and t.order_id = o.id
   cross join lateral (values
     (o.customer_email, null::uuid, t.passed_on = 0),
     (t.attendee_email, t.id, ${attendeeGetsMail})
   ) p (recipient, ticket_id, is_meant)
   where o.event_id = ${eventId} and t.status <> 'refunded' and p.is_meant
     and lower(p.recipient) = lower(${address})`;

/**
 * A message of the organizer reaches an address once, whatever tickets it has. Mails of messages about this ticket, or
 * to a buyer of the order (null), name another ticket or order of the event that the address has.
 */
export async function moveMessagesToOtherTickets(
  tx: Tx,
  {
    organizationId,
    eventId,
    orderId,
    ticketId,
  }: { organizationId: Uuid; eventId: Uuid; orderId: Uuid; ticketId: Uuid | null },
) {
  await tx.query(sql`
    update mails set order_id = other.order_id, ticket_id = other.ticket_id
      from (select m.id, found.* from mails m
             cross join lateral (
               select held.order_id, held.ticket_id
                 from (${ticketsOfAddress(organizationId, sql`${eventId}::uuid`, sql`m.recipient`)}) held
                where held.id is distinct from ${ticketId}
                order by held.ticket_id nulls first limit 1) found
             where m.organization_id = ${organizationId} and m.order_id = ${orderId}
               and m.ticket_id is not distinct from ${ticketId}
               and m.kind = 'message' and m.recipient <> ${ERASED_EMAIL}) other
     where mails.organization_id = ${organizationId} and mails.id = other.id`);
}
