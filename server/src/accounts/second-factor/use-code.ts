import type { Queryable } from '../../platform/database/database.ts';
import { type Account, markCodeUsed } from '../queries.ts';
import { deleteRecoveryCode } from '../recovery-codes/queries.ts';
import { recoveryCodeHash } from '../recovery-codes/recovery-code.ts';
import { stepOfCode } from '../totp/totp.ts';
import { openedSecret } from '../totp/totp-secret.ts';

/**
 * Uses up a code of the authenticator app, or a recovery code. If two requests have the same code, one of them wins.
 * @returns whether the code was good
 */
export async function useCode(
  db: Queryable,
  secretsKeys: readonly Buffer[],
  { id, totpSecret: totp, totpEnabled }: Account,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const codeHash = recoveryCodeHash(code);
  if (codeHash) return deleteRecoveryCode(db, id, codeHash);
  if (!totp || !totpEnabled) return false;
  const step = stepOfCode(openedSecret(secretsKeys, id, totp), code, now);
  return step !== undefined && markCodeUsed(db, id, totp, step);
}
