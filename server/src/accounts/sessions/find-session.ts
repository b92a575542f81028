import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { leastGranting } from '../../platform/http/callers/access.ts';
import type { Caller } from '../../platform/http/callers/caller.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Uuid } from '../../values/uuid.ts';
import { NO_ACCESS, ROLE_ACCESS, ROLES, unprovenAccess } from '../roles.ts';
import { findLiveSession, markSeen } from './queries.ts';
import { PROVEN_SECONDS, SEEN_EVERY_SECONDS } from './session.ts';

/**
 * The caller of a session, with their current role in an organization, by default that of the session; undefined if the
 * session has expired or its user is not, or no longer, a member. `last_seen_at` is updated at most once a minute,
 * without delaying the request.
 */
export async function findSession(
  db: Database,
  which: { tokenHash: Buffer; organizationId: Uuid | undefined },
  { now, log }: { now: Date; log: FastifyBaseLogger },
): Promise<Caller | undefined> {
  const session = await findLiveSession(db, which, now);
  if (!session) return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_EVERY_SECONDS * 1_000)
    markSeen(db, session, now).catch((error) => log.warn({ err: error }, 'could not update last_seen_at of a session'));
  const { organizationId, id, userId, role, timeZone, organizationSlug, lacksFactor } = session;
  // A proof that is yet to come is from before the clock was set back: its age is not known.
  const isProven = Math.abs(now.getTime() - session.provenAt.getTime()) < PROVEN_SECONDS * 1_000;
  return {
    organizationId,
    timeZone,
    organizationSlug,
    kind: 'session',
    id: userId,
    credentialId: id,
    isProven,
    eventId: null,
    listId: null,
    access: lacksFactor ? NO_ACCESS : isProven ? ROLE_ACCESS[role] : unprovenAccess(role),
    refusal: (enough) => {
      if (lacksFactor) return requestRefusals.two_factor_required();
      if (enough.some((each) => ROLE_ACCESS[role].has(each))) return requestRefusals.password_needed();
      return requestRefusals.insufficient_role({ role, needs: leastGranting(ROLES, ROLE_ACCESS, enough) ?? 'another' });
    },
  };
}
