import type { Database } from '../../platform/database/database.ts';
import { tokenHash } from '../../values/token.ts';
import type { Uuid } from '../../values/uuid.ts';
import { rememberDevice } from '../devices/remember-device.ts';
import { notifyPerson } from '../notices/notify-person.ts';
import { listMemberships } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import type { Browser } from '../sessions/browser.ts';
import { openSession } from '../sessions/open-session.ts';
import { deleteSession } from '../sessions/queries.ts';
import { type Credentials, checkPassword } from './check-password.ts';

export interface LoggedIn {
  token: string;
  deviceToken: string;
  userId: Uuid;
  organizationId: Uuid;
}

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
  return startSession(db, { ...credentials, userId });
}

/**
 * Opens the session of a person who has just proved who they are. @throws Refusal 403 if they are not a member of any
 * organization
 */
export async function startSession(
  db: Database,
  { userId, oldToken, browser, now }: { userId: Uuid; oldToken: string | undefined; browser: Browser; now: Date },
): Promise<LoggedIn> {
  const [first] = await listMemberships(db, userId);
  if (!first) throw accountRefusals.member_of_nothing();
  const organizationId = first.organization.id;
  return db.transaction(async (tx) => {
    if (oldToken) await deleteSession(tx, tokenHash(oldToken));
    const device = await rememberDevice(tx, { userId, browser, now });
    if (device.isNew) await notifyPerson(tx, { userId, change: 'new_device', browser, now });
    const token = await openSession(tx, { organizationId, userId, browser, now });
    return { token, deviceToken: device.token, userId, organizationId };
  });
}
