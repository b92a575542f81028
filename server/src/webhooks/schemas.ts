import { type Static, Type } from 'typebox';
import type { Fields } from '../audit-log/change.ts';
import { GivenUrl, HttpsUrl, Instant, Name, nullable, optional, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { TimeRangeQuery, timeRangeFrom } from '../platform/http/contract/time-range.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { fieldRefusals, requestRefusals } from '../platform/refusals/request-refusals.ts';
import { NOTIFICATION_TYPES, PAYLOADS } from './notification.ts';
import { MOST_REPLAYED } from './replay-deliveries.ts';
import { type Attempt, DELIVERY_STATUSES, type Delivery, SECRET_PATTERN, type Webhook } from './webhook.ts';

/** A list may repeat a type, but not without limit. */
const MAX_EVENTS = 100;

const Url = HttpsUrl('Where to deliver: a public https address.');
const NotificationTypeSchema = Enum(
  'NotificationType',
  'A kind of notification that an endpoint can subscribe to.',
  NOTIFICATION_TYPES,
);
const Events = Type.Array(NotificationTypeSchema, { minItems: 1, maxItems: MAX_EVENTS });

export const PayloadSchema = Enum(
  'NotificationPayload',
  'full: all that the type has. thin: the ids in `data` alone, and nothing of a person.',
  PAYLOADS,
);

export const NewWebhook = Model('WebhookInput', 'An endpoint to register.', {
  url: Url,
  events: Events,
  payload: optional(described(PayloadSchema, 'What is sent; default full.')),
});

export const WebhookChanges = Model('WebhookChanges', 'The fields to change; omitted fields stay.', {
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  payload: optional(described(PayloadSchema, 'Also of pending deliveries. null: full.')),
  is_active: optional(Type.Boolean()),
});

const webhookFields = {
  id: Uuid(),
  url: GivenUrl(),
  events: Type.Array(NotificationTypeSchema),
  payload: PayloadSchema,
  is_active: Type.Boolean(),
  disabled_reason: nullable(Type.String({ description: 'Why the service disabled it.' })),
  failing_since: nullable(Instant('First failure after the last success.')),
  created_at: Instant(),
  updated_at: Instant(),
};

export const WebhookJson = Model('Webhook', 'An endpoint that receives notifications.', webhookFields);
export const WebhookWithSecretJson = Model('WebhookWithSecret', 'An endpoint with its new secret.', {
  ...webhookFields,
  secret: Type.String({ pattern: SECRET_PATTERN, description: 'Signs the deliveries. Shown this once.' }),
});
export const WebhookListJson = Model('WebhookList', 'A page of endpoints, newest first.', {
  webhooks: Type.Array(WebhookJson),
  meta: PageMeta,
});

export const RotateQuery = Type.Object({
  immediately: Type.Optional(
    Type.Boolean({ default: false, description: 'End the old secret now, not after 24 hours.' }),
  ),
});

const AttemptJson = Model('DeliveryAttempt', 'One delivery attempt.', {
  at: Instant(),
  duration_ms: Type.Integer(),
  response_status: nullable(Type.Integer()),
  error: nullable(Type.String({ description: 'Why there was no full response.' })),
  response: nullable(Type.String({ description: 'First 1 KB of the response.' })),
});

const DeliveryStatusSchema = Enum(
  'DeliveryStatus',
  'pending: being sent, or waiting for a retry. failed: not retried any more.',
  DELIVERY_STATUSES,
);

const deliveryFields = {
  id: Uuid(),
  webhook_id: Uuid(),
  event_id: Uuid('Notification id: the same in every attempt and at every endpoint.'),
  type: Type.String(),
  status: DeliveryStatusSchema,
  attempts: Type.Integer(),
  response_status: nullable(Type.Integer()),
  last_attempt_at: nullable(Instant()),
  next_attempt_at: nullable(Instant()),
  created_at: Instant(),
  attempt_log: Type.Array(AttemptJson, { description: 'Oldest first.' }),
};
export const DeliveryJson = Model('Delivery', 'One notification to one endpoint, with all attempts.', deliveryFields);
export const DeliveryWithBodyJson = Model('DeliveryWithBody', 'A delivery with what is sent.', {
  ...deliveryFields,
  body: Type.String({
    description:
      'The bytes that are signed and sent. For callers without `sell` the `checkout_id` of an offer is null.',
  }),
});
export const DeliveryListJson = Model('DeliveryList', 'A page of deliveries, newest first.', {
  deliveries: Type.Array(DeliveryJson),
  meta: PageMeta,
});

const range = TimeRangeQuery('Deliveries made');

/** The longest name of a type. */
const MAX_TYPE_LENGTH = 64;

export const DeliveryQuery = Type.Object({
  ...PageQuery(20, 100),
  webhook_id: Type.Optional(Uuid('Only deliveries to this endpoint.')),
  type: Type.Optional(Name(MAX_TYPE_LENGTH, 'Only of this type of notification, `webhook.test` included.')),
  status: Type.Optional(DeliveryStatusSchema),
  ...range,
});

const ReplayStatus = Enum('ReplayStatus', 'failed: everything that failed and did not arrive.', ['failed'] as const);

export const ReplayInput = Model('WebhookReplay', 'What to send to an endpoint again.', {
  delivery_ids: optional(
    Type.Array(Uuid(), {
      minItems: 1,
      maxItems: MOST_REPLAYED,
      description: 'Whatever their status.',
    }),
  ),
  status: optional(described(ReplayStatus, 'Instead of ids.')),
  from: optional(range.from),
  to: optional(range.to),
});

export const ReplayJson = Model('WebhookReplayed', 'What is sent again.', {
  replayed: Type.Integer({ description: 'Notifications on their way again.' }),
  has_more: Type.Boolean({ description: 'Failed ones are left: send it again.' }),
});

/** @throws Refusal 400 when ids were sent with a status or a range, or neither ids nor a status */
export function replayFrom({ delivery_ids: ids, ...chosen }: Static<typeof ReplayInput>, timeZone: string) {
  const { status, ...range } = chosen;
  const field = (['status', 'from', 'to'] as const).find((name) => chosen[name]);
  if (ids && field) throw fieldRefusals.fields_exclude_each_other({ field, other: 'delivery_ids' });
  if (!ids && !status) throw requestRefusals.missing_field({ field: 'delivery_ids' });
  return { deliveryIds: ids ?? undefined, ...timeRangeFrom(range, timeZone) };
}

export const webhookJson = (webhook: Webhook) => shown(WebhookJson, webhook);

export const webhookWithSecretJson = (webhook: Webhook & { secret: string }) => shown(WebhookWithSecretJson, webhook);

/** The fields of a webhook for the audit log, without the secret. */
export const loggedWebhook = (webhook: Webhook): Fields => shown(WebhookChanges, webhook);

const attemptJson = (attempt: Attempt) => shown(AttemptJson, { ...attempt, response: attempt.responseStart });

export const deliveryJson = (delivery: Delivery) =>
  shown(DeliveryJson, {
    ...delivery,
    eventId: delivery.notificationId,
    attemptLog: delivery.attemptLog.map(attemptJson),
  });
