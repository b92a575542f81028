import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { deleteDeliveries, deleteWebhookRow, lockWebhook, saveWebhook } from './queries.ts';
import { loggedWebhook } from './schemas.ts';

/** Takes tenths of a second. One statement for a million deliveries would exceed the statement timeout. */
const DELETE_BATCH = 5_000;

/**
 * Deletes an endpoint and its delivery history. The endpoint is disabled first, so that no sale waits while years of
 * deliveries are deleted. If that is interrupted, the endpoint stays disabled and can be deleted again.
 * @throws Refusal 404
 */
export async function deleteWebhook(
  db: Database,
  { organizationId, actor, webhookId, now }: { organizationId: Uuid; actor: Actor; webhookId: Uuid; now: Date },
): Promise<void> {
  const webhook = await db.transaction(async (tx) => {
    const before = await lockWebhook(tx, organizationId, webhookId);
    await saveWebhook(tx, organizationId, { ...before, isActive: false, updatedAt: now });
    return before;
  });
  while ((await deleteDeliveries(db, organizationId, webhookId, DELETE_BATCH)) === DELETE_BATCH);
  await db.transaction(async (tx) => {
    await lockWebhook(tx, organizationId, webhookId);
    await deleteWebhookRow(tx, organizationId, webhookId);
    const gone = { action: 'webhook.deleted', subjectId: webhookId, after: null } as const;
    recordChange(tx, { organizationId, actor, ...gone, before: loggedWebhook(webhook), now });
  });
}
