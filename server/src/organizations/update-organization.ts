import type { Database } from '../database/database.ts';
import type { Uuid } from '../uuid.ts';
import type { Organization, OrganizationFields } from './organization.ts';
import { lockOrganization, saveOrganization } from './queries.ts';

/**
 * Changes the fields that were sent; of two changes of one field the later one stands. Pages, and letters that were not
 * written yet, show it at once. Times without an offset may be read in the old time zone for as long as a key is trusted.
 */
export async function updateOrganization(
  db: Database,
  { organizationId, fields }: { organizationId: Uuid; fields: OrganizationFields },
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const before = await lockOrganization(tx, organizationId);
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const after: Organization = { ...before, ...sent };
    await saveOrganization(tx, after);
    return after;
  });
}
