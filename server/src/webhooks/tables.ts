// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `notifications`. */
export interface NotificationRow {
  organizationId: Uuid;
  id: Uuid;
  type: string;
  body: string;
  createdAt: Date;
}

/** What an insert gives. */
export type NewNotificationRow = NotificationRow;

export const notificationsTable: Table<NotificationRow, NewNotificationRow> = {
  name: 'notifications',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    type: { name: 'type', type: 'text' },
    body: { name: 'body', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};

/** A row of `webhooks`. */
export interface WebhookRow {
  organizationId: Uuid;
  id: Uuid;
  url: string;
  events: string[];
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
  isActive: boolean;
  /** why the service switched it off; null when the organizer did */
  disabledReason: string | null;
  /** first failure after the last success */
  failingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What an insert gives. */
export type NewWebhookRow = Optional<WebhookRow, 'previousSecret' | 'previousSecretUntil' | 'isActive' | 'disabledReason' | 'failingSince'>;

export const webhooksTable: Table<WebhookRow, NewWebhookRow> = {
  name: 'webhooks',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    url: { name: 'url', type: 'text' },
    events: { name: 'events', type: 'text[]' },
    secret: { name: 'secret', type: 'text' },
    previousSecret: { name: 'previous_secret', type: 'text' },
    previousSecretUntil: { name: 'previous_secret_until', type: 'timestamptz' },
    isActive: { name: 'is_active', type: 'boolean', fallsBack: true },
    disabledReason: { name: 'disabled_reason', type: 'text' },
    failingSince: { name: 'failing_since', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  },
};

/** A row of `webhook_deliveries`. */
export interface WebhookDeliveryRow {
  organizationId: Uuid;
  id: Uuid;
  webhookId: Uuid;
  notificationId: Uuid;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  responseStatus: number | null;
  lastAttemptAt: Date | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
}

/** What an insert gives. */
export type NewWebhookDeliveryRow = Optional<WebhookDeliveryRow, 'attempts' | 'responseStatus' | 'lastAttemptAt' | 'nextAttemptAt'>;

export const webhookDeliveriesTable: Table<WebhookDeliveryRow, NewWebhookDeliveryRow> = {
  name: 'webhook_deliveries',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    webhookId: { name: 'webhook_id', type: 'uuid' },
    notificationId: { name: 'notification_id', type: 'uuid' },
    status: { name: 'status', type: 'text' },
    attempts: { name: 'attempts', type: 'int', fallsBack: true },
    responseStatus: { name: 'response_status', type: 'int' },
    lastAttemptAt: { name: 'last_attempt_at', type: 'timestamptz' },
    nextAttemptAt: { name: 'next_attempt_at', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};

/** A row of `webhook_attempts`. */
export interface WebhookAttemptRow {
  organizationId: Uuid;
  deliveryId: Uuid;
  attempt: number;
  at: Date;
  durationMs: number;
  responseStatus: number | null;
  /** why it failed without a full answer; null when the answer says it */
  error: string | null;
  /** the first 1 KB of the answer */
  responseStart: string | null;
}

/** What an insert gives. */
export type NewWebhookAttemptRow = Optional<WebhookAttemptRow, 'responseStatus' | 'error' | 'responseStart'>;

export const webhookAttemptsTable: Table<WebhookAttemptRow, NewWebhookAttemptRow> = {
  name: 'webhook_attempts',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    deliveryId: { name: 'delivery_id', type: 'uuid' },
    attempt: { name: 'attempt', type: 'int' },
    at: { name: 'at', type: 'timestamptz' },
    durationMs: { name: 'duration_ms', type: 'int' },
    responseStatus: { name: 'response_status', type: 'int' },
    error: { name: 'error', type: 'text' },
    responseStart: { name: 'response_start', type: 'text' },
  },
};
