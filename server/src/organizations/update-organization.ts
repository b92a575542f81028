import type { Actor } from '../audit-log/actor.ts';
import type { Fields } from '../audit-log/change.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { trustedKeys } from '../platform/http/callers/trusted-keys.ts';
import { shown } from '../platform/http/contract/wire.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Organization, OrganizationFields } from './organization.ts';
import { lockOrganization, saveOrganization, takeOrganizationSlug } from './queries.ts';
import { MOST_SLUGS, slugRefusals } from './refusals.ts';
import { OrganizationChanges } from './schemas.ts';

/**
 * Changes the fields that were sent. If two requests change the same field, the later one wins. Pages and e-mails that
 * are not rendered yet show the change at once. A new time zone applies from the next request on; other instances apply
 * it at most one second later. An earlier address of the shop keeps leading to the current one.
 * @throws Refusal 409 slug_taken, too_many_slugs
 */
export async function updateOrganization(
  db: Database,
  {
    organizationId,
    actor,
    fields,
    now,
  }: { organizationId: Uuid; actor: Actor; fields: Partial<OrganizationFields>; now: Date },
): Promise<Organization> {
  const changed = await db.transaction(async (tx) => {
    const before = await lockOrganization(tx, organizationId);
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const after: Organization = { ...before, ...sent };
    if (after.slug !== before.slug) await takeSlug(tx, organizationId, after.slug);
    await saveOrganization(tx, after);
    const change = { action: 'organization.updated', before: logged(before), after: logged(after) } as const;
    recordDifference(tx, { organizationId, actor, subjectId: organizationId, ...change, now });
    return after;
  });
  trustedKeys(db).changed(organizationId);
  return changed;
}

async function takeSlug(tx: Tx, organizationId: Uuid, slug: string) {
  const count = await takeOrganizationSlug(tx, organizationId, slug);
  if (count === undefined) throw slugRefusals.slug_taken();
  if (count > MOST_SLUGS) throw slugRefusals.too_many_slugs({ max: MOST_SLUGS });
}

const logged = (organization: Organization): Fields => shown(OrganizationChanges, organization);
