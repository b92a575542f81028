import { organizationRefusals } from '../../organizations/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/callers/caller.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Uuid } from '../../values/uuid.ts';
import { listMemberships } from '../queries.ts';
import { moveSession } from '../sessions/queries.ts';

/**
 * New tabs of the session show another organization of the user.
 * @throws Refusal 404 if they are not a member of it, 401 if an owner of it ended their sessions since this one began
 */
export async function switchOrganization(
  db: Database,
  { from, organizationId }: { from: Caller; organizationId: Uuid },
): Promise<void> {
  const session = { userId: from.id, id: from.credentialId };
  if (await moveSession(db, session, organizationId)) return;
  const memberships = await listMemberships(db, from.id);
  const isMember = memberships.some(({ organization }) => organization.id === organizationId);
  throw isMember ? requestRefusals.not_logged_in() : organizationRefusals.organization_not_found();
}
