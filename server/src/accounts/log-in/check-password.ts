import type { Queryable } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/refusals/errors.ts';
import { verifyPassword } from '../passwords/hash-password.ts';
import { type Account, findAccountByEmail, markCodeUsed } from '../queries.ts';
import { countLogIn } from '../throttle/throttle.ts';
import { stepOfCode } from '../totp/totp.ts';
import { openedSecret } from '../totp/totp-secret.ts';
import { normalEmail } from '../user.ts';

export interface Credentials {
  email: string;
  password: string;
  /** Of the authenticator app, where one is set up. */
  code?: string;
  /** Where it comes from. */
  address: string;
  now: Date;
}

const wrong = () => new ApiError(401, 'Wrong e-mail or password');

/**
 * Counts the try, then looks. An address that nobody has takes the same statements and the same hashing as a wrong
 * password. @throws ApiError 401, with the reason `code_needed` where only the code is missing; 429; 503
 */
export async function checkPassword(
  db: Queryable,
  secretsKeys: readonly Buffer[],
  { email: typed, password, code, address, now }: Credentials,
): Promise<Account> {
  const email = normalEmail(typed);
  const giveBack = await countLogIn(db, { email, address, now });
  const account = await findAccountByEmail(db, email);
  const right = await verifyPassword(password, account?.passwordHash);
  if (!account || !right) throw wrong();
  if (account.totpEnabled && account.totp) {
    if (!code) {
      await giveBack({ proven: false });
      throw codeNeeded('A code from your authenticator app is needed');
    }
    const step = stepOfCode(openedSecret(secretsKeys, account.id, account.totp), code, now);
    if (step === undefined || !(await markCodeUsed(db, account.id, account.totp, step)))
      throw codeNeeded('Wrong code, or one that was used before: wait for the next one');
  }
  await giveBack({ proven: true });
  return account;
}

const codeNeeded = (message: string) => Object.assign(new ApiError(401, message), { reason: 'code_needed' });
