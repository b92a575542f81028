import { type Uuid, uuidBytes, uuidFromBytes } from './uuid.ts';

/**
 * Ids that arrive without an API key (in a buyer's link) carry their organization: 16 bytes of its id, 16 of the thing's,
 * in 43 URL-safe characters. The thing's id has 74 random bits, so a link cannot be guessed.
 */
export const publicId = (organizationId: Uuid, id: Uuid): string =>
  uuidBytes(organizationId + id).toString('base64url');

const PUBLIC_ID = /^[A-Za-z0-9_-]{43}$/;

/** @returns undefined when `text` is not exactly what `publicId` writes */
export function parsePublicId(text: string): { organizationId: Uuid; id: Uuid } | undefined {
  if (!PUBLIC_ID.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // The last character has two spare bits: one id must not have four spellings.
  if (bytes.toString('base64url') !== text) return undefined;
  return { organizationId: uuidFromBytes(bytes.subarray(0, 16)), id: uuidFromBytes(bytes.subarray(16)) };
}
