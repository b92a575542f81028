import type { Door } from './door.ts';

/** The content of a ticket's QR code, as docs/tickets.md describes it. */
export interface TicketCode {
  ticketId: string;
  eventId: string;
  /** Only the ticket's current revision is valid. */
  revision: number;
}

const PREFIX = 'TK1';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;
const CODE = new RegExp(`^${PREFIX}[${BASE32}]{157}$`);
const REVISION_AT = 32;
const SIGNED_BYTES = REVISION_AT + 2;

/** Whether the text is a code, valid or not, rather than a ticket number. */
export const looksLikeTicketCode = (text: string) => text.trim().toUpperCase().startsWith(PREFIX);

/**
 * Reads and verifies a code as the server does.
 * @returns undefined when it is malformed, altered, or signed by none of the keys
 * @throws DOMException in a browser that has no Ed25519
 */
export async function readTicketCode(text: string, keys: Door['keys']): Promise<TicketCode | undefined> {
  // Some scanners add a line feed or write lower case.
  const code = text.trim().toUpperCase();
  const bytes = CODE.test(code) ? parseBase32(code.slice(PREFIX.length)) : undefined;
  if (!bytes) return undefined;
  const signed = new Uint8Array([...new TextEncoder().encode(PREFIX), ...bytes.subarray(0, SIGNED_BYTES)]);
  const signature = bytes.slice(SIGNED_BYTES);
  const verified = await Promise.all(keys.map((jwk) => isSignedWith(jwk, signature, signed)));
  if (!verified.includes(true)) return undefined;
  return {
    ticketId: uuidFrom(bytes.subarray(0, 16)),
    eventId: uuidFrom(bytes.subarray(16, REVISION_AT)),
    revision: new DataView(bytes.buffer).getUint16(REVISION_AT),
  };
}

async function isSignedWith(
  jwk: Door['keys'][number],
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
) {
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, signed);
}

/** @returns undefined when the leftover bits are not zero, so that the same bytes have one encoding only */
function parseBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const character of text) {
    held = ((held << BITS) | BASE32.indexOf(character)) & 0xfff;
    bits += BITS;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return (held & ((1 << bits) - 1)) === 0 ? new Uint8Array(bytes) : undefined;
}

const uuidFrom = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
