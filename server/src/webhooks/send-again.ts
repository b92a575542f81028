import type { Database, Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { getDelivery, insertDeliveries } from './delivery-queries.ts';
import { notificationBody, TEST_TYPE } from './notification.ts';
import { insertNotification, lockWebhook } from './queries.ts';
import { webhookRefusals } from './refusals.ts';
import type { Delivery } from './webhook.ts';

/**
 * Sends a `webhook.test` to this endpoint alone, regardless of its subscriptions, as an ordinary delivery.
 * @returns the delivery, still pending
 * @throws Refusal 404; 409 when the endpoint is not active
 */
export async function sendTestNotification(
  db: Database,
  { organizationId, webhookId, now }: { organizationId: Uuid; webhookId: Uuid; now: Date },
): Promise<Delivery> {
  return db.transaction(async (tx) => {
    await lockActiveWebhook(tx, organizationId, webhookId);
    const id = newId(now);
    const body = notificationBody(id, TEST_TYPE, { webhook_id: webhookId }, now.toISOString());
    await insertNotification(tx, organizationId, { id, type: TEST_TYPE, body }, now);
    return deliver(tx, { organizationId, webhookId, notificationId: id, now });
  });
}

/**
 * Sends the notification of a delivery again, as a new delivery: same event id, same bytes, own attempts.
 * @returns the new delivery, still pending
 * @throws Refusal 404; 409 when the endpoint is not active
 */
export async function redeliver(
  db: Database,
  { organizationId, deliveryId, now }: { organizationId: Uuid; deliveryId: Uuid; now: Date },
): Promise<Delivery> {
  const { webhookId, notificationId } = await getDelivery(db, organizationId, deliveryId);
  return db.transaction(async (tx) => {
    await lockActiveWebhook(tx, organizationId, webhookId);
    return deliver(tx, { organizationId, webhookId, notificationId, now });
  });
}

/** The lock keeps the webhook from being switched off before the delivery exists, which would be left pending. */
export async function lockActiveWebhook(tx: Tx, organizationId: Uuid, webhookId: Uuid) {
  const { isActive } = await lockWebhook(tx, organizationId, webhookId);
  if (!isActive) throw webhookRefusals.webhook_inactive();
}

async function deliver(
  tx: Tx,
  { notificationId, ...endpoint }: { organizationId: Uuid; webhookId: Uuid; notificationId: Uuid; now: Date },
): Promise<Delivery> {
  const [id = ''] = await insertDeliveries(tx, endpoint, [notificationId]);
  return getDelivery(tx, endpoint.organizationId, id);
}
