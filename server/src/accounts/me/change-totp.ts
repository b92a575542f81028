import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../platform/database/database.ts';
import { base32 } from '../../values/base32.ts';
import { notifyPerson } from '../notices/notify-person.ts';
import { deleteTotp, findAccount, markCodeUsed, saveTotpSecret } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { countLogIn } from '../throttle/throttle.ts';
import { otpauthUrl, stepOfCode } from '../totp/totp.ts';
import { openedSecret, type StoredSecret, storedSecret } from '../totp/totp-secret.ts';
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
 * towards the log-in limit.
 * @throws Refusal 400 for a wrong code, 409 if there is nothing to confirm, 429
 */
export async function confirmTotp(
  db: Database,
  secretsKeys: readonly Buffer[],
  self: Self,
  code: string,
): Promise<void> {
  const account = await findAccount(db, self.userId);
  if (!account?.totp || account.totpEnabled) throw accountRefusals.no_secret_to_confirm();
  await useCode(db, secretsKeys, self, { email: account.email, totp: account.totp, code }, async (tx) => {
    await deleteSessionsOf(tx, self.userId, { but: self.sessionId });
    await notifyPerson(tx, { ...self, change: 'two_factor_on' });
  });
}

/**
 * Stops asking for codes at log-in. Needs the password and a code: either alone may have been stolen. Without the
 * app, the operator can turn codes off (`npx takilya users turn-off-codes`). Ends every other session of the person.
 * @throws Refusal 400 for a wrong code, 403 for a wrong password, 409 if no codes are required, 429
 */
export async function turnOffTotp(
  db: Database,
  secretsKeys: readonly Buffer[],
  self: Self,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const { email, totp, totpEnabled } = await proveIsSelf(db, self, password);
  if (!totp || !totpEnabled) throw accountRefusals.codes_already_off();
  await useCode(db, secretsKeys, self, { email, totp, code }, async (tx) => {
    await deleteTotp(tx, self.userId);
    await deleteSessionsOf(tx, self.userId, { but: self.sessionId });
    await notifyPerson(tx, { ...self, change: 'two_factor_off' });
  });
}

/**
 * Counts the try as one of a log-in, and does `change` in the transaction that uses the code. @throws Refusal 400 for a
 * code that is wrong or was used before, 429
 */
async function useCode(
  db: Database,
  secretsKeys: readonly Buffer[],
  { userId, browser, now }: Self,
  { email, totp, code }: { email: string; totp: StoredSecret; code: string },
  change: (tx: Tx) => Promise<void>,
) {
  const { returnTry } = await countLogIn(db, { email, browser, now });
  const step = stepOfCode(openedSecret(secretsKeys, userId, totp), code, now);
  await db.transaction(async (tx) => {
    if (step === undefined || !(await markCodeUsed(tx, userId, totp, step))) throw accountRefusals.wrong_new_code();
    await change(tx);
  });
  await returnTry({ proven: false });
}
