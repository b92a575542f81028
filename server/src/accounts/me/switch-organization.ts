import { organizationRefusals } from '../../organizations/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/callers/caller.ts';
import type { Uuid } from '../../values/uuid.ts';
import { moveSession } from '../sessions/queries.ts';

/** The session goes over to another organization of the same person. @throws Refusal 404 where they are no member */
export async function switchOrganization(
  db: Database,
  { from, organizationId }: { from: Caller; organizationId: Uuid },
): Promise<void> {
  const session = { organizationId: from.organizationId, id: from.credentialId, userId: from.id };
  if (!(await moveSession(db, session, organizationId))) throw organizationRefusals.organization_not_found();
}
