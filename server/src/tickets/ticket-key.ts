import assert from 'node:assert';
import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { findPrivateKey, insertPrivateKey } from './key-queries.ts';

/** What makes an organization's tickets: the signature of their codes, and the proof in the links to their pages. */
export interface TicketKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  linkKey: Uint8Array;
}

const DER = { format: 'der', type: 'pkcs8' } as const;
const LINK_KEY_BYTES = 32;

/** The organization's key, made when it is asked for the first time; of several who ask at once all get the same. */
export async function getTicketKey(db: Queryable, organizationId: Uuid): Promise<TicketKey> {
  const found = await findTicketKey(db, organizationId);
  if (found) return found;
  await insertPrivateKey(db, organizationId, generateKeyPairSync('ed25519').privateKey.export(DER));
  const made = await findTicketKey(db, organizationId);
  assert(made, 'it was just made');
  return made;
}

/** undefined: it never signed anything, so nothing that is shown to us can be its own */
export async function findTicketKey(db: Queryable, organizationId: Uuid): Promise<TicketKey | undefined> {
  const stored = await findPrivateKey(db, organizationId);
  if (!stored) return undefined;
  const privateKey = createPrivateKey({ key: stored, ...DER });
  // Another key out of the same secret: a signature never tells anything about a link.
  const linkKey = new Uint8Array(hkdfSync('sha256', stored, '', 'takilya ticket links', LINK_KEY_BYTES));
  return { privateKey, publicKey: createPublicKey(privateKey), linkKey };
}
