import type { Actor } from '../audit-log/actor.ts';
import type { Fields } from '../audit-log/change.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import { trustedKeys } from '../platform/http/callers/trusted-keys.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Organization, OrganizationFields } from './organization.ts';
import { lockOrganization, saveOrganization } from './queries.ts';

/**
 * Changes the fields that were sent. If two requests change the same field, the later one wins. Pages and e-mails that
 * are not rendered yet show the change at once. A new time zone applies from the next request on; other instances apply
 * it at most one second later.
 */
export async function updateOrganization(
  db: Database,
  { organizationId, actor, fields, now }: { organizationId: Uuid; actor: Actor; fields: OrganizationFields; now: Date },
): Promise<Organization> {
  const changed = await db.transaction(async (tx) => {
    const before = await lockOrganization(tx, organizationId);
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const after: Organization = { ...before, ...sent };
    await saveOrganization(tx, after);
    const change = { action: 'organization.updated', before: logged(before), after: logged(after) } as const;
    recordDifference(tx, { organizationId, actor, subjectId: organizationId, ...change, now });
    return after;
  });
  trustedKeys(db).changed(organizationId);
  return changed;
}

const logged = ({ name, timeZone, color, logoUrl }: Organization): Fields => ({
  name,
  time_zone: timeZone,
  color,
  logo_url: logoUrl,
});
