import { UUID_BYTES, type Uuid, uuidFromBytes, writeUuid } from './uuid.ts';

/** A reused buffer for both ids. */
const scratch = Buffer.alloc(2 * UUID_BYTES);

/**
 * An id for links that are used without an API key, such as a buyer's. It contains 16 bytes of the organization's id
 * and 16 of the object's, in 43 URL-safe characters. The object's id has 74 random bits, so a link cannot be guessed.
 */
export function publicId(organizationId: Uuid, id: Uuid): string {
  if (!writeUuid(organizationId, scratch, 0) || !writeUuid(id, scratch, UUID_BYTES)) throw new TypeError('not a UUID');
  return scratch.toString('base64url');
}

const PUBLIC_ID = /^[A-Za-z0-9_-]{43}$/;

/** @returns undefined when `text` is not exactly what `publicId` writes */
export function parsePublicId(text: string): { organizationId: Uuid; id: Uuid } | undefined {
  if (!PUBLIC_ID.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // The last character has two unused bits: without this check an id would have four spellings.
  if (bytes.toString('base64url') !== text) return undefined;
  return { organizationId: uuidFromBytes(bytes), id: uuidFromBytes(bytes, UUID_BYTES) };
}
