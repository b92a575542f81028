import { openSecret, sealSecret } from '../../values/secret-box.ts';
import type { Uuid } from '../../values/uuid.ts';

/** What a sealed secret of this user is bound to. */
export const aboutTotp = (userId: Uuid): string => `totp ${userId}`;

/** The secret as it is stored: sealed. */
export type StoredSecret = Buffer;

export const storedSecret = (keys: readonly Buffer[], userId: Uuid, secret: Buffer): StoredSecret =>
  sealSecret(keys, secret.toString('base64'), aboutTotp(userId));

/** @throws Error if the key that sealed it is no longer in SECRETS_KEY */
export const openedSecret = (keys: readonly Buffer[], userId: Uuid, stored: StoredSecret): Buffer =>
  Buffer.from(openSecret(keys, stored, aboutTotp(userId)), 'base64');
