import { createHmac, timingSafeEqual } from 'node:crypto';
import { parsePublicId, publicId } from '../values/public-id.ts';
import type { Uuid } from '../values/uuid.ts';

/**
 * Links to the pages of tickets, orders and people on a waiting list are their only credential. They are not stored:
 * the secret part is 128 bits of a keyed hash over what they point to, whose id is in lists that many may read. The
 * hash includes the revision, so a ticket with a new code has a new link too. An order's revision is the sum of its own
 * and its tickets' revisions, so a new code for any ticket voids the order's old link, and so does another address of
 * the buyer. The revision of an entry of a waiting list is always 0.
 */
export interface Linked {
  kind: keyof typeof PATHS;
  organizationId: Uuid;
  id: Uuid;
  revision: number;
}

const PATHS = { ticket: 't', order: 'o', entry: 'w' };
const ID_LENGTH = 43;
const PROOF_BYTES = 16;
const ADDRESS = /^[A-Za-z0-9_-]{65}$/;

export const linkSecret = (linked: Linked, linkKey: Uint8Array): string =>
  publicId(linked.organizationId, linked.id) + proof(linked, linkKey).toString('base64url');

/** Path of the page below the public URL. */
export const linkPath = (linked: Linked, linkKey: Uint8Array): string =>
  `/${PATHS[linked.kind]}/${linkSecret(linked, linkKey)}`;

/** Parses a link without verifying it. @returns undefined when it is malformed */
export const parseLinkSecret = (secret: string): { organizationId: Uuid; id: Uuid } | undefined =>
  ADDRESS.test(secret) ? parsePublicId(secret.slice(0, ID_LENGTH)) : undefined;

/** Compares in constant time. */
export function provesLink(secret: string, linked: Linked, linkKey: Uint8Array): boolean {
  const shown = Buffer.from(secret);
  const expected = Buffer.from(linkSecret(linked, linkKey));
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}

const proof = ({ kind, id, revision }: Linked, linkKey: Uint8Array) =>
  createHmac('sha256', linkKey).update(`${kind} ${id} ${revision}`).digest().subarray(0, PROOF_BYTES);
