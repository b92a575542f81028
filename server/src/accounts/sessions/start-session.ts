import type { Tx } from '../../platform/database/database.ts';
import { tokenHash } from '../../values/token.ts';
import type { Uuid } from '../../values/uuid.ts';
import { rememberDevice } from '../devices/remember-device.ts';
import { notifyPerson } from '../notices/notify-person.ts';
import type { Browser } from './browser.ts';
import { openSession } from './open-session.ts';
import { deleteSession } from './queries.ts';

export interface LoggedIn {
  token: string;
  deviceToken: string;
  userId: Uuid;
  organizationId: Uuid;
}

interface Starting {
  organizationId: Uuid;
  userId: Uuid;
  /** The account was just created, so its person is not told of their first device. */
  isNewUser?: boolean;
  /** The browser's previous session, which ends. */
  oldToken?: string | undefined;
  browser: Browser;
  now: Date;
}

/** Opens the session of a person who has just proved who they are. They are told by e-mail of a device that is new. */
export async function startSession(
  tx: Tx,
  { organizationId, userId, isNewUser = false, oldToken, browser, now }: Starting,
): Promise<LoggedIn> {
  if (oldToken) await deleteSession(tx, tokenHash(oldToken));
  const device = await rememberDevice(tx, { userId, browser, now });
  if (device.isNew && !isNewUser) await notifyPerson(tx, { userId, change: 'new_device', browser, now });
  const token = await openSession(tx, { organizationId, userId, browser, now });
  return { token, deviceToken: device.token, userId, organizationId };
}
