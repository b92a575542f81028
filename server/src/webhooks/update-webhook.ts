import type { Actor } from '../audit-log/actor.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { NotificationType, Payload } from './notification.ts';
import { endPendingDeliveries, lockWebhook, saveWebhook } from './queries.ts';
import { checkTargetUrl } from './target-url.ts';
import { loggedWebhook, type Webhook } from './webhook.ts';

interface Update {
  organizationId: Uuid;
  actor: Actor;
  webhookId: Uuid;
  /** Undefined: not sent. null: the default, which is full and active. */
  fields: { url?: string; events?: NotificationType[]; payload?: Payload | null; isActive?: boolean | null };
  allowPrivate: boolean;
  now: Date;
}

/**
 * Changes the fields that were sent. Pending deliveries go to the new URL, with the new payload. Disabling fails them. Enabling and a
 * new URL clear past failures; events from while it was disabled are not sent.
 * @throws Refusal 404; 400 when the URL itself shows a target that is not public
 */
export async function updateWebhook(
  db: Database,
  { organizationId, actor, webhookId, fields, allowPrivate, now }: Update,
): Promise<Webhook> {
  return db.transaction(async (tx) => {
    const before = await lockWebhook(tx, organizationId, webhookId);
    if (fields.url !== undefined) checkTargetUrl(fields.url, { allowPrivate });
    const after: Webhook = {
      ...before,
      url: fields.url ?? before.url,
      events: fields.events ? [...new Set(fields.events)] : before.events,
      payload: fields.payload === null ? 'full' : (fields.payload ?? before.payload),
      isActive: fields.isActive === null ? true : (fields.isActive ?? before.isActive),
    };
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    after.updatedAt = now;
    if (after.url !== before.url) after.failingSince = null;
    if (after.isActive !== before.isActive) {
      Object.assign(after, { disabledReason: null, failingSince: null });
      // Also when enabling: a transaction that still saw the endpoint active may have left deliveries pending.
      await endPendingDeliveries(tx, organizationId, webhookId);
    }
    await saveWebhook(tx, organizationId, after);
    const change = { action: 'webhook.updated', before: loggedWebhook(before), after: loggedWebhook(after) } as const;
    recordDifference(tx, { organizationId, actor, subjectId: webhookId, ...change, now });
    return after;
  });
}
