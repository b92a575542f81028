import { organizationRefusals } from '../../organizations/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/callers/caller.ts';
import type { Uuid } from '../../values/uuid.ts';
import { moveSession } from '../sessions/queries.ts';

/** Moves the session to another organization of the user. @throws Refusal 404 if they are not a member of it */
export async function switchOrganization(
  db: Database,
  { from, organizationId }: { from: Caller; organizationId: Uuid },
): Promise<void> {
  const session = { organizationId: from.organizationId, id: from.credentialId, userId: from.id };
  if (!(await moveSession(db, session, organizationId))) throw organizationRefusals.organization_not_found();
}
