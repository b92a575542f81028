import { LRUCache } from 'lru-cache';
import type { Database } from '../platform/database/database.ts';
import { perStore } from '../platform/database/per-database.ts';
import { getTicketKey } from '../tickets/ticket-key.ts';
import type { Uuid } from '../values/uuid.ts';

/** Organizations whose key is remembered, the most recently used ones: 100 bytes each. */
const MAX_KEYS = 10_000;

/** The key of an organization never changes, so the crowd of an on-sale costs one look-up. */
const keysOf = perStore(() => new LRUCache<Uuid, Uint8Array>({ max: MAX_KEYS }));

/** The key that proves the places and passes of an organization's waiting rooms. */
export async function getRoomKey(
  db: Database,
  secretsKeys: readonly Buffer[],
  organizationId: Uuid,
): Promise<Uint8Array> {
  const keys = keysOf(db);
  const known = keys.get(organizationId);
  if (known) return known;
  const { roomKey } = await getTicketKey(db, secretsKeys, organizationId);
  keys.set(organizationId, roomKey);
  return roomKey;
}
