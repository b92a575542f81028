import { getOrganization } from '../../organizations/queries.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { accountRefusals } from '../refusals.ts';

/** @throws Refusal 404 if there is no such organization, 409 if it is a test organization */
export async function requireOwnTeam(db: Queryable, organizationId: Uuid): Promise<void> {
  const { testOf } = await getOrganization(db, organizationId);
  if (testOf !== null) throw accountRefusals.team_of_live_organization();
}
