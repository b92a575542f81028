import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Queryable } from '../../platform/database/database.ts';
import { tokenHash } from '../../values/token.ts';
import type { Uuid } from '../../values/uuid.ts';
import { isDeviceOf } from '../devices/queries.ts';
import type { Asking } from '../passwords/hash-password.ts';
import { accountRefusals } from '../refusals.ts';
import type { Browser } from '../sessions/browser.ts';
import { deleteThrottle, isKnown, markKnown, returnTry, takeTry } from './queries.ts';

/** Up to `tries` at once; one more becomes available every `everySeconds`. */
interface Allowance {
  tries: number;
  everySeconds: number;
}

/** From one IP address, on any account. A whole office may share one and mistype; correct tries are not counted. */
const FROM_ADDRESS: Allowance = { tries: 30, everySeconds: 10 };
/** On one account from everywhere: under 300 guesses a day. */
const ON_ACCOUNT: Allowance = { tries: 10, everySeconds: 300 };
/**
 * On one account with a device, or from an IP address, that logged in to it before. Each has a separate allowance, so
 * strangers who exhaust `ON_ACCOUNT` do not lock the owner out.
 */
const FROM_KNOWN: Allowance = { tries: 10, everySeconds: 30 };
const KNOWN_FOR_DAYS = 30;
/** Password reset e-mails: a stranger can request them for any address. */
const RESETS_OF_ACCOUNT: Allowance = { tries: 3, everySeconds: 1_200 };
const RESETS_FROM_ADDRESS: Allowance = { tries: 10, everySeconds: 60 };
/** Searches for a buyer's orders on the page `/find`: each sends an e-mail, and a stranger can type any address. */
const ORDER_SEARCHES_OF_EMAIL: Allowance = { tries: 3, everySeconds: 1_200 };
/** Guests at a door search for their tickets over the venue's one address. */
const ORDER_SEARCHES_FROM_ADDRESS: Allowance = { tries: 30, everySeconds: 20 };
/** Tokens cannot be guessed; this limit only protects the server from load. */
const LINKS_FROM_ADDRESS: Allowance = { tries: 60, everySeconds: 1 };

/**
 * E-mails about one kind of change, to the owners of an organization or to a person: enough to alarm them, too few to
 * fill a mailbox or to get the mail server blocked.
 */
const NOTICES: Allowance = { tries: 10, everySeconds: 360 };

interface CountedTry {
  /** The caller, for the queue of passwords to check. */
  asking: Asking;
  /** Gives the try back after a correct password. */
  returnTry(how: { proven: boolean }): Promise<void>;
}

/** The account and the IP address of a request. */
export interface Attempt {
  email: string;
  address: string;
  now: Date;
}

/** Hashed, so that the table reveals neither IP addresses nor accounts. */
const subjectOf = (...parts: string[]): Buffer => hash('sha256', parts.join('\0'), 'buffer');

/** An IPv6 household has 2^64 addresses, so the first four of the eight groups identify it. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [left = '', right] = address.split('::');
  const groups = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  if (right !== undefined) groups.push(...Array<string>(8 - groups.length - tail.length).fill('0'), ...tail);
  return groups.slice(0, 4).join(':');
}

/**
 * Counts a password try before the password is checked, so that concurrent tries cannot exceed the limit. Accounts that
 * do not exist are counted alike. A known device has an allowance of its own and no other. If the log-in proved the
 * account's owner, `returnTry` also marks the IP address as known. @throws Refusal too_many_tries
 */
export async function countLogIn(
  db: Queryable,
  { email, browser: { address, device }, now }: { email: string; browser: Browser; now: Date },
): Promise<CountedTry> {
  const network = networkOf(address);
  const pair = subjectOf('log-in of from', email, network);
  const proves = (proven: boolean) => proven && markKnown(db, pair, { now, days: KNOWN_FOR_DAYS });
  if (device && (await isDeviceOf(db, email, tokenHash(device), now))) {
    const onDevice = subjectOf('log-in of device', email, device);
    await take(db, onDevice, FROM_KNOWN, now);
    return {
      asking: 'known',
      async returnTry({ proven }) {
        await returnTry(db, onDevice, FROM_KNOWN.everySeconds);
        await proves(proven);
      },
    };
  }
  const fromAddress = subjectOf('log-in from', network);
  await take(db, fromAddress, FROM_ADDRESS, now);
  const known = await isKnown(db, pair, now);
  const onAccount = known ? pair : subjectOf('log-in of', email);
  const allowance = known ? FROM_KNOWN : ON_ACCOUNT;
  await take(db, onAccount, allowance, now);
  return {
    asking: known ? 'known' : 'strangers',
    async returnTry({ proven }) {
      await returnTry(db, fromAddress, FROM_ADDRESS.everySeconds);
      await returnTry(db, onAccount, allowance.everySeconds);
      await proves(proven);
    },
  };
}

/** Resets the account's limit after its owner proved their identity. */
export const resetLogInLimit = (db: Queryable, email: string) => deleteThrottle(db, subjectOf('log-in of', email));

/** @returns whether another reset e-mail may be sent; the answer to the caller does not reveal it */
export async function countReset(db: Queryable, { email, address, now }: Attempt): Promise<boolean> {
  const { tries, everySeconds } = RESETS_FROM_ADDRESS;
  const waitFrom = await takeTry(db, subjectOf('reset from', networkOf(address)), { tries, everySeconds, now });
  if (waitFrom > 0) return false;
  return (await takeTry(db, subjectOf('reset of', email), { ...RESETS_OF_ACCOUNT, now })) === 0;
}

/** @returns whether another e-mail with the links to a buyer's orders may be sent; the answer does not reveal it */
export async function countOrderSearch(db: Queryable, { email, address, now }: Attempt): Promise<boolean> {
  const from = subjectOf('order search from', networkOf(address));
  if ((await takeTry(db, from, { ...ORDER_SEARCHES_FROM_ADDRESS, now })) > 0) return false;
  return (await takeTry(db, subjectOf('order search of', email), { ...ORDER_SEARCHES_OF_EMAIL, now })) === 0;
}

/** @returns whether another e-mail about this kind of change may be sent to the organization or the person */
export async function countNotice(
  db: Queryable,
  { change, to, now }: { change: string; to: Uuid; now: Date },
): Promise<boolean> {
  return (await takeTry(db, subjectOf('notice', change, to), { ...NOTICES, now })) === 0;
}

/** @throws Refusal too_many_tries */
export async function countLink(db: Queryable, { address, now }: Pick<Attempt, 'address' | 'now'>): Promise<void> {
  await take(db, subjectOf('link from', networkOf(address)), LINKS_FROM_ADDRESS, now);
}

async function take(db: Queryable, subject: Buffer, allowance: Allowance, now: Date) {
  const waitSeconds = await takeTry(db, subject, { ...allowance, now });
  if (waitSeconds > 0) throw accountRefusals.too_many_tries({ retry_after_seconds: waitSeconds });
}
