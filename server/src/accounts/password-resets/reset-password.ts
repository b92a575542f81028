import type { Database, Queryable } from '../../platform/database/database.ts';
import { tokenHash } from '../../values/token.ts';
import type { Uuid } from '../../values/uuid.ts';
import { makeLink, openLink } from '../links/one-time-link.ts';
import { deleteLink, deleteLinksOf } from '../links/queries.ts';
import { aboutAccount } from '../passwords/about-account.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { requireGoodPassword } from '../passwords/password-rules.ts';
import { findAccount, listMemberships, savePassword } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { forgiveLogIns } from '../throttle/throttle.ts';

/**
 * Sets the password that the link's owner chose, ends all of their sessions and links, and forgives what strangers tried on
 * the account: nobody can keep its owner out who reads their mail. A code is still asked for where one was.
 * @throws Refusal 404 for a link that is used or over, 400 for the password
 */
export async function resetPassword(
  db: Database,
  { token, password, now }: { token: string; password: string; now: Date },
): Promise<void> {
  const { userId } = await openLink(db, { token, purpose: 'password_reset', now });
  const account = await findAccount(db, userId);
  if (!account) throw accountRefusals.link_over();
  await requireGoodPassword(password, await aboutAccount(db, account));
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    if (!(await deleteLink(tx, tokenHash(token)))) throw accountRefusals.link_over();
    await deleteLinksOf(tx, userId);
    await savePassword(tx, userId, passwordHash);
    await deleteSessionsOf(tx, userId);
    await forgiveLogIns(tx, account.email);
  });
}

/** A link for this person, to be shown to somebody who may see it. */
export const makeResetLink = (
  db: Queryable,
  publicUrl: string,
  { userId, expiresAt }: { userId: Uuid; expiresAt: Date },
): Promise<string> => makeLink(db, publicUrl, { purpose: 'password_reset', userId }, expiresAt);

/** Whom a mail of this organization is for; undefined when they are no member any more. */
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
