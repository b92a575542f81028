import { recordChange } from '../../audit-log/record-change.ts';
import { type Database, type Queryable, violatedConstraint } from '../../platform/database/database.ts';
import { checkField } from '../../platform/http/contract/validation.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Language } from '../../values/language.ts';
import type { Uuid } from '../../values/uuid.ts';
import { createUser } from '../create-user.ts';
import { openLink } from '../links/one-time-link.ts';
import { checkPassword } from '../log-in/check-password.ts';
import type { Assertion } from '../passkeys/ceremony.ts';
import { checkPasskey } from '../passkeys/log-in-with-passkey.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { NewPassword, requireGoodPassword } from '../passwords/password-rules.ts';
import { findAccountByEmail, insertMembership } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import type { Browser } from '../sessions/browser.ts';
import { type LoggedIn, startSession } from '../sessions/start-session.ts';
import { deleteInvitation, findInvitation } from './queries.ts';

/** @throws Refusal 404 if the link was used or has expired */
export async function readInvitation(db: Queryable, { token, now }: { token: string; now: Date }) {
  const { organizationId, invitationId } = await openLink(db, { token, purpose: 'invitation', now });
  const invitation = await findInvitation(db, organizationId, invitationId, now);
  if (!invitation) throw accountRefusals.link_over();
  const account = await findAccountByEmail(db, invitation.email);
  return { ...invitation, organizationId, accountId: account?.id };
}

export interface Acceptance {
  token: string;
  /** Name of the new account; required if the address has none yet. */
  name?: string;
  /** Language of the new account. */
  language?: Language;
  /** The new account's password, or the existing account's. An existing account may send its passkey instead. */
  password?: string;
  code?: string;
  /** Proves the existing account without its password. */
  passkey?: Assertion;
  oldToken: string | undefined;
  browser: Browser;
  now: Date;
}

interface Parts {
  secretsKeys: readonly Buffer[];
  publicUrl: string;
}

/**
 * Makes the holder of the link a member and logs them in; the browser's previous session ends. If the address already
 * has an account, its password is required, and its code if enabled, or its passkey. If the link is accepted twice at
 * once, one request wins.
 * @throws Refusal 400; 404 if the link was used or has expired; 401, 429, 503 as `checkPassword` and `checkPasskey`;
 * 409 if another invitation made the address a member, or created its account, at the same time
 */
export async function acceptInvitation(db: Database, parts: Parts, acceptance: Acceptance): Promise<LoggedIn> {
  const { token, name, language, password, oldToken, browser, now } = acceptance;
  const { id, organizationId, organizationName, email, role, accountId } = await readInvitation(db, { token, now });
  let passwordHash = '';
  if (accountId) await proveAccount(db, parts, { id: accountId, email }, acceptance);
  else {
    if (!name) throw requestRefusals.missing_field({ field: 'name' });
    if (!password) throw requestRefusals.missing_field({ field: 'password' });
    const refusal = checkField('password', NewPassword, password);
    if (refusal) throw refusal;
    await requireGoodPassword(password, { email, names: [name, organizationName] });
    passwordHash = await hashPassword(password);
  }
  const joining = db.transaction(async (tx) => {
    if (!(await deleteInvitation(tx, organizationId, id))) throw accountRefusals.link_over();
    const userId = accountId ?? (await createUser(tx, { email, name: name ?? email, language, passwordHash, now }));
    await insertMembership(tx, { organizationId, userId, role, now });
    const joined = { action: 'member.joined', subjectId: userId, before: null, after: { role } } as const;
    recordChange(tx, { organizationId, actor: { kind: 'session', id: userId }, ...joined, now });
    return startSession(tx, { organizationId, userId, isNewUser: !accountId, oldToken, browser, now });
  });
  return joining.catch((error: unknown) => {
    const violated = violatedConstraint(error);
    if (violated === 'memberships_pkey') throw accountRefusals.already_member();
    if (violated === 'users_one_email') throw accountRefusals.account_made_meanwhile();
    throw error;
  });
}

/** The browser may be logged in as another account: only a proof of the invited account counts. */
async function proveAccount(
  db: Database,
  { secretsKeys, publicUrl }: Parts,
  { id, email }: { id: Uuid; email: string },
  { passkey, password, code, browser, now }: Acceptance,
): Promise<void> {
  if (passkey) {
    if ((await checkPasskey(db, publicUrl, passkey, now)) !== id) throw accountRefusals.passkey_refused();
  } else if (password === undefined) throw requestRefusals.missing_field({ field: 'password' });
  else await checkPassword(db, secretsKeys, { email, password, code, browser, now });
}
