import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM. */
export const SECRET_KEY_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for the database. `about` names its owner and is authenticated with it: a row copied to another
 * owner does not open. The first key seals and every key opens, so that keys can be rotated by adding a new one in
 * front.
 */
export function sealSecret(keys: readonly Buffer[], secret: string, about: string): Buffer {
  const [key] = keys;
  if (!key) throw new NoSecretsKey();
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error when no key opens it: sealed with another key, for another owner, or changed */
export function openSecret(keys: readonly Buffer[], sealed: Buffer, about: string): string {
  if (keys.length === 0) throw new NoSecretsKey();
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const text = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  for (const key of keys) {
    try {
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(about))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      // The wrong key; GCM gives no other reason.
    }
  }
  throw new Error('the stored secrets do not open with SECRETS_KEY: they were sealed with another key, or changed');
}

class NoSecretsKey extends Error {
  constructor() {
    super('SECRETS_KEY is not set, and secrets are not stored without it: 32 random bytes, openssl rand -base64 32');
  }
}
