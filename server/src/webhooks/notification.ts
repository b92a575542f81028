import { type Static, Type } from 'typebox';
import type { Caller } from '../platform/http/callers/caller.ts';
import { Amount, Instant, Uuid as UuidField } from '../platform/http/contract/fields.ts';
import type { Uuid } from '../values/uuid.ts';
import type { WebhookRow } from './tables.ts';

const ofTicket = {
  ticket_id: UuidField(),
  event_id: UuidField(),
  customer: Type.Object({ name: Type.String() }),
};
const amount = Amount('PHP: what this ticket cost after discount, 0 when it was free.');
const ofOrder = {
  order_id: UuidField(),
  event_id: UuidField(),
  ticket_ids: Type.Array(UuidField()),
};
const ofEntry = {
  entry_id: UuidField(),
  event_id: UuidField(),
  tier_id: UuidField(),
  quantity: Type.Integer(),
};
const ofSubscription = {
  subscription_id: UuidField(),
  tier_id: UuidField(),
  current_period_end: Instant('The fan has access until then.'),
};

/** The data of each type of notification, with exactly these keys. */
export const NOTIFICATION_DATA = {
  'ticket.purchased': Type.Object({ ...ofTicket, amount }),
  'ticket.refunded': Type.Object({ ...ofTicket, amount }),
  'ticket.changed': Type.Object({ ...ofTicket, amount }),
  'ticket.checked_in': Type.Object({ ...ofTicket, checked_in_at: Instant() }),
  'order.refunded': Type.Object({
    ...ofOrder,
    amount: Amount('PHP: what is given back, 0 when the tickets were free.'),
    status: Type.String({ description: 'The new status: `partially_refunded` or `refunded`.' }),
  }),
  'order.changed': Type.Object({
    ...ofOrder,
    difference: Amount('PHP: what the change costs; below 0 when it is given back.'),
  }),
  'checkout.expired': Type.Object({
    checkout_id: Type.String(),
    event_id: UuidField(),
    quantity: Type.Integer({ description: 'Places that are free again.' }),
  }),
  'waiting_list.joined': Type.Object(ofEntry),
  'waiting_list.offered': Type.Object({
    ...ofEntry,
    checkout_id: Type.String({ description: 'Holds the places that are offered.' }),
    expires_at: Instant('When the offer ends.'),
  }),
  'waiting_list.left': Type.Object(ofEntry),
  'subscription.cancelled': Type.Object(ofSubscription),
  'subscription.expired': Type.Object(ofSubscription),
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

export const PAYLOADS = ['full', 'thin'] as const satisfies readonly WebhookRow['payload'][];
export type Payload = (typeof PAYLOADS)[number];

/** A notification as it is sent. */
export interface NotificationBody {
  id: Uuid;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

/**
 * The notification in this payload. Thin: of the data only the ids of what it is about, so that nothing of a person
 * leaves the service, and the receiver reads the rest through the API.
 */
export function inPayload(body: NotificationBody, payload: Payload): NotificationBody {
  if (payload === 'full') return body;
  return { ...body, data: Object.fromEntries(Object.entries(body.data).filter(([name]) => /_ids?$/.test(name))) };
}

/** The checkout of an offer is the page of its buyer: a caller who cannot sell reads null. */
export const readableBy = ({ access }: Pick<Caller, 'access'>, body: NotificationBody): NotificationBody =>
  body.type === 'waiting_list.offered' && !access.has('sell')
    ? { ...body, data: { ...body.data, checkout_id: null } }
    : body;

/** The bytes that an endpoint with this payload gets: stored ones, or a part of them. */
export const bytesInPayload = (body: string, payload: Payload): string =>
  payload === 'full' ? body : JSON.stringify(inPayload(JSON.parse(body), payload));
