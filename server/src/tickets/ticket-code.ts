import { type KeyObject, sign, verify } from 'node:crypto';
import { base32, parseBase32 } from '../values/base32.ts';
import { UUID_BYTES, type Uuid, uuidBytes, uuidFromBytes } from '../values/uuid.ts';

/** Content of a ticket's QR code. docs/tickets.md shows how a scanner verifies it offline. */
export interface TicketCode {
  ticketId: Uuid;
  eventId: Uuid;
  /** Must equal the ticket's current revision. */
  revision: number;
}

/** The signature includes this prefix, so that it is valid for nothing else. Ticket numbers never contain a 1. */
const PREFIX = 'TK1';
const REVISION_AT = 32;
const SIGNED_BYTES = REVISION_AT + 2;
/** Length of an Ed25519 signature. */
const SIGNATURE_BYTES = 64;

/**
 * `TK1` and base32 of ticket, event, revision and their signature: 160 capital letters and digits, which fit into a QR
 * code of version 7 with medium error correction.
 */
export function writeTicketCode({ ticketId, eventId, revision }: TicketCode, privateKey: KeyObject): string {
  const revisionBytes = Buffer.alloc(2);
  revisionBytes.writeUInt16BE(revision);
  const content = Buffer.concat([uuidBytes(ticketId), uuidBytes(eventId), revisionBytes]);
  return PREFIX + base32(Buffer.concat([content, sign(null, signed(content), privateKey)]));
}

/** Whether the text is a code (valid or not) rather than a number. */
export const looksLikeTicketCode = (text: string): boolean => text.trim().toUpperCase().startsWith(PREFIX);

/** @returns undefined when the code is malformed, altered, or signed by another key */
export function readTicketCode(text: string, publicKey: KeyObject): TicketCode | undefined {
  // Some scanners add a line feed or return lower case.
  const bytes = parseBase32(text.trim().toUpperCase().slice(PREFIX.length));
  if (!looksLikeTicketCode(text) || bytes?.length !== SIGNED_BYTES + SIGNATURE_BYTES) return undefined;
  const content = bytes.subarray(0, SIGNED_BYTES);
  if (!verify(null, signed(content), publicKey, bytes.subarray(SIGNED_BYTES))) return undefined;
  return {
    ticketId: uuidFromBytes(content),
    eventId: uuidFromBytes(content, UUID_BYTES),
    revision: content.readUInt16BE(REVISION_AT),
  };
}

const signed = (content: Buffer) => Buffer.concat([Buffer.from(PREFIX), content]);
