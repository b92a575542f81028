import { type Static, Type } from 'typebox';
import { HttpsUrl, Instant, nullable, optional, Url as UrlField, Uuid } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import { NOTIFICATION_TYPES } from './notification.ts';
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

export const NewWebhook = Model('WebhookInput', 'An endpoint to register.', { url: Url, events: Events });

export const WebhookChanges = Model('WebhookChanges', 'The fields to change; omitted fields stay.', {
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  is_active: optional(Type.Boolean()),
});

const webhookFields = {
  id: Uuid(),
  url: UrlField(),
  events: Type.Array(NotificationTypeSchema),
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

export const DeliveryJson = Model('Delivery', 'One notification to one endpoint, with all attempts.', {
  id: Uuid(),
  event_id: Uuid('Notification id: the same in every attempt and at every endpoint.'),
  type: Type.String(),
  status: DeliveryStatusSchema,
  attempts: Type.Integer(),
  response_status: nullable(Type.Integer()),
  last_attempt_at: nullable(Instant()),
  next_attempt_at: nullable(Instant()),
  created_at: Instant(),
  attempt_log: Type.Array(AttemptJson, { description: 'Oldest first.' }),
});
export const DeliveryListJson = Model('DeliveryList', 'A page of deliveries to an endpoint, newest first.', {
  deliveries: Type.Array(DeliveryJson),
  meta: PageMeta,
});

export const webhookJson = (webhook: Webhook): Static<typeof WebhookJson> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  is_active: webhook.isActive,
  disabled_reason: webhook.disabledReason,
  failing_since: webhook.failingSince?.toISOString() ?? null,
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
});

export const webhookWithSecretJson = (webhook: Webhook & { secret: string }): Static<typeof WebhookWithSecretJson> => ({
  ...webhookJson(webhook),
  secret: webhook.secret,
});

const attemptJson = (attempt: Attempt): Static<typeof AttemptJson> => ({
  at: attempt.at.toISOString(),
  duration_ms: attempt.durationMs,
  response_status: attempt.responseStatus,
  error: attempt.error,
  response: attempt.responseStart,
});

export const deliveryJson = (delivery: Delivery): Static<typeof DeliveryJson> => ({
  id: delivery.id,
  event_id: delivery.notificationId,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  response_status: delivery.responseStatus,
  last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  created_at: delivery.createdAt.toISOString(),
  attempt_log: delivery.attemptLog.map(attemptJson),
});
