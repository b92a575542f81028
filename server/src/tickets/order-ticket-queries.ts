import sql, { type Sql } from 'sql-template-tag';
import { anyOf } from '../platform/database/any-of.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { readTogether } from '../platform/lanes/read-together.ts';
import type { Uuid } from '../values/uuid.ts';
import { ticketRefusals } from './refusals.ts';
import type { TicketStatus } from './ticket.ts';

/* Tickets by their order, and orders by their tickets. */

/** The order and tickets of a completed checkout. */
export const findPurchase = readTogether('reads of purchases', async (db, organizationId, checkoutIds) => {
  const rows = await db.query<Purchase & { checkoutId: Uuid }>(sql`
    select o.checkout_id, o.id as order_id, o.order_number, o.link_revision + t.revision as revision, t.ids as ticket_ids
      from orders o cross join lateral (
        select coalesce(array_agg(t.id order by t.position), '{}') as ids, coalesce(sum(t.revision), 0) as revision
          from tickets t where t.organization_id = ${organizationId} and t.order_id = o.id) t
     where o.organization_id = ${organizationId} and o.checkout_id = ${anyOf(checkoutIds)}`);
  return new Map(rows.map(({ checkoutId, ...purchase }): [Uuid, Purchase] => [checkoutId, purchase]));
});

interface Purchase {
  orderId: Uuid;
  orderNumber: string;
  /** That the order's link proves. */
  revision: number;
  ticketIds: Uuid[];
}

/** Column of `orders o`: the revision that its link proves, as `ticket-link.ts` says. */
export const orderRevision = (organizationId: Uuid): Sql => sql`
  o.link_revision + (select sum(t.revision) from tickets t
                      where t.organization_id = ${organizationId} and t.order_id = o.id) as revision`;

/** The revision that the order's link proves; undefined: there is no such order. */
export async function findOrderRevision(
  db: Queryable,
  organizationId: Uuid,
  orderId: Uuid,
): Promise<number | undefined> {
  const [row] = await db.query<{ revision: number }>(sql`
    select ${orderRevision(organizationId)} from orders o
     where o.organization_id = ${organizationId} and o.id = ${orderId}`);
  return row?.revision;
}

/** Tickets in the order of the items and of their seats. */
export async function listOrderTickets(db: Queryable, organizationId: Uuid, orderId: Uuid) {
  return db.query<OrderTicket>(sql`
    select t.id, t.ticket_number, t.status, t.tier_id, tier.name as tier_name, t.price_centavos, t.amount_centavos, t.kept_centavos,
           t.passed_on, s.section_label as section, s.row_label as row, s.seat,
           t.revision, t.attendee_name, t.attendee_email
      from tickets t
      join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
      join orders o on o.organization_id = t.organization_id and o.id = t.order_id
      left join seat_claims s on s.organization_id = o.organization_id and s.checkout_id = o.checkout_id
       and s.position = t.position
     where t.organization_id = ${organizationId} and t.order_id = ${orderId} order by t.position`);
}

export interface OrderTicket {
  id: Uuid;
  ticketNumber: string;
  status: TicketStatus;
  tierId: Uuid;
  tierName: string;
  priceCentavos: number;
  amountCentavos: number;
  keptCentavos: number;
  passedOn: number;
  revision: number;
  attendeeName: string | null;
  attendeeEmail: string | null;
  section: string | null;
  row: string | null;
  seat: number | null;
}

export async function findTicketByNumber(db: Queryable, organizationId: Uuid, ticketNumber: string) {
  const [ticket] = await db.query<{ id: Uuid; orderId: Uuid }>(sql`
    select id, order_id from tickets where organization_id = ${organizationId} and ticket_number = ${ticketNumber}`);
  return ticket;
}

/** @throws Refusal 404 when the organization has no such ticket */
export async function getOrderIdOfTicket(db: Queryable, organizationId: Uuid, ticketId: Uuid): Promise<Uuid> {
  const [ticket] = await db.query<{ orderId: Uuid }>(sql`
    select order_id from tickets where organization_id = ${organizationId} and id = ${ticketId}`);
  if (!ticket) throw ticketRefusals.ticket_not_found();
  return ticket.orderId;
}

/** Column: whether a ticket of event `e` that was checked in may be scanned again. */
export const scansAgain = (organizationId: Uuid): Sql => sql`(
  e.re_entry or exists (select 1 from check_in_lists l
                         where l.organization_id = ${organizationId} and l.event_id = e.id and l.deleted_at is null))`;

/** Condition on `tickets t` and their event `e`: the ticket has a code, as `hasCode` says. */
export const hasCodeNow = (organizationId: Uuid): Sql => sql`(
  t.status = 'valid' or (t.status = 'used' and e.status <> 'cancelled' and ${scansAgain(organizationId)}))`;

/**
 * Locks a ticket of the order that has a code against an erasure of the buyer's data, which locks all of them.
 * @returns whether the order has one
 */
export async function lockTicketWithCode(tx: Tx, organizationId: Uuid, orderId: Uuid): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from tickets t join events e on e.organization_id = t.organization_id and e.id = t.event_id
     where t.organization_id = ${organizationId} and t.order_id = ${orderId} and ${hasCodeNow(organizationId)}
     limit 1 for share of t`);
  return rows.length > 0;
}

/** Locks the order's valid tickets against a change of their holders, too. */
export async function lockValidTickets(tx: Tx, organizationId: Uuid, orderId: Uuid) {
  return tx.query<{ id: Uuid; passedOn: number }>(sql`
    select id, passed_on from tickets
     where organization_id = ${organizationId} and order_id = ${orderId} and status = 'valid' order by id for share`);
}

/** Locks a ticket against an erasure of the buyer's data. @returns whether it has a code */
export async function lockTicket(tx: Tx, organizationId: Uuid, ticketId: Uuid): Promise<boolean> {
  const [row] = await tx.query<{ hasCode: boolean }>(sql`
    select ${hasCodeNow(organizationId)} as has_code
      from tickets t join events e on e.organization_id = t.organization_id and e.id = t.event_id
     where t.organization_id = ${organizationId} and t.id = ${ticketId} for share of t`);
  return row?.hasCode ?? false;
}
