import sql, { empty, raw } from 'sql-template-tag';
import { planAnew, type Tx, write } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Audience } from './message.ts';

/** The last ticket that a step took: the time of its order, the order, and the place in it. */
export interface Position {
  paidAt: Date;
  orderId: Uuid;
  position: number;
}

/** A message that is being sent. */
export interface Sending extends Audience {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  /** null: nothing was taken yet. */
  after: Position | null;
}

interface SendingRow extends Audience {
  eventId: Uuid;
  afterPaidAt: Date | null;
  afterOrderId: Uuid | null;
  afterPosition: number | null;
}

/** @returns undefined when it was cancelled or sent meanwhile, or another instance works on it */
export async function lockSending(
  tx: Tx,
  { organizationId, id, now }: { organizationId: Uuid; id: Uuid; now: Date },
): Promise<Sending | undefined> {
  const [row] = await tx.query<SendingRow>(sql`
    select event_id, tier_ids, checked_in, after_paid_at, after_order_id, after_position from messages
     where organization_id = ${organizationId} and id = ${id} and status in ('scheduled', 'sending') and send_at <= ${now}
       for no key update skip locked`);
  if (!row) return undefined;
  const { afterPaidAt: paidAt, afterOrderId: orderId, afterPosition: position, ...message } = row;
  const after = paidAt === null || orderId === null || position === null ? null : { paidAt, orderId, position };
  return { organizationId, id, ...message, after };
}

export interface TicketAhead extends Position {
  ticketId: Uuid;
}

/**
 * The next `limit` tickets of the event after the position, whatever their status, in an order that never changes: that
 * of the payments, then of the places in an order. At least one, unless there are none. It reads as many orders at
 * most, and no more tickets than twice the limit, wherever the position is.
 */
export async function listTicketsAhead(
  tx: Tx,
  { organizationId, eventId, after }: Pick<Sending, 'organizationId' | 'eventId' | 'after'>,
  limit: number,
): Promise<TicketAhead[]> {
  const left = after
    ? sql`case o.id when ${after.orderId}::uuid then o.quantity - ${after.position + 1}::int else o.quantity end`
    : raw('o.quantity');
  await planAnew(tx);
  return tx.query<TicketAhead>(sql`
    with ahead as (
      select o.id, o.paid_at,
             sum(o.tickets) over (order by o.paid_at, o.id rows unbounded preceding) - o.tickets as tickets_before
        from (select o.id, o.paid_at, ${left} as tickets from orders o
               where o.organization_id = ${organizationId} and o.event_id = ${eventId}
                 ${after ? sql`and (o.paid_at, o.id) >= (${after.paidAt}, ${after.orderId}::uuid)` : empty}
               order by o.paid_at, o.id limit ${limit + 1}) o)
    select o.paid_at, o.id as order_id, t.position, t.id as ticket_id
      from ahead o cross join lateral (
        select t.id, t.position from tickets t
         where t.organization_id = ${organizationId} and t.order_id = o.id
           ${after ? sql`and (o.id <> ${after.orderId}::uuid or t.position > ${after.position})` : empty}
         order by t.position limit ${limit}) t
     where o.tickets_before < ${limit}
     order by o.paid_at, o.id, t.position limit ${limit}`);
}

/**
 * Locks the checkouts of these orders, so that an erasure of a buyer's data and a change of an attendee come before the
 * addresses are read, or after the mails are recorded.
 */
export async function lockCheckoutsOf(tx: Tx, organizationId: Uuid, orderIds: Uuid[]) {
  await tx.query(sql`
    select 1 from checkouts
     where organization_id = ${organizationId} and id = any(array(
             select checkout_id from orders where organization_id = ${organizationId} and id = any(${orderIds}::uuid[])))
     order by id for share`);
}

/** The mails of these tickets were recorded. */
export const saveStep = (
  tx: Tx,
  { organizationId, id }: Pick<Sending, 'organizationId' | 'id'>,
  { after, mails, leftOut }: { after: Position; mails: number; leftOut: number },
): void =>
  write(
    tx,
    sql`
    update messages
       set status = 'sending', mails = mails + ${mails}, left_out = left_out + ${leftOut},
           after_paid_at = ${after.paidAt}, after_order_id = ${after.orderId}, after_position = ${after.position}
     where organization_id = ${organizationId} and id = ${id}`,
  );

/** No ticket is left. */
export const markSent = (tx: Tx, { organizationId, id }: Pick<Sending, 'organizationId' | 'id'>, now: Date): void =>
  write(
    tx,
    sql`
    update messages set status = 'sent', ended_at = ${now}
     where organization_id = ${organizationId} and id = ${id}`,
  );

/** The message is due and has to wait, for the mails before or for the next day. */
export const markSending = (tx: Tx, { organizationId, id }: Pick<Sending, 'organizationId' | 'id'>): void =>
  write(
    tx,
    sql`
    update messages set status = 'sending'
     where organization_id = ${organizationId} and id = ${id} and status = 'scheduled'`,
  );
