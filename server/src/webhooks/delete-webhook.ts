import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../database/database.ts';
import type { Uuid } from '../uuid.ts';
import { deleteWebhook as deleteRow, lockWebhook } from './queries.ts';
import { loggedWebhook } from './webhook.ts';

/** Deletes an endpoint with the record of its deliveries: nothing more is sent there. @throws ApiError 404 */
export async function deleteWebhook(
  db: Database,
  { organizationId, actor, webhookId, now }: { organizationId: Uuid; actor: Actor; webhookId: Uuid; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = loggedWebhook(await lockWebhook(tx, organizationId, webhookId));
    await deleteRow(tx, organizationId, webhookId);
    const gone = { action: 'webhook.deleted', subjectId: webhookId, before, after: null } as const;
    recordChange(tx, { organizationId, actor, ...gone, now });
  });
}
