import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockOrganization } from '../organizations/queries.ts';
import type { Database } from '../platform/database/database.ts';
import { sealSecret } from '../values/secret-box.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { NotificationType, Payload } from './notification.ts';
import { countWebhooks, insertWebhook } from './queries.ts';
import { webhookRefusals } from './refusals.ts';
import { loggedWebhook } from './schemas.ts';
import { checkTargetUrl } from './target-url.ts';
import { aboutWebhook, newSecret, type Webhook } from './webhook.ts';

/** Every sale writes one row per subscribed endpoint, and an organization has a few systems, not hundreds. */
export const MAX_WEBHOOKS = 50;

interface NewWebhook {
  organizationId: Uuid;
  actor: Actor;
  url: string;
  events: NotificationType[];
  /** undefined, null: the default, which is full. */
  payload?: Payload | null;
  allowPrivate: boolean;
  secretsKeys: readonly Buffer[];
  now: Date;
}

/**
 * Registers an active endpoint with its own secret, which is returned only here.
 * @throws Refusal 400 when the URL itself shows a target that is not public; 409 when the organization has MAX_WEBHOOKS
 */
export async function createWebhook(
  db: Database,
  { organizationId, actor, url, events, payload, allowPrivate, secretsKeys, now }: NewWebhook,
): Promise<Webhook & { secret: string }> {
  checkTargetUrl(url, { allowPrivate });
  const secret = newSecret();
  const webhook: Webhook = {
    id: newId(now),
    url,
    events: [...new Set(events)],
    payload: payload ?? 'full',
    isActive: true,
    disabledReason: null,
    failingSince: null,
    createdAt: now,
    updatedAt: now,
  };
  const sealed = sealSecret(secretsKeys, secret, aboutWebhook(organizationId, webhook.id));
  await db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    if ((await countWebhooks(tx, organizationId)) >= MAX_WEBHOOKS)
      throw webhookRefusals.too_many_webhooks({ max: MAX_WEBHOOKS });
    await insertWebhook(tx, organizationId, webhook, sealed);
    const change = {
      action: 'webhook.created',
      subjectId: webhook.id,
      before: null,
      after: loggedWebhook(webhook),
    } as const;
    recordChange(tx, { organizationId, actor, ...change, now });
  });
  return { ...webhook, secret };
}
