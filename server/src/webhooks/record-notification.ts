import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { type Notification, notificationBody } from './notification.ts';
import { insertNotifications } from './queries.ts';

/**
 * Records a notification in the transaction that causes it, with one pending delivery for each active endpoint that
 * subscribed to its type. An endpoint that is disabled at that moment never receives it.
 */
export function recordNotification(
  tx: Tx,
  { organizationId, now, ...notification }: Notification & { organizationId: Uuid; now: Date },
): void {
  recordNotifications(tx, organizationId, [notification], now);
}

export function recordNotifications(tx: Tx, organizationId: Uuid, notifications: Notification[], now: Date): void {
  if (notifications.length === 0) return;
  const createdAt = now.toISOString();
  insertNotifications(
    tx,
    organizationId,
    notifications.map(({ type, data }) => {
      const id = newId(now);
      return { id, type, body: notificationBody(id, type, data, createdAt) };
    }),
    now,
  );
}
