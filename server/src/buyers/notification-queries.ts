import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { firstIdAt, type Uuid } from '../values/uuid.ts';

export interface TicketNotification {
  id: Uuid;
  body: string;
  orderId: Uuid;
}

/**
 * The notifications about the tickets of the orders. No index leads from a ticket to its notifications: it would cost
 * every sale and every check-in more than exports and erasures save. But the id of a notification begins with the
 * millisecond of the change, which the ticket stores, and for a check-in that was undone since then the audit log,
 * which is kept at least as long as the notifications. Notifications of other tickets in the same milliseconds are left
 * out here: a join would compare each with every ticket of a large order.
 */
export async function listTicketNotifications(
  db: Queryable,
  organizationId: Uuid,
  orderIds: Uuid[],
): Promise<TicketNotification[]> {
  const changes = await listChanges(db, organizationId, orderIds);
  const orders = new Map(changes.map(({ ticketId, orderId }) => [ticketId, orderId]));
  const found = await listNotificationsAt(db, organizationId, [...new Set(changes.map(({ at }) => at.getTime()))]);
  return found.flatMap(({ id, body, ticketId }) => {
    const orderId = orders.get(ticketId);
    return orderId ? [{ id, body, orderId }] : [];
  });
}

/** When something happened to the tickets of which a notification tells. */
const listChanges = (db: Queryable, organizationId: Uuid, orderIds: Uuid[]) =>
  db.query<{ ticketId: Uuid; orderId: Uuid; at: Date }>(sql`
    with theirs as materialized (
      select id, order_id, status, purchased_at, changed_at from tickets
       where organization_id = ${organizationId} and order_id = any(${orderIds}::uuid[]))
    select id as ticket_id, order_id, purchased_at as at from theirs
    union all select id, order_id, changed_at from theirs where status in ('used', 'refunded')
    union all select t.id, t.order_id, c.created_at from theirs t
      join order_changes c on c.organization_id = ${organizationId} and c.order_id = t.order_id
    union all select t.id, t.order_id, a.at from theirs t cross join lateral (
      select at from audit_log
       where organization_id = ${organizationId} and subject_id = t.id::text and action = 'ticket.checked_in'
       offset 0) a`);

/** The notifications about tickets of these milliseconds. `offset 0`: each is looked up through the primary key. */
const listNotificationsAt = (db: Queryable, organizationId: Uuid, times: number[]) =>
  db.query<{ id: Uuid; body: string; ticketId: Uuid }>(sql`
    select n.* from unnest(${times.map((ms) => firstIdAt(new Date(ms)))}::uuid[],
                           ${times.map((ms) => firstIdAt(new Date(ms + 1)))}::uuid[]) as ids (first, after)
      cross join lateral (
        select id, body, body::json -> 'data' ->> 'ticket_id' as ticket_id from notifications
         where organization_id = ${organizationId} and id >= ids.first and id < ids.after
           and type in ('ticket.purchased', 'ticket.refunded', 'ticket.changed', 'ticket.checked_in') offset 0) n
     order by n.id`);
