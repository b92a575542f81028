import { createHmac, timingSafeEqual } from 'node:crypto';
import { isToken } from '../values/token.ts';
import type { Uuid } from '../values/uuid.ts';

/**
 * What the waiting room hands out. It is stored nowhere: a keyed hash proves it. A place says which number the visitor
 * has, and never ends. A pass says that their turn lasts until a time. The key is the organization's, and the hash
 * contains the kind and the event, so neither serves as another.
 */
export interface RoomToken {
  kind: 'place' | 'pass';
  eventId: Uuid;
  number: number;
  /** In seconds since 1970; 0 for a place. */
  until: number;
}

/** 4 bytes of the number, 6 of the time, and 176 bits of the hash: together as long as any token of a cookie. */
const NUMBER_BYTES = 4;
const UNTIL_BYTES = 6;
const PROOF_BYTES = 22;

export function writeRoomToken({ kind, eventId, number, until }: RoomToken, key: Uint8Array): string {
  const facts = Buffer.alloc(NUMBER_BYTES + UNTIL_BYTES);
  facts.writeUInt32BE(number);
  facts.writeUIntBE(until, NUMBER_BYTES, UNTIL_BYTES);
  const proof = createHmac('sha256', key).update(`${kind} ${eventId} ${number} ${until}`).digest();
  return Buffer.concat([facts, proof.subarray(0, PROOF_BYTES)]).toString('base64url');
}

/** Compares in constant time. @returns undefined for anything that `writeRoomToken` did not make for this event */
export function readRoomToken(
  text: string,
  { kind, eventId }: Pick<RoomToken, 'kind' | 'eventId'>,
  key: Uint8Array,
): Pick<RoomToken, 'number' | 'until'> | undefined {
  if (!isToken(text)) return undefined;
  const facts = Buffer.from(text, 'base64url');
  const read = { number: facts.readUInt32BE(), until: facts.readUIntBE(NUMBER_BYTES, UNTIL_BYTES) };
  const expected = writeRoomToken({ kind, eventId, ...read }, key);
  return timingSafeEqual(Buffer.from(text), Buffer.from(expected)) ? read : undefined;
}
