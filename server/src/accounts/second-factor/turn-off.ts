import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { deleteTotp, listMemberships, lockAccount } from '../queries.ts';
import { deleteRecoveryCodes } from '../recovery-codes/queries.ts';
import { accountRefusals } from '../refusals.ts';

/** From now on the password alone is enough. @returns whether more was needed before */
export async function turnOffSecondFactor(tx: Tx, userId: Uuid): Promise<boolean> {
  await lockAccount(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  return deleteTotp(tx, userId);
}

/**
 * For changes that leave a person without a second factor. Locks the account, as `requireTwoFactor` does: of the two,
 * the later one sees the earlier one's change. @throws Refusal 409 if an organization of theirs requires one
 */
export async function requireNoTwoFactorRule(tx: Tx, userId: Uuid): Promise<void> {
  await lockAccount(tx, userId);
  const memberships = await listMemberships(tx, userId);
  const requiring = memberships.find(({ organization }) => organization.twoFactorRequired);
  if (requiring) throw accountRefusals.two_factor_must_stay_on({ organization: requiring.organization.name });
}
