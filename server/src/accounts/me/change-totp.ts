import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { base32 } from '../../values/base32.ts';
import { deleteTotp, findAccount, markCodeUsed, saveTotpSecret } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import { countLogIn } from '../throttle/throttle.ts';
import { otpauthUrl, stepOfCode } from '../totp/totp.ts';
import { openedSecret, storedSecret } from '../totp/totp-secret.ts';
import { proveIsSelf, type Self } from './change-me.ts';

/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20;

/**
 * Returns a new secret, which is shown only once. Log-in requires no code until `confirmTotp` receives one. The
 * password is required so that a stranger at an unattended browser cannot lock out the owner.
 * @throws Refusal 403 for a wrong password, 409 if codes are already required, 429
 */
export async function beginTotp(db: Database, secretsKeys: readonly Buffer[], self: Self, password: string) {
  const { email } = await proveIsSelf(db, self, password);
  const secret = randomBytes(SECRET_BYTES);
  if (!(await saveTotpSecret(db, self.userId, storedSecret(secretsKeys, self.userId, secret))))
    throw accountRefusals.codes_already_on();
  return { secret: base32(secret), otpauth_url: otpauthUrl(base32(secret), email) };
}

/**
 * Makes log-ins require a code. The confirmed code cannot be used again. Tries count towards the log-in limit.
 * @throws Refusal 400 for a wrong code, 409 if there is nothing to confirm, 429
 */
export async function confirmTotp(
  db: Database,
  secretsKeys: readonly Buffer[],
  self: Self,
  code: string,
): Promise<void> {
  const { userId, address, now } = self;
  const account = await findAccount(db, userId);
  if (!account?.totp || account.totpEnabled) throw accountRefusals.no_secret_to_confirm();
  const returnTry = await countLogIn(db, { email: account.email, address, now });
  const step = stepOfCode(openedSecret(secretsKeys, userId, account.totp), code, now);
  if (step === undefined || !(await markCodeUsed(db, userId, account.totp, step)))
    throw accountRefusals.wrong_new_code();
  await returnTry({ proven: false });
}

/** @throws Refusal 403 for a wrong password, 409 if no codes are required, 429 */
export async function turnOffTotp(db: Database, self: Self, password: string): Promise<void> {
  await proveIsSelf(db, self, password);
  if (!(await deleteTotp(db, self.userId))) throw accountRefusals.codes_already_off();
}
