import type { Database, Queryable } from '../../platform/database/database.ts';
import { tokenHash } from '../../values/token.ts';
import type { Uuid } from '../../values/uuid.ts';
import { rememberOnly } from '../devices/remember-device.ts';
import { makeLink, openLink } from '../links/one-time-link.ts';
import { deleteLink, deleteLinksOf } from '../links/queries.ts';
import { notifyPerson } from '../notices/notify-person.ts';
import { aboutAccount } from '../passwords/about-account.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { requireGoodPassword } from '../passwords/password-rules.ts';
import { findAccount, listMemberships, lockAccount, savePassword } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import type { Browser } from '../sessions/browser.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { resetLogInLimit } from '../throttle/throttle.ts';

/**
 * Sets a new password, ends all sessions and links of the user, and resets the account's log-in limit, so that
 * strangers cannot lock out an owner who can read their e-mail. Their devices are forgotten, and this one is known. A
 * code is still required if it was before. @returns the token of this device
 * @throws Refusal 404 if the link was used or has expired; 400 for the password
 */
export async function resetPassword(
  db: Database,
  { token, password, browser, now }: { token: string; password: string; browser: Browser; now: Date },
): Promise<string> {
  const { userId } = await openLink(db, { token, purpose: 'password_reset', now });
  const account = await findAccount(db, userId);
  if (!account) throw accountRefusals.link_over();
  await requireGoodPassword(password, await aboutAccount(db, account));
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    if (!(await deleteLink(tx, tokenHash(token)))) throw accountRefusals.link_over();
    await savePassword(tx, userId, passwordHash, now);
    await deleteLinksOf(tx, userId);
    await deleteSessionsOf(tx, userId);
    await resetLogInLimit(tx, account.email);
    await notifyPerson(tx, { userId, change: 'password_reset', browser, now });
    return rememberOnly(tx, { userId, browser, now });
  });
}

/** Creates a reset link for this user; show it only to people who may set the password. */
export const makeResetLink = (
  db: Queryable,
  publicUrl: string,
  { userId, expiresAt }: { userId: Uuid; expiresAt: Date },
): Promise<string> => makeLink(db, publicUrl, { purpose: 'password_reset', userId }, expiresAt);

/**
 * Creates a reset link for an e-mail that the user asked for. The user's row is locked, so the link is made either
 * before a new password, which ends all earlier links, or after it.
 * @returns undefined when the user has set a password since
 */
export const makeLinkForMail = (
  db: Database,
  publicUrl: string,
  { userId, askedAt, expiresAt }: { userId: Uuid; askedAt: Date; expiresAt: Date },
): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    const setAt = account?.passwordSetAt ?? null;
    if (!account || (setAt && setAt >= askedAt)) return undefined;
    return makeResetLink(tx, publicUrl, { userId, expiresAt });
  });

/** The recipient of this organization's e-mail; undefined if the user is no longer a member. */
export async function findUserOf(db: Queryable, organizationId: Uuid, userId: Uuid) {
  const memberships = await listMemberships(db, userId);
  const here = memberships.find(({ organization }) => organization.id === organizationId);
  const user = await findAccount(db, userId);
  return (
    here &&
    user && {
      name: user.name,
      language: user.language,
      organizationName: here.organization.name,
      timeZone: here.organization.timeZone,
    }
  );
}
