import { hash } from 'node:crypto';
import { notifyOwners } from '../accounts/notices/notify-owners.ts';
import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockOrganization } from '../organizations/queries.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import { withoutLinks } from '../values/person-name.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { newKeyText } from './key-text.ts';
import { countLiveKeys, insertApiKey } from './queries.ts';
import { apiKeyRefusals } from './refusals.ts';
import type { Scope } from './scopes.ts';

/**
 * Keys of an organization that work. A shop, its doors and its reports need a few; each key has a rate limit of its
 * own, so
 * that a thousand keys would be a thousand times the limit.
 */
export const MAX_API_KEYS = 100;

export interface NewKey {
  organizationId: Uuid;
  actor: Actor;
  name: string;
  scopes?: readonly Scope[];
  /** null: the key works until it is revoked. */
  expiresAt?: Date | null;
  now: Date;
}

/**
 * Creates a key and returns its text, which cannot be read again because only its hash is stored.
 * @throws Refusal 400 if the expiry is in the past, 404 for an unknown organization, 409 when there are too many keys
 */
export const createApiKey = (db: Database, fields: NewKey): Promise<{ id: Uuid; key: string }> =>
  db.transaction((tx) => addApiKey(tx, fields));

/** Like `createApiKey`, but inside the caller's transaction. */
export async function addApiKey(
  tx: Tx,
  { organizationId, actor, name, scopes = ['all'], expiresAt = null, now }: NewKey,
): Promise<{ id: Uuid; key: string }> {
  if (expiresAt !== null && expiresAt <= now) throw fieldRefusals.time_not_in_future({ field: 'expires_at' });
  await lockOrganization(tx, organizationId);
  if ((await countLiveKeys(tx, organizationId, now)) >= MAX_API_KEYS)
    throw apiKeyRefusals.too_many_api_keys({ max: MAX_API_KEYS });
  const [id, key] = [newId(now), newKeyText()];
  const shared = { name, scopes: [...new Set(scopes)] };
  await insertApiKey(tx, {
    organizationId,
    id,
    ...shared,
    keyHash: hash('sha256', key, 'buffer'),
    lastFour: key.slice(-4),
    expiresAt,
    createdAt: now,
  });
  await notifyOwners(tx, { organizationId, actor, change: 'api_key_created', about: withoutLinks(name), now });
  const after = { ...shared, expires_at: expiresAt?.toISOString() ?? null };
  const made = { action: 'api_key.created', subjectId: id, before: null, after } as const;
  recordChange(tx, { organizationId, actor, ...made, now });
  return { id, key };
}
