import { createOrganization } from '../../organizations/create-organization.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Language } from '../../values/language.ts';
import { createUser } from '../create-user.ts';
import { makeLink, openLink } from '../links/one-time-link.ts';
import { deleteSetUpLinks } from '../links/queries.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { requireGoodPassword } from '../passwords/password-rules.ts';
import { anyUser, claimFirstUser, insertMembership } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import type { Browser } from '../sessions/browser.ts';
import { type LoggedIn, startSession } from '../sessions/start-session.ts';

/** The link in the terminal still works the next day. A restart prints a new one. */
const SET_UP_WITHIN_MS = 24 * 3_600_000;

/**
 * A link that creates the first account of this installation, to be printed in the terminal; null if an account exists.
 * Instances that start together print one each, and the first link used wins.
 */
export async function offerSetUp(db: Queryable, publicUrl: string, now: Date): Promise<string | null> {
  if (await anyUser(db)) return null;
  return makeLink(db, publicUrl, { purpose: 'set_up' }, new Date(now.getTime() + SET_UP_WITHIN_MS));
}

export interface SetUp {
  token: string;
  organizationName: string;
  name: string;
  language?: Language;
  email: string;
  password: string;
  browser: Browser;
  now: Date;
}

/**
 * Creates the first organization, its owner, and a session. If links are used at once, one request wins.
 * @throws Refusal 404 if the link was used or has expired; 400 for the password
 */
export async function setUp(db: Database, fields: SetUp): Promise<LoggedIn> {
  const { token, organizationName, name, language, email, password, browser, now } = fields;
  await openLink(db, { token, purpose: 'set_up', now });
  await requireGoodPassword(password, { email, names: [name, organizationName] });
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    if (!(await claimFirstUser(tx))) throw accountRefusals.link_over();
    await deleteSetUpLinks(tx);
    const organizationId = await createOrganization(tx, { name: organizationName, now });
    const userId = await createUser(tx, { email, name, language, passwordHash, now });
    await insertMembership(tx, { organizationId, userId, role: 'owner', now });
    return startSession(tx, { organizationId, userId, isNewUser: true, browser, now });
  });
}
