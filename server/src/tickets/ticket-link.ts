import { createHmac, timingSafeEqual } from 'node:crypto';
import { parsePublicId, publicId } from '../values/public-id.ts';
import type { Uuid } from '../values/uuid.ts';

/**
 * The links to the pages of tickets and orders are their buyers' only key. They are not stored: what cannot be guessed
 * in
 * them is 128 bits of a keyed hash over what they lead to. The revision is part of it, so a ticket that gets a new code
 * gets a new link too. An order's revision is the sum of its tickets': none of them is reached by an older link.
 */
export interface Linked {
  kind: 'ticket' | 'order';
  organizationId: Uuid;
  id: Uuid;
  revision: number;
}

const ID_LENGTH = 43;
const PROOF_BYTES = 16;
const ADDRESS = /^[A-Za-z0-9_-]{65}$/;

export const linkSecret = (linked: Linked, linkKey: Uint8Array): string =>
  publicId(linked.organizationId, linked.id) + proof(linked, linkKey).toString('base64url');

/** Where the page is, below our public address. */
export const linkPath = (linked: Linked, linkKey: Uint8Array): string =>
  `/${linked.kind === 'ticket' ? 't' : 'o'}/${linkSecret(linked, linkKey)}`;

/** What a link names, which is not yet proof of anything. @returns undefined when it is malformed */
export const parseLinkSecret = (secret: string): { organizationId: Uuid; id: Uuid } | undefined =>
  ADDRESS.test(secret) ? parsePublicId(secret.slice(0, ID_LENGTH)) : undefined;

/** Takes the same time whatever is wrong with it. */
export function provesLink(secret: string, linked: Linked, linkKey: Uint8Array): boolean {
  const shown = Buffer.from(secret);
  const expected = Buffer.from(linkSecret(linked, linkKey));
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}

const proof = ({ kind, id, revision }: Linked, linkKey: Uint8Array) =>
  createHmac('sha256', linkKey).update(`${kind} ${id} ${revision}`).digest().subarray(0, PROOF_BYTES);
