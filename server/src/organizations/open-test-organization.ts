import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { insertWithSlugOf } from './create-organization.ts';
import type { Organization } from './organization.ts';
import { findTestOrganization, getOrganization, lockOrganization } from './queries.ts';
import { organizationRefusals } from './refusals.ts';

/**
 * The organization's test organization, made on first use with the same name and brand. The organization is locked, so
 * of two requests one makes it and the other finds it. @throws Refusal 409 if the organization is a test organization
 */
export async function openTestOrganization(
  db: Database,
  { organizationId, actor, now }: { organizationId: Uuid; actor: Actor; now: Date },
): Promise<{ organization: Organization; isNew: boolean }> {
  return db.transaction(async (tx) => {
    const { id: testOf, createdAt, ...live } = await lockOrganization(tx, organizationId);
    if (live.testOf !== null) throw organizationRefusals.test_organization_of_test();
    const found = await findTestOrganization(tx, testOf);
    if (found) return { organization: found, isNew: false };
    const id = newId(now);
    await insertWithSlugOf(tx, `${live.name} test`, { ...live, id, testOf, now });
    const opened = { action: 'organization.test_opened', subjectId: id, before: null, after: {} } as const;
    recordChange(tx, { organizationId, actor, ...opened, now });
    return { organization: await getOrganization(tx, id), isNew: true };
  });
}
