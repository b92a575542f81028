import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { base32 } from '../../values/base32.ts';
import { notifyPerson } from '../notices/notify-person.ts';
import { deleteTotp, findAccount, lockAccount, markCodeUsed, saveTotpSecret } from '../queries.ts';
import { saveRecoveryCodes } from '../recovery-codes/make-recovery-codes.ts';
import { newRecoveryCodes } from '../recovery-codes/recovery-code.ts';
import { accountRefusals } from '../refusals.ts';
import { afterRemovingFactor } from '../second-factor/turn-off.ts';
import { useCode } from '../second-factor/use-code.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
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
 * Makes log-ins require a code, and ends every other session. The confirmed code cannot be used again. Tries count
 * towards the log-in limit. @returns recovery codes, which are shown only once; none if there are some already
 * @throws Refusal 400 for a wrong code, 409 if there is nothing to confirm, 429
 */
export async function confirmTotp(
  db: Database,
  secretsKeys: readonly Buffer[],
  { userId, sessionId, browser, now }: Self,
  code: string,
): Promise<string[]> {
  const account = await findAccount(db, userId);
  const totp = account?.totpSecret;
  if (!account || !totp || account.totpEnabled) throw accountRefusals.no_secret_to_confirm();
  const { returnTry } = await countLogIn(db, { email: account.email, browser, now });
  const step = stepOfCode(openedSecret(secretsKeys, userId, totp), code, now);
  if (step === undefined) throw accountRefusals.wrong_new_code();
  const codes = newRecoveryCodes();
  const recoveryCodes = await db.transaction(async (tx) => {
    const before = await lockAccount(tx, userId);
    if (!(await markCodeUsed(tx, userId, totp, step))) throw accountRefusals.wrong_new_code();
    await deleteSessionsOf(tx, userId, { but: sessionId });
    await notifyPerson(tx, { userId, browser, now, change: 'two_factor_on' });
    // With a passkey the person has recovery codes already.
    if (before?.hasPasskey) return [];
    await saveRecoveryCodes(tx, userId, codes);
    return codes;
  });
  await returnTry({ proven: false });
  return recoveryCodes;
}

/**
 * Stops asking for codes at log-in. Needs the password and a code, of the app or a recovery code: either alone may have
 * been stolen. Without any code, the operator can turn codes off (`npx takilya users turn-off-codes`). Ends every other
 * session of the person. Tries count towards the log-in limit.
 * @throws Refusal 400 for a wrong code, 403 for a wrong password, 429; 409 if no codes are required, or if an
 *   organization requires a second factor
 */
export async function turnOffTotp(
  db: Database,
  secretsKeys: readonly Buffer[],
  self: Self,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const { userId, sessionId, browser, now } = self;
  const account = await proveIsSelf(db, self, password);
  if (!account.totpEnabled) throw accountRefusals.codes_already_off();
  const { returnTry } = await countLogIn(db, { email: account.email, browser, now });
  await db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    if (!(await useCode(tx, secretsKeys, account, { code, now }))) throw accountRefusals.wrong_new_code();
    await deleteTotp(tx, userId);
    await afterRemovingFactor(tx, userId);
    await deleteSessionsOf(tx, userId, { but: sessionId });
    await notifyPerson(tx, { userId, browser, now, change: 'two_factor_off' });
  });
  await returnTry({ proven: false });
}
