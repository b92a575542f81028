import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Queryable } from '../../platform/database/database.ts';
import { accountRefusals } from '../refusals.ts';
import { deleteThrottle, giveBackTry, isKnown, markKnown, takeTry } from './queries.ts';

/** So many tries at once, and one more each time so many seconds have passed. */
interface Allowance {
  tries: number;
  everySeconds: number;
}

/** Of one address, whatever it tries: an office behind one address mistypes now and then. Right tries are given back. */
const FROM_ADDRESS: Allowance = { tries: 30, everySeconds: 10 };
/** On one account from everywhere: under 300 guesses a day. */
const ON_ACCOUNT: Allowance = { tries: 10, everySeconds: 300 };
/**
 * On one account from an address that it was logged in from in the last 30 days. Counted apart: strangers who use up the
 * other one do not lock its owner out.
 */
const FROM_KNOWN_ADDRESS: Allowance = { tries: 10, everySeconds: 30 };
const KNOWN_FOR_DAYS = 30;
/** Mails that anybody can have sent to an address. */
const RESETS_OF_ACCOUNT: Allowance = { tries: 3, everySeconds: 1_200 };
const RESETS_FROM_ADDRESS: Allowance = { tries: 10, everySeconds: 60 };
/** Tries of tokens that nobody can guess: only so that nobody keeps the server busy with them. */
const LINKS_FROM_ADDRESS: Allowance = { tries: 60, everySeconds: 1 };

type GiveBack = (how: { proven: boolean }) => Promise<void>;

/** On whom and from where. */
export interface Attempt {
  email: string;
  address: string;
  now: Date;
}

/** Neither addresses nor accounts that somebody tried can be read in the table. */
const subjectOf = (...parts: string[]): Buffer => hash('sha256', parts.join('\0'), 'buffer');

/** IPv6 gives a household 2^64 addresses: the first four of eight groups are who it is. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [left = '', right] = address.split('::');
  const groups = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  if (right !== undefined) groups.push(...Array<string>(8 - groups.length - tail.length).fill('0'), ...tail);
  return groups.slice(0, 4).join(':');
}

/**
 * Counts a try of a password before it is looked at, so that no number of tries at once gets past it, for accounts that
 * exist and those that do not alike. @returns gives the try back: it was right. Where that proved whose account it is, the
 * address is known from now on
 * @throws Refusal too_many_tries
 */
export async function countLogIn(db: Queryable, { email, address, now }: Attempt): Promise<GiveBack> {
  const network = networkOf(address);
  const fromAddress = subjectOf('log-in from', network);
  const pair = subjectOf('log-in of from', email, network);
  await take(db, fromAddress, FROM_ADDRESS, now);
  const known = await isKnown(db, pair, now);
  const onAccount = known ? pair : subjectOf('log-in of', email);
  const allowance = known ? FROM_KNOWN_ADDRESS : ON_ACCOUNT;
  await take(db, onAccount, allowance, now);
  return async ({ proven }) => {
    await giveBackTry(db, fromAddress, FROM_ADDRESS.everySeconds);
    await giveBackTry(db, onAccount, allowance.everySeconds);
    if (proven) await markKnown(db, pair, { now, days: KNOWN_FOR_DAYS });
  };
}

/** The owner of the account proved to be it: what was tried on it before stops nobody. */
export const forgiveLogIns = (db: Queryable, email: string) => deleteThrottle(db, subjectOf('log-in of', email));

/** @returns whether one more mail may be asked for: nobody who asks is told */
export async function countReset(db: Queryable, { email, address, now }: Attempt): Promise<boolean> {
  const { tries, everySeconds } = RESETS_FROM_ADDRESS;
  const waitFrom = await takeTry(db, subjectOf('reset from', networkOf(address)), { tries, everySeconds, now });
  if (waitFrom > 0) return false;
  return (await takeTry(db, subjectOf('reset of', email), { ...RESETS_OF_ACCOUNT, now })) === 0;
}

/** @throws Refusal too_many_tries */
export async function countLink(db: Queryable, { address, now }: Pick<Attempt, 'address' | 'now'>): Promise<void> {
  await take(db, subjectOf('link from', networkOf(address)), LINKS_FROM_ADDRESS, now);
}

async function take(db: Queryable, subject: Buffer, allowance: Allowance, now: Date) {
  const waitSeconds = await takeTry(db, subject, { ...allowance, now });
  if (waitSeconds > 0) throw accountRefusals.too_many_tries({ retry_after_seconds: waitSeconds });
}
