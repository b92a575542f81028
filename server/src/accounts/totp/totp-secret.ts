import { openSecret, sealSecret } from '../../values/secret-box.ts';
import type { Uuid } from '../../values/uuid.ts';

/** The secret as stored in the database. */
export interface StoredSecret {
  secret: Buffer;
  sealed: boolean;
}

const about = (userId: Uuid) => `totp ${userId}`;

/**
 * Seals the secret if SECRETS_KEY is set. Otherwise it is stored as plain bytes, like the signing secrets of webhooks:
 * the second factor then still protects against everyone who cannot read the database.
 */
export function storedSecret(keys: readonly Buffer[], userId: Uuid, secret: Buffer): StoredSecret {
  if (keys.length === 0) return { secret, sealed: false };
  return { secret: sealSecret(keys, secret.toString('base64'), about(userId)), sealed: true };
}

/** @throws Error if the key that sealed it is no longer in SECRETS_KEY */
export function openedSecret(keys: readonly Buffer[], userId: Uuid, { secret, sealed }: StoredSecret): Buffer {
  return sealed ? Buffer.from(openSecret(keys, secret, about(userId)), 'base64') : secret;
}
