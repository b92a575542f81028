import { type Static, Type } from 'typebox';
import { Amount, Instant, Uuid as UuidField } from '../platform/http/contract/fields.ts';
import type { Uuid } from '../values/uuid.ts';

const ofTicket = {
  ticket_id: UuidField(),
  event_id: UuidField(),
  customer: Type.Object({ name: Type.String() }),
};
const amount = Amount('PHP: what this ticket cost after discount, 0 when it was free.');

/** The data of each type of notification, with exactly these keys. */
export const NOTIFICATION_DATA = {
  'ticket.purchased': Type.Object({ ...ofTicket, amount }),
  'ticket.refunded': Type.Object({ ...ofTicket, amount }),
  'ticket.changed': Type.Object({ ...ofTicket, amount }),
  'ticket.checked_in': Type.Object({ ...ofTicket, checked_in_at: Instant() }),
  'event.updated': Type.Object({
    event_id: UuidField(),
    status: Type.String({ description: 'The new status.' }),
    changed: Type.Array(Type.String(), {
      description: 'Field names; ticket_tiers or seating_plan for changes inside them.',
    }),
  }),
};

export type NotificationType = keyof typeof NOTIFICATION_DATA;

/** What an endpoint can subscribe to. */
export const NOTIFICATION_TYPES = Object.keys(NOTIFICATION_DATA) as NotificationType[];

export type Notification = {
  [Type in NotificationType]: { type: Type; data: Static<(typeof NOTIFICATION_DATA)[Type]> };
}[NotificationType];

/** Sent on request to one endpoint, never subscribed to. */
export const TEST_TYPE = 'webhook.test';
export const TEST_DATA = Type.Object({ webhook_id: UuidField() });

/** Serialized once: these bytes are what is stored, signed and sent. */
export const notificationBody = (id: Uuid, type: string, data: object, createdAt: string): string =>
  JSON.stringify({ id, type, created_at: createdAt, data });
