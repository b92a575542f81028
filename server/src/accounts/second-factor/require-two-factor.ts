import { recordDifference } from '../../audit-log/record-change.ts';
import type { Organization } from '../../organizations/organization.ts';
import { lockOrganization, saveTwoFactorRequired } from '../../organizations/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/callers/caller.ts';
import type { Uuid } from '../../values/uuid.ts';
import { notifyOwners } from '../notices/notify-owners.ts';
import { lockAccount } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import { hasSecondFactor } from '../user.ts';

interface Change {
  organizationId: Uuid;
  owner: Pick<Caller, 'kind' | 'id'>;
  required: boolean;
  now: Date;
}

/**
 * Applies to every member from their next request on: without a second factor they can do nothing in the organization
 * but set one up. The owner's own account is locked: if they turn their second factor off at the same time, one of the
 * two requests is refused. The owners get an e-mail. @throws Refusal 409 for an owner without a second factor
 */
export async function requireTwoFactor(
  db: Database,
  { organizationId, owner, required, now }: Change,
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const before = await lockOrganization(tx, organizationId);
    if (before.testOf !== null) throw accountRefusals.team_of_live_organization();
    const account = await lockAccount(tx, owner.id);
    if (required && !(account && hasSecondFactor(account))) throw accountRefusals.second_factor_missing();
    await saveTwoFactorRequired(tx, organizationId, required);
    recordDifference(tx, {
      organizationId,
      actor: owner,
      action: 'organization.updated',
      subjectId: organizationId,
      before: { two_factor_required: before.twoFactorRequired },
      after: { two_factor_required: required },
      now,
    });
    if (required !== before.twoFactorRequired) {
      const change = 'two_factor_rule_changed';
      await notifyOwners(tx, { organizationId, actor: owner, change, about: required ? 'on' : 'off', now });
    }
    return { ...before, twoFactorRequired: required };
  });
}
