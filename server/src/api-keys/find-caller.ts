import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { leastGranting } from '../platform/http/callers/access.ts';
import type { KeyCaller } from '../platform/http/callers/trusted-keys.ts';
import { requestRefusals } from '../platform/refusals/request-refusals.ts';
import { isKeyText } from './key-text.ts';
import { findGoodKey, markUsed } from './queries.ts';
import { SCOPE_ACCESS, SCOPES } from './scopes.ts';

/** Precision of `last_used_at`: a write for each request would cost more than the request. */
const USED_EVERY_MS = 60_000;

/**
 * The caller of a key; undefined if the key is revoked, expired or unknown. `last_used_at` is updated at most once a
 * minute, without delaying the request.
 */
export async function findCaller(
  db: Database,
  key: string,
  keyHash: Buffer,
  { now, log }: { now: Date; log: FastifyBaseLogger },
): Promise<KeyCaller | undefined> {
  if (!isKeyText(key)) return undefined;
  const found = await findGoodKey(db, keyHash, now);
  if (!found) return undefined;
  const { organizationId, id, timeZone, organizationSlug, scopes, expiresAt, lastUsedAt } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USED_EVERY_MS)
    markUsed(db, { organizationId, id, now }).catch((error) =>
      log.warn({ err: error }, 'could not update last_used_at of an API key'),
    );
  return {
    organizationId,
    timeZone,
    organizationSlug,
    kind: 'key',
    id,
    credentialId: id,
    expiresAt,
    isProven: false,
    eventId: null,
    listId: null,
    access: new Set(scopes.flatMap((scope) => [...SCOPE_ACCESS[scope]])),
    refusal: (enough) => {
      const scope = leastGranting(SCOPES, SCOPE_ACCESS, enough);
      return scope ? requestRefusals.insufficient_scope({ scope }) : requestRefusals.person_required();
    },
  };
}
