import { UUID_BYTES, type Uuid, uuidFromBytes, writeUuid } from './uuid.ts';

/** Both ids of the one that is being written. */
const scratch = Buffer.alloc(2 * UUID_BYTES);

/**
 * Ids that arrive without an API key (in a buyer's link) carry their organization: 16 bytes of its id, 16 of the thing's,
 * in 43 URL-safe characters. The thing's id has 74 random bits, so a link cannot be guessed.
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
  // The last character has two spare bits: one id must not have four spellings.
  if (bytes.toString('base64url') !== text) return undefined;
  return { organizationId: uuidFromBytes(bytes), id: uuidFromBytes(bytes, UUID_BYTES) };
}
