import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { deleteTotp, listMemberships, lockAccount } from '../queries.ts';
import { deleteRecoveryCodes } from '../recovery-codes/queries.ts';
import { accountRefusals } from '../refusals.ts';
import { hasSecondFactor } from '../user.ts';

/** From now on the password alone is enough. @returns whether more was needed before */
export async function turnOffSecondFactor(tx: Tx, userId: Uuid): Promise<boolean> {
  const account = await lockAccount(tx, userId);
  await deleteTotp(tx, userId);
  await deletePasskeys(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  return account !== undefined && hasSecondFactor(account);
}

/**
 * The end of a transaction that locked an account and removed an authenticator app or a passkey: recovery codes go with
 * the last one. `requireTwoFactor` locks the account, too, so of the two the later one sees the earlier one's change.
 * @throws Refusal 409 if no second factor is left and an organization of the person requires one
 */
export async function afterRemovingFactor(tx: Tx, userId: Uuid): Promise<void> {
  const account = await lockAccount(tx, userId);
  if (!account || hasSecondFactor(account)) return;
  const memberships = await listMemberships(tx, userId);
  const requiring = memberships.find(({ organization }) => organization.twoFactorRequired);
  if (requiring) throw accountRefusals.two_factor_must_stay_on({ organization: requiring.organization.name });
  await deleteRecoveryCodes(tx, userId);
}
