import type { Actor } from '../audit-log/actor.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { NotificationType, Payload } from './notification.ts';
import { ENDED_AT_ONCE, endPendingDeliveries, lockWebhook, saveWebhook } from './queries.ts';
import { loggedWebhook } from './schemas.ts';
import { checkTargetUrl } from './target-url.ts';
import type { Webhook } from './webhook.ts';

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
 * Changes the fields that were sent. Pending deliveries go to the new URL, with the new payload. Disabling fails them,
 * beyond the first by a periodic task. Enabling and a new URL clear past failures; events from while it was disabled
 * are not sent.
 * @throws Refusal 404; 400 when the URL itself shows a target that is not public
 */
export async function updateWebhook(db: Database, update: Update): Promise<Webhook> {
  for (;;) {
    const webhook = await db.transaction((tx) => change(tx, update));
    if (webhook) return webhook;
  }
}

/** @returns undefined when it only failed as many deliveries as one transaction may, and nothing else is changed yet */
async function change(
  tx: Tx,
  { organizationId, actor, webhookId, fields, allowPrivate, now }: Update,
): Promise<Webhook | undefined> {
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
    const ended = await endPendingDeliveries(tx, organizationId, webhookId);
    // If not all pending deliveries were ended, the rest would be sent after all.
    if (after.isActive && ended === ENDED_AT_ONCE) return undefined;
  }
  await saveWebhook(tx, organizationId, after);
  const difference = { action: 'webhook.updated', before: loggedWebhook(before), after: loggedWebhook(after) } as const;
  recordDifference(tx, { organizationId, actor, subjectId: webhookId, ...difference, now });
  return after;
}
