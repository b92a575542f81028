import { openSecret, sealSecret } from '../../values/secret-box.ts';
import type { Uuid } from '../../values/uuid.ts';

/** What a sealed secret of this user is bound to. */
export const aboutTotp = (userId: Uuid): string => `totp ${userId}`;

/** The secret as it is stored. */
export const sealedTotp = (keys: readonly Buffer[], userId: Uuid, secret: Buffer): Buffer =>
  sealSecret(keys, secret.toString('base64'), aboutTotp(userId));

/** @throws Error if the key that sealed it is no longer in SECRETS_KEY */
export const openedTotp = (keys: readonly Buffer[], userId: Uuid, sealed: Buffer): Buffer =>
  Buffer.from(openSecret(keys, sealed, aboutTotp(userId)), 'base64');
