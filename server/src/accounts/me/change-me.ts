import type { Database } from '../../platform/database/database.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Language } from '../../values/language.ts';
import type { Uuid } from '../../values/uuid.ts';
import { rememberOnly } from '../devices/remember-device.ts';
import { deleteLinksOf } from '../links/queries.ts';
import { notifyPerson } from '../notices/notify-person.ts';
import { aboutAccount } from '../passwords/about-account.ts';
import { hashPassword, verifyPassword } from '../passwords/hash-password.ts';
import { requireGoodPassword } from '../passwords/password-rules.ts';
import { type Account, findAccount, savePassword, saveProfile } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import type { Browser } from '../sessions/browser.ts';
import { deleteSessionsOf, markProven } from '../sessions/queries.ts';
import { countLogIn } from '../throttle/throttle.ts';

/** The logged-in user, and the browser of the request. */
export interface Self {
  userId: Uuid;
  sessionId: Uuid;
  browser: Browser;
  now: Date;
}

export interface MeChange {
  name?: string;
  language?: Language;
  password?: { current: string; new: string };
}

/**
 * Setting a new password ends the user's other sessions and password reset links, and forgets their other devices.
 * @returns the new token of this device, if there is one @throws Refusal 400 for the new
 * password, 403 for a wrong current one, 429 after too many wrong ones
 */
export async function changeMe(
  db: Database,
  self: Self,
  { name, language, password }: MeChange,
): Promise<string | undefined> {
  let passwordHash: string | undefined;
  if (password) {
    const account = await proveIsSelf(db, self, password.current);
    await requireGoodPassword(password.new, await aboutAccount(db, account), 'password.new');
    passwordHash = await hashPassword(password.new);
  }
  return db.transaction(async (tx) => {
    await saveProfile(tx, self.userId, { name, language });
    if (passwordHash === undefined) return undefined;
    await savePassword(tx, self.userId, passwordHash, self.now);
    await deleteSessionsOf(tx, self.userId, { but: self.sessionId });
    await deleteLinksOf(tx, self.userId);
    await notifyPerson(tx, { ...self, change: 'password_changed' });
    return rememberOnly(tx, self);
  });
}

/**
 * Protects an unattended browser. Tries count towards the log-in limit, so a session cannot be used to get around it.
 * @throws Refusal 403, 429, 503
 */
export async function proveIsSelf(db: Database, { userId, browser, now }: Self, password: string): Promise<Account> {
  const account = await findAccount(db, userId);
  if (!account) throw requestRefusals.not_logged_in();
  const { returnTry } = await countLogIn(db, { email: account.email, browser, now });
  if (!(await verifyPassword(password, account.passwordHash, 'known'))) throw accountRefusals.wrong_password();
  await returnTry({ proven: true });
  return account;
}

/** The password again, before something that a stolen session must not do. @throws as `proveIsSelf` */
export async function proveAgain(db: Database, self: Self, password: string): Promise<void> {
  await proveIsSelf(db, self, password);
  await markProven(db, { userId: self.userId, id: self.sessionId }, self.now);
}
