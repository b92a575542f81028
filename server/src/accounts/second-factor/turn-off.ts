import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { deleteTotp, lockAccount } from '../queries.ts';
import { deleteRecoveryCodes } from '../recovery-codes/queries.ts';

/** From now on the password alone is enough. @returns whether more was needed before */
export async function turnOffSecondFactor(tx: Tx, userId: Uuid): Promise<boolean> {
  await lockAccount(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  return deleteTotp(tx, userId);
}
