import type { Queryable } from '../../platform/database/database.ts';
import { verifyPassword } from '../passwords/hash-password.ts';
import { type Account, findAccountByEmail } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import { useCode } from '../second-factor/use-code.ts';
import type { Browser } from '../sessions/browser.ts';
import { countLogIn } from '../throttle/throttle.ts';
import { hasSecondFactor, normalEmail } from '../user.ts';

export interface Credentials {
  email: string;
  password: string;
  /** Code of the authenticator app, or a recovery code; required if there is an app or a passkey. */
  code?: string;
  browser: Browser;
  now: Date;
}

/**
 * Counts the try, then checks the password. An unknown address runs the same statements and the same hashing as a wrong
 * password.
 * @throws Refusal wrong_credentials; code_needed, passkey_needed or wrong_code if only the code is missing;
 * too_many_tries; overloaded
 */
export async function checkPassword(
  db: Queryable,
  secretsKeys: readonly Buffer[],
  { email: typed, password, code, browser, now }: Credentials,
): Promise<Account> {
  const email = normalEmail(typed);
  const { asking, returnTry } = await countLogIn(db, { email, browser, now });
  const account = await findAccountByEmail(db, email);
  const right = await verifyPassword(password, account?.passwordHash, asking);
  if (!account || !right) throw accountRefusals.wrong_credentials();
  if (hasSecondFactor(account)) {
    if (!code) {
      await returnTry({ proven: false });
      throw account.totpEnabled ? accountRefusals.code_needed() : accountRefusals.passkey_needed();
    }
    if (!(await useCode(db, secretsKeys, account, { code, now }))) throw accountRefusals.wrong_code();
  }
  await returnTry({ proven: true });
  return account;
}
