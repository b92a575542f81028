import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { listMemberships } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import type { Browser } from '../sessions/browser.ts';
import { type LoggedIn, startSession } from '../sessions/start-session.ts';
import { type Credentials, checkPassword } from './check-password.ts';

/**
 * Opens a session in the organization that the user joined first, and ends the browser's previous session. The user is
 * told by e-mail of a log-in on a device that is not known.
 * @throws Refusal 401, 429, 503 as `checkPassword`; 403 if the user is not a member of any organization
 */
export async function logIn(
  db: Database,
  secretsKeys: readonly Buffer[],
  credentials: Credentials & { oldToken: string | undefined },
): Promise<LoggedIn> {
  const { id: userId } = await checkPassword(db, secretsKeys, credentials);
  return enterFirstOrganization(db, { ...credentials, userId });
}

/** For a person who has just proved who they are. @throws Refusal 403 if they are not a member of any organization */
export async function enterFirstOrganization(
  db: Database,
  starting: { userId: Uuid; oldToken: string | undefined; browser: Browser; now: Date },
): Promise<LoggedIn> {
  const [first] = await listMemberships(db, starting.userId);
  if (!first) throw accountRefusals.member_of_nothing();
  return db.transaction((tx) => startSession(tx, { ...starting, organizationId: first.organization.id }));
}
