import { randomFillSync } from 'node:crypto';

export type Uuid = string;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** Random bytes are drawn for many ids at once: one system call per 256 ids instead of one each. */
const pool = Buffer.alloc(256 * 16);
let used = pool.length;

/**
 * A UUIDv7: sorts by `now` to the millisecond, 74 bits are random. `now` is passed so that an id agrees with the times of
 * its row, and so that tests can move time.
 */
export function newId(now: Date): Uuid {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return uuidFromBytes(bytes);
}

/** No id made at `time` or later sorts before this one, none made earlier after it. */
export function firstIdAt(time: Date): Uuid {
  const bytes = Buffer.alloc(16);
  // Before 1970 there were none.
  bytes.writeUIntBE(Math.max(0, time.getTime()), 0, 6);
  return uuidFromBytes(bytes);
}

export function uuidFromBytes(bytes: Buffer): Uuid {
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Of one id, or of several one after the other. */
export const uuidBytes = (id: Uuid): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
