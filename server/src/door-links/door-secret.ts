import { hash, randomBytes } from 'node:crypto';
import { UUID_BYTES, type Uuid, uuidFromBytes, writeUuid } from '../values/uuid.ts';

/** Apart from the prefix of API keys, so that a leaked link is not taken for a key. */
const PREFIX = 'door_';
/** 256 random bits cannot be guessed, so a plain SHA-256 is enough to store the secret. */
const RANDOM_BYTES = 32;
/** 48 bytes: no bits are left over, so a secret has one spelling only. */
const FORM = /^door_([\w-]{64})$/;

/** The secret of a door link: the organization, and a random part. */
export function newDoorSecret(organizationId: Uuid): string {
  const bytes = Buffer.alloc(UUID_BYTES + RANDOM_BYTES);
  writeUuid(organizationId, bytes, 0);
  randomBytes(RANDOM_BYTES).copy(bytes, UUID_BYTES);
  return PREFIX + bytes.toString('base64url');
}

export const isDoorSecret = (text: string): boolean => FORM.test(text);

/** @returns undefined when `text` is not what `newDoorSecret` writes */
export function organizationOfSecret(text: string): Uuid | undefined {
  const [, encoded] = FORM.exec(text) ?? [];
  return encoded && uuidFromBytes(Buffer.from(encoded, 'base64url'));
}

/** Only the hash is stored. Looking it up leaks nothing about the secret through timing. */
export const doorSecretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');
