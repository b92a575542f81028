import assert from 'node:assert';
import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { findPrivateKey, insertPrivateKey } from './key-queries.ts';

/** The key of an organization's tickets: it signs their codes, and proves the links to their pages. */
export interface TicketKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  linkKey: Uint8Array;
}

const DER = { format: 'der', type: 'pkcs8' } as const;
const LINK_KEY_BYTES = 32;

/** Returns the organization's key, creating it on first use. Concurrent callers get the same key. */
export async function getTicketKey(db: Queryable, organizationId: Uuid): Promise<TicketKey> {
  const found = await findTicketKey(db, organizationId);
  if (found) return found;
  await insertPrivateKey(db, organizationId, generateKeyPairSync('ed25519').privateKey.export(DER));
  const made = await findTicketKey(db, organizationId);
  assert(made, 'it was just made');
  return made;
}

/** undefined: the organization has never signed anything, so no code can be its own */
export async function findTicketKey(db: Queryable, organizationId: Uuid): Promise<TicketKey | undefined> {
  const stored = await findPrivateKey(db, organizationId);
  if (!stored) return undefined;
  const privateKey = createPrivateKey({ key: stored, ...DER });
  // A separate key derived from the same secret, so that signatures reveal nothing about links.
  const linkKey = new Uint8Array(hkdfSync('sha256', stored, '', 'takilya ticket links', LINK_KEY_BYTES));
  return { privateKey, publicKey: createPublicKey(privateKey), linkKey };
}
