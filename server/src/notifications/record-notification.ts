import type { Tx } from '../database/database.ts';
import { newId, type Uuid } from '../uuid.ts';
import { insertNotifications } from './queries.ts';

/** What organizers' programs are told; exactly these keys. */
interface NotificationData {
  'ticket.purchased': { ticket_id: Uuid; event_id: Uuid; customer: { name: string }; amount: number };
  'ticket.refunded': { ticket_id: Uuid; event_id: Uuid; customer: { name: string }; amount: number };
  'ticket.checked_in': { ticket_id: Uuid; event_id: Uuid; customer: { name: string }; checked_in_at: string };
  'event.updated': { event_id: Uuid; status: string; changed: string[] };
}

export type NotificationType = keyof NotificationData;

export type Notification = {
  [Type in NotificationType]: { type: Type; data: NotificationData[Type] };
}[NotificationType];

/**
 * Records what happened, in the transaction that made it happen: either both stand or neither. The body is serialized
 * once; these bytes are what is signed and sent.
 */
export async function recordNotification(
  tx: Tx,
  { organizationId, now, ...notification }: Notification & { organizationId: Uuid; now: Date },
) {
  await recordNotifications(tx, organizationId, [notification], now);
}

export async function recordNotifications(tx: Tx, organizationId: Uuid, notifications: Notification[], now: Date) {
  if (notifications.length === 0) return;
  await insertNotifications(
    tx,
    organizationId,
    notifications.map(({ type, data }) => {
      const id = newId(now);
      return { id, type, body: JSON.stringify({ id, type, created_at: now.toISOString(), data }) };
    }),
    now,
  );
}
