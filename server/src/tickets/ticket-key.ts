import assert from 'node:assert';
import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../platform/database/database.ts';
import { perStore } from '../platform/database/per-database.ts';
import { openSecret, sealSecret } from '../values/secret-box.ts';
import type { Uuid } from '../values/uuid.ts';
import { findPrivateKey, insertPrivateKey } from './key-queries.ts';

/**
 * The key of an organization's tickets: it signs their codes, proves the links to their pages, the passes of its
 * waiting rooms and those in wallets, and seals the addresses in links that unsubscribe.
 */
export interface TicketKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  linkKey: Uint8Array;
  roomKey: Uint8Array;
  walletKey: Uint8Array;
  unsubscribeKey: Buffer;
  /** What the keys of this database have signed lately. See `credentialsOf`. */
  signed: LRUCache<string, SignedTicket>;
}

/** The code of a ticket and the path of its page. */
export interface SignedTicket {
  code: string;
  path: string;
}

const DER = { format: 'der', type: 'pkcs8' } as const;
const DERIVED_KEY_BYTES = 32;

/** Organizations whose key is remembered, the most recently used ones: about 2 kB each. */
const MAX_KEYS = 10_000;
/** Tickets that are remembered, of all organizations together: half a kilobyte each. */
const MAX_SIGNED = 10_000;

/**
 * The key of an organization never changes, and opening it takes ten times as long as signing with it. A transaction
 * could remember a key that it then rolls back, so none may ask.
 */
const openedKeys = perStore(() => new LRUCache<Uuid, TicketKey>({ max: MAX_KEYS }));
const signedTickets = perStore(() => new LRUCache<string, SignedTicket>({ max: MAX_SIGNED }));

/** What a sealed key of this organization is bound to. */
export const aboutTicketKey = (organizationId: Uuid): string => `ticket key ${organizationId}`;

/** Returns the organization's key, creating it on first use. Concurrent callers get the same key. */
export async function getTicketKey(
  db: Database,
  secretsKeys: readonly Buffer[],
  organizationId: Uuid,
): Promise<TicketKey> {
  const found = await findTicketKey(db, secretsKeys, organizationId);
  if (found) return found;
  const privateKey = generateKeyPairSync('ed25519').privateKey.export(DER).toString('base64');
  await insertPrivateKey(db, organizationId, sealSecret(secretsKeys, privateKey, aboutTicketKey(organizationId)));
  const made = await findTicketKey(db, secretsKeys, organizationId);
  assert(made, 'it was just made');
  return made;
}

/** undefined: the organization has never signed anything, so no code can be its own */
export async function findTicketKey(
  db: Database,
  secretsKeys: readonly Buffer[],
  organizationId: Uuid,
): Promise<TicketKey | undefined> {
  const opened = openedKeys(db);
  const known = opened.get(organizationId);
  if (known) return known;
  const sealed = await findPrivateKey(db, organizationId);
  if (!sealed) return undefined;
  const key = { ...openTicketKey(secretsKeys, organizationId, sealed), signed: signedTickets(db) };
  opened.set(organizationId, key);
  return key;
}

function openTicketKey(
  secretsKeys: readonly Buffer[],
  organizationId: Uuid,
  sealed: Buffer,
): Omit<TicketKey, 'signed'> {
  const stored = Buffer.from(openSecret(secretsKeys, sealed, aboutTicketKey(organizationId)), 'base64');
  const privateKey = createPrivateKey({ key: stored, ...DER });
  // Separate keys derived from the same secret, so that signatures reveal nothing about links, passes and addresses.
  const derived = (purpose: string) => new Uint8Array(hkdfSync('sha256', stored, '', purpose, DERIVED_KEY_BYTES));
  return {
    privateKey,
    publicKey: createPublicKey(privateKey),
    linkKey: derived('takilya ticket links'),
    roomKey: derived('takilya waiting rooms'),
    walletKey: derived('takilya wallet passes'),
    unsubscribeKey: Buffer.from(derived('takilya unsubscribe links')),
  };
}
