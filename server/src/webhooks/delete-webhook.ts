import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { deleteDeliveries, deleteWebhook as deleteRow, lockWebhook, saveWebhook } from './queries.ts';
import { loggedWebhook } from './webhook.ts';

/** Takes tenths of a second; of a million deliveries one statement would take longer than any may. */
const DELETED_AT_ONCE = 5_000;

/**
 * Deletes an endpoint with the record of its deliveries: nothing more is sent there. It is switched off first, so that
 * no
 * sale waits until years of deliveries are gone; when that is interrupted it stays switched off, and can be deleted
 * again.
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
  while ((await deleteDeliveries(db, organizationId, webhookId, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  await db.transaction(async (tx) => {
    await lockWebhook(tx, organizationId, webhookId);
    await deleteRow(tx, organizationId, webhookId);
    const gone = { action: 'webhook.deleted', subjectId: webhookId, after: null } as const;
    recordChange(tx, { organizationId, actor, ...gone, before: loggedWebhook(webhook), now });
  });
}
