import { hash } from 'node:crypto';
import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { organizationRefusals } from '../organizations/refusals.ts';
import { type Database, type Tx, violatedConstraint } from '../platform/database/database.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { newKeyText } from './key-text.ts';
import { insertApiKey } from './queries.ts';
import type { Scope } from './scopes.ts';

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
 * @throws Refusal 400 if the expiry is in the past, 404 for an unknown organization
 */
export const createApiKey = (db: Database, fields: NewKey): Promise<{ id: Uuid; key: string }> =>
  db.transaction((tx) => addApiKey(tx, fields));

/** Like `createApiKey`, but inside the caller's transaction. */
export async function addApiKey(
  tx: Tx,
  { organizationId, actor, name, scopes = ['all'], expiresAt = null, now }: NewKey,
): Promise<{ id: Uuid; key: string }> {
  if (expiresAt !== null && expiresAt <= now) throw fieldRefusals.time_not_in_future({ field: 'expires_at' });
  const [id, key] = [newId(now), newKeyText()];
  await insertApiKey(tx, {
    organizationId,
    id,
    name,
    keyHash: hash('sha256', key, 'buffer'),
    lastFour: key.slice(-4),
    scopes: [...new Set(scopes)],
    expiresAt,
    createdAt: now,
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'api_keys_organization_id_fkey'
      ? organizationRefusals.organization_not_found()
      : error;
  });
  const after = { name, scopes: [...new Set(scopes)], expires_at: expiresAt?.toISOString() ?? null };
  const made = { action: 'api_key.created', subjectId: id, before: null, after } as const;
  recordChange(tx, { organizationId, actor, ...made, now });
  return { id, key };
}
