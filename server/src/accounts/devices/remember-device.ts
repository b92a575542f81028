import type { Tx } from '../../platform/database/database.ts';
import { newToken, tokenHash } from '../../values/token.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Browser } from '../sessions/browser.ts';
import { KNOWN_FOR_SECONDS, MAX_DEVICES } from './device.ts';
import { changeToken, deleteDevicesOf, deleteSurplusDevices, insertDevice, renewDevice } from './queries.ts';

interface Proven {
  userId: Uuid;
  browser: Browser;
  now: Date;
}

interface KnownDevice {
  /** To be sent only in the cookie. */
  token: string;
  /** The person was not known on it. */
  isNew: boolean;
}

/**
 * Marks the browser as a device of a person who has just proved who they are. For another person than before it gets a
 * new token, which the others who are known on it keep: a stranger cannot prepare a browser with a token that they
 * know.
 */
export async function rememberDevice(tx: Tx, { userId, browser: { device }, now }: Proven): Promise<KnownDevice> {
  const knownUntil = new Date(now.getTime() + KNOWN_FOR_SECONDS * 1_000);
  if (device && (await renewDevice(tx, { userId, tokenHash: tokenHash(device), knownUntil }, now)))
    return { token: device, isNew: false };
  const token = newToken();
  if (device) await changeToken(tx, { from: tokenHash(device), to: tokenHash(token), now });
  // First: on Citus a deletion locks the table against other log-ins, and two that had inserted would wait for each
  // other.
  await deleteSurplusDevices(tx, userId, MAX_DEVICES - 1);
  await insertDevice(tx, { userId, tokenHash: tokenHash(token), knownUntil });
  return { token, isNew: true };
}

/** After a new password: forgets all devices of the person but this one, which gets a new token. */
export async function rememberOnly(tx: Tx, proven: Proven): Promise<string> {
  await deleteDevicesOf(tx, proven.userId);
  return (await rememberDevice(tx, proven)).token;
}
