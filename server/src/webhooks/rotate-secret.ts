import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import { sealSecret } from '../values/secret-box.ts';
import type { Uuid } from '../values/uuid.ts';
import { getWebhook, lockWebhook, replaceSecret } from './queries.ts';
import { aboutWebhook, newSecret, type Webhook } from './webhook.ts';

interface RotateSecret {
  organizationId: Uuid;
  actor: Actor;
  webhookId: Uuid;
  immediately: boolean;
  secretsKeys: readonly Buffer[];
  now: Date;
}

/** Long enough to deploy a new secret on a working day, short enough to end a leaked one. */
const OVERLAP_MS = 24 * 3_600_000;

/**
 * Replaces the secret of an endpoint; the new one is returned only here. For 24 hours deliveries are signed with the
 * old secret too, unless it ends `immediately`. Another rotation within that time drops the oldest: at most two secrets
 * are valid at a time.
 * @throws Refusal 404
 */
export async function rotateSecret(
  db: Database,
  { organizationId, actor, webhookId, immediately, secretsKeys, now }: RotateSecret,
): Promise<Webhook & { secret: string }> {
  const secret = newSecret();
  const sealedSecret = sealSecret(secretsKeys, secret, aboutWebhook(organizationId, webhookId));
  return db.transaction(async (tx) => {
    await lockWebhook(tx, organizationId, webhookId);
    const previousUntil = immediately ? null : new Date(now.getTime() + OVERLAP_MS);
    await replaceSecret(tx, organizationId, webhookId, { sealedSecret, previousUntil, now });
    const after = { old_secret_until: (previousUntil ?? now).toISOString() };
    const change = { action: 'webhook.secret_rotated', subjectId: webhookId, before: null, after } as const;
    recordChange(tx, { organizationId, actor, ...change, now });
    return { ...(await getWebhook(tx, organizationId, webhookId)), secret };
  });
}
