import { randomBytes } from 'node:crypto';
import type { Uuid } from '../values/uuid.ts';
import type { NotificationType } from './notification.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookRow } from './tables.ts';

/** An organizer's endpoint, without its secrets. */
export interface Webhook
  extends Omit<WebhookRow, 'organizationId' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'> {
  events: NotificationType[];
}

export type DeliveryStatus = WebhookDeliveryRow['status'];
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const satisfies readonly DeliveryStatus[];

/** One notification to one endpoint. */
export interface Delivery extends Omit<WebhookDeliveryRow, 'organizationId'> {
  type: string;
  /** Oldest first. */
  attemptLog: Attempt[];
}

export type Attempt = Omit<WebhookAttemptRow, 'organizationId' | 'deliveryId' | 'attempt'>;

const SECRET_BYTES = 32;
export const SECRET_PREFIX = 'whsec_';

/** Base64 of `SECRET_BYTES`. */
export const SECRET_PATTERN = `^${SECRET_PREFIX}[A-Za-z0-9+/]{43}=$`;

/** What a sealed secret of this endpoint is bound to. */
export const aboutWebhook = (organizationId: Uuid, webhookId: Uuid): string => `webhook ${organizationId} ${webhookId}`;

/** The format of Standard Webhooks libraries. */
export const newSecret = () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
