// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `notifications`. */
export interface NotificationRow {
  organizationId: Uuid;
  id: Uuid;
  type: string;
  body: string;
  /** the order in which readers get them, given after the commit; null until then */
  position: number | null;
  createdAt: Date;
}

/** The values of an insert. */
export type NewNotificationRow = Optional<NotificationRow, 'position'>;

export const notificationsTable = table<NotificationRow, NewNotificationRow>(
  'notifications',
  `organization_id uuid, id uuid, type text, body text, position bigint, created_at timestamptz`,
);

/** A row of `notification_counters`. */
export interface NotificationCounterRow {
  organizationId: Uuid;
  lastPosition: number;
  /** the last position of a notification that was deleted */
  purgedPosition: number;
}

/** The values of an insert. */
export type NewNotificationCounterRow = Optional<NotificationCounterRow, 'lastPosition' | 'purgedPosition'>;

export const notificationCountersTable = table<NotificationCounterRow, NewNotificationCounterRow>(
  'notification_counters',
  `organization_id uuid, last_position bigint default, purged_position bigint default`,
);

/** A row of `webhooks`. */
export interface WebhookRow {
  organizationId: Uuid;
  id: Uuid;
  url: string;
  events: string[];
  /** signs deliveries; sealed with SECRETS_KEY */
  sealedSecret: Buffer;
  sealedPreviousSecret: Buffer | null;
  previousSecretUntil: Date | null;
  payload: 'full' | 'thin';
  isActive: boolean;
  /** why the service disabled it; null when the organizer did */
  disabledReason: string | null;
  /** first failure after the last success */
  failingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The values of an insert. */
export type NewWebhookRow = Optional<WebhookRow, 'sealedPreviousSecret' | 'previousSecretUntil' | 'payload' | 'isActive' | 'disabledReason' | 'failingSince'>;

export const webhooksTable = table<WebhookRow, NewWebhookRow>(
  'webhooks',
  `organization_id uuid, id uuid, url text, events text[], sealed_secret bytea, sealed_previous_secret bytea, previous_secret_until timestamptz, payload text default, is_active boolean default, disabled_reason text, failing_since timestamptz, created_at timestamptz, updated_at timestamptz`,
);

/** A row of `webhook_deliveries`. */
export interface WebhookDeliveryRow {
  organizationId: Uuid;
  id: Uuid;
  webhookId: Uuid;
  notificationId: Uuid;
  status: 'pending' | 'succeeded' | 'failed';
  /** tries begun: one that died with its process counts, though its outcome is unknown */
  attempts: number;
  responseStatus: number | null;
  lastAttemptAt: Date | null;
  /** during an attempt: the end of its lease */
  nextAttemptAt: Date | null;
  /** the delivery had failed when its notification was sent again: a later one tells whether that arrived */
  sentAgain: boolean;
  createdAt: Date;
}

/** The values of an insert. */
export type NewWebhookDeliveryRow = Optional<WebhookDeliveryRow, 'attempts' | 'responseStatus' | 'lastAttemptAt' | 'nextAttemptAt' | 'sentAgain'>;

export const webhookDeliveriesTable = table<WebhookDeliveryRow, NewWebhookDeliveryRow>(
  'webhook_deliveries',
  `organization_id uuid, id uuid, webhook_id uuid, notification_id uuid, status text, attempts int default, response_status int, last_attempt_at timestamptz, next_attempt_at timestamptz, sent_again boolean default, created_at timestamptz`,
);

/** A row of `webhook_attempts`. */
export interface WebhookAttemptRow {
  organizationId: Uuid;
  deliveryId: Uuid;
  attempt: number;
  at: Date;
  durationMs: number;
  responseStatus: number | null;
  /** why there was no complete response; null if there was one */
  error: string | null;
  /** the first 1 KB of the response */
  responseStart: string | null;
}

/** The values of an insert. */
export type NewWebhookAttemptRow = Optional<WebhookAttemptRow, 'responseStatus' | 'error' | 'responseStart'>;

export const webhookAttemptsTable = table<WebhookAttemptRow, NewWebhookAttemptRow>(
  'webhook_attempts',
  `organization_id uuid, delivery_id uuid, attempt int, at timestamptz, duration_ms int, response_status int, error text, response_start text`,
);
