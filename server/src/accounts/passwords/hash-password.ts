import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { KeyedQueue } from '../../platform/lanes/keyed-queue.ts';

/** OWASP's minimum for argon2id: 19 MiB and about 40 ms of one core. */
const SETTINGS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const argon2Async = promisify(argon2);

/** A queue of this length takes about three seconds; six while both are full. */
const MAX_WAITING = 64;

/**
 * known: a session, a link, a known device or address came with the password. strangers: nothing did. Each has its own
 * queue, so that a flood of strangers' log-ins fills only theirs.
 */
export type Asking = 'known' | 'strangers';

const queues = new KeyedQueue({ name: 'log-ins', maxWaiting: MAX_WAITING, retryAfterSeconds: 3 });
/**
 * One hash at a time: the first of each queue in turn. It runs on one of the process's four background threads, which
 * commits and files need too. One core is left for the sale, however many people log in.
 */
const turns = new KeyedQueue({ name: 'password hashes' });
const compute = (asking: Asking, ...work: Parameters<typeof argon2Async>) =>
  queues.run(asking, () => turns.run('', () => argon2Async(...work)));

/** Keyboards may encode the same password in different Unicode forms. */
const message = (password: string) => Buffer.from(password.normalize('NFKC'));
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/**
 * Only for people who proved something: a session, or a link.
 * @returns a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash` @throws Refusal 503 when too many wait
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const hash = await compute('known', 'argon2id', {
    ...SETTINGS,
    message: message(password),
    nonce,
    tagLength: HASH_BYTES,
  });
  return phcString(nonce, hash);
}

function phcString(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = SETTINGS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** A hash that belongs to no account: see `verifyPassword`. */
const UNUSED_HASH = phcString(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/**
 * Without a stored hash the result is false after the same time, so that timing does not reveal whether an account
 * exists.
 * @throws Refusal 503 when too many wait
 */
export async function verifyPassword(password: string, stored: string | undefined, asking: Asking): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = STORED.exec(stored ?? UNUSED_HASH) ?? [];
  const expected = Buffer.from(hash, 'base64');
  const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await compute(asking, 'argon2id', {
    ...settings,
    message: message(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  });
  return timingSafeEqual(found, expected) && stored !== undefined;
}
