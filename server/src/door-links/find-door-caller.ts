import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import type { Access } from '../platform/http/callers/access.ts';
import type { KeyCaller } from '../platform/http/callers/trusted-keys.ts';
import { requestRefusals } from '../platform/refusals/request-refusals.ts';
import { organizationOfSecret } from './door-secret.ts';
import { findGoodDoorLink, markDoorLinkUsed } from './queries.ts';

/** Precision of `last_used_at`: a write for each request would cost more than the request. */
const USED_EVERY_MS = 60_000;
const ACCESS: ReadonlySet<Access> = new Set(['event_door']);

/**
 * The caller of a door link; undefined if it is revoked, over or unknown. `last_used_at` is updated at most once a
 * minute, without delaying the request.
 */
export async function findDoorCaller(
  db: Database,
  secret: string,
  secretHash: Buffer,
  { now, log }: { now: Date; log: FastifyBaseLogger },
): Promise<KeyCaller | undefined> {
  const organizationId = organizationOfSecret(secret);
  const found = organizationId && (await findGoodDoorLink(db, { organizationId, secretHash, now }));
  if (!found) return undefined;
  const { id, eventId, listId, timeZone, organizationSlug, endsAt, lastUsedAt } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USED_EVERY_MS)
    markDoorLinkUsed(db, { organizationId, id, now }).catch((error) =>
      log.warn({ err: error }, 'could not update last_used_at of a door link'),
    );
  return {
    organizationId,
    timeZone,
    organizationSlug,
    kind: 'door_link',
    id,
    credentialId: id,
    expiresAt: endsAt,
    isProven: false,
    access: ACCESS,
    eventId,
    listId,
    refusal: () => requestRefusals.door_link_not_enough(),
  };
}
