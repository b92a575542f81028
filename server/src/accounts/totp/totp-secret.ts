import { openSecret, sealSecret } from '../../values/secret-box.ts';
import type { Uuid } from '../../values/uuid.ts';

/** As it stands in the database. */
export interface StoredSecret {
  secret: Buffer;
  sealed: boolean;
}

const about = (userId: Uuid) => `totp ${userId}`;

/**
 * Sealed where the installation has SECRETS_KEY. Without one it is stored as it is, as the signing secrets of webhooks are:
 * a second factor that a reader of the database knows is still one to everybody else.
 */
export function storedSecret(keys: readonly Buffer[], userId: Uuid, secret: Buffer): StoredSecret {
  if (keys.length === 0) return { secret, sealed: false };
  return { secret: sealSecret(keys, secret.toString('base64'), about(userId)), sealed: true };
}

/** @throws Error when it was sealed with a key that is not in SECRETS_KEY any more */
export function openedSecret(keys: readonly Buffer[], userId: Uuid, { secret, sealed }: StoredSecret): Buffer {
  return sealed ? Buffer.from(openSecret(keys, secret, about(userId)), 'base64') : secret;
}
