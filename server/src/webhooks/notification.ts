import type { Uuid } from '../uuid.ts';

/** What organizers' programs are told; exactly these keys. */
interface NotificationData {
  'ticket.purchased': { ticket_id: Uuid; event_id: Uuid; customer: { name: string }; amount: number };
  'ticket.refunded': { ticket_id: Uuid; event_id: Uuid; customer: { name: string }; amount: number };
  'ticket.checked_in': { ticket_id: Uuid; event_id: Uuid; customer: { name: string }; checked_in_at: string };
  'event.updated': { event_id: Uuid; status: string; changed: string[] };
}

/** What an endpoint can subscribe to. */
export const NOTIFICATION_TYPES = [
  'ticket.purchased',
  'ticket.refunded',
  'ticket.checked_in',
  'event.updated',
] as const satisfies (keyof NotificationData)[];

export type NotificationType = keyof NotificationData;

export type Notification = {
  [Type in NotificationType]: { type: Type; data: NotificationData[Type] };
}[NotificationType];

/** Sent on request to one endpoint, never subscribed to. */
export const TEST_TYPE = 'webhook.test';

/** Serialized once: these bytes are what is stored, signed and sent. */
export const notificationBody = (id: Uuid, type: string, data: object, createdAt: string): string =>
  JSON.stringify({ id, type, created_at: createdAt, data });
