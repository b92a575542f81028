import { randomFillSync } from 'node:crypto';

export type Uuid = string;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** No row has this id, and it sorts before every other. */
export const NO_ID: Uuid = '00000000-0000-0000-0000-000000000000';

export const UUID_BYTES = 16;

/** Random bytes are drawn for many ids at once: one system call per 256 ids instead of one each. */
const pool = Buffer.alloc(256 * UUID_BYTES);
let used = pool.length;

/**
 * A UUIDv7: sorts by `now` to the millisecond, and has 74 random bits. `now` is passed so that an id agrees with the
 * times of its row, and so that tests can move time.
 */
export function newId(now: Date): Uuid {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += UUID_BYTES;
  pool.writeUIntBE(now.getTime(), at, 6);
  pool[at + 6] = 0x70 | ((pool[at + 6] ?? 0) & 0x0f);
  pool[at + 8] = 0x80 | ((pool[at + 8] ?? 0) & 0x3f);
  return uuidFromBytes(pool, at);
}

/** A bound for ids by time: ids made at `time` or later sort after it, earlier ones before it. */
export function firstIdAt(time: Date): Uuid {
  const bytes = Buffer.alloc(UUID_BYTES);
  // There are no ids from before 1970.
  bytes.writeUIntBE(Math.max(0, time.getTime()), 0, 6);
  return uuidFromBytes(bytes);
}

export function uuidFromBytes(bytes: Buffer, at = 0): Uuid {
  const hex = bytes.toString('hex', at, at + UUID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const NO_DIGIT = 0xff;
/** Value of a hexadecimal digit by its character code. */
const digits = new Uint8Array(128).fill(NO_DIGIT);
for (const digit of '0123456789abcdefABCDEF') digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

const DASH = '-'.charCodeAt(0);
const UUID_LENGTH = 36;

/**
 * Writes the bytes of an id into a buffer without allocating: a batch has hundreds of ids.
 * @returns whether `id` is a UUID
 */
export function writeUuid(id: Uuid, into: Buffer, at: number): boolean {
  if (id.length !== UUID_LENGTH) return false;
  let to = at;
  let seen = 0;
  for (let from = 0; from < UUID_LENGTH; from += 2) {
    if (id.charCodeAt(from) === DASH) from += 1;
    const high = digits[id.charCodeAt(from)] ?? NO_DIGIT;
    const low = digits[id.charCodeAt(from + 1)] ?? NO_DIGIT;
    seen |= high | low;
    into[to++] = (high << 4) | low;
  }
  return seen <= 0xf && to - at === UUID_BYTES;
}

export function uuidBytes(id: Uuid): Buffer {
  const bytes = Buffer.allocUnsafe(UUID_BYTES);
  if (!writeUuid(id, bytes, 0)) throw new TypeError('not a UUID');
  return bytes;
}
