import { randomBytes } from 'node:crypto';
import type { Fields } from '../audit-log/change.ts';
import type { Uuid } from '../values/uuid.ts';
import type { NotificationType } from './notification.ts';

/** An endpoint of the organizer's. */
export interface Webhook {
  id: Uuid;
  url: string;
  events: NotificationType[];
  isActive: boolean;
  /** Why the service switched it off; null when it is active or the organizer did. */
  disabledReason: string | null;
  /** First failure after the last success. */
  failingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Its secret is no field of it. */
export const loggedWebhook = ({ url, events, isActive }: Webhook): Fields => ({ url, events, is_active: isActive });

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One notification to one endpoint. */
export interface Delivery {
  id: Uuid;
  notificationId: Uuid;
  type: string;
  status: DeliveryStatus;
  /** Tries begun: one that died with its process counts, though nobody knows what became of it. */
  attempts: number;
  responseStatus: number | null;
  lastAttemptAt: Date | null;
  /** While a try is under way: when it counts as lost. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  /** Oldest first. */
  attemptLog: Attempt[];
}

export interface Attempt {
  at: Date;
  durationMs: number;
  responseStatus: number | null;
  error: string | null;
  responseStart: string | null;
}

const SECRET_BYTES = 32;
export const SECRET_PREFIX = 'whsec_';

/** Base64 of `SECRET_BYTES`. */
export const SECRET_PATTERN = `^${SECRET_PREFIX}[A-Za-z0-9+/]{43}=$`;

/** The form that Standard Webhooks libraries take as it is. */
export const newSecret = () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
