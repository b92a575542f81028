import { createHmac, timingSafeEqual } from 'node:crypto';
import { parsePublicId, publicId } from '../../values/public-id.ts';
import type { Uuid } from '../../values/uuid.ts';

/**
 * A pass in a wallet is a ticket with one of its codes. A ticket with a new code is another pass: the phone of its
 * former holder keeps the old one, and must not be sent the new code.
 */
export interface PassOfTicket {
  organizationId: Uuid;
  ticketId: Uuid;
  revision: number;
}

const ID_LENGTH = 43;
const REVISION = /^\.([1-9]\d{0,4})$/;

export const passSerial = ({ organizationId, ticketId, revision }: PassOfTicket): string =>
  `${publicId(organizationId, ticketId)}.${revision}`;

/** @returns undefined when `text` is not exactly what `passSerial` writes */
export function parsePassSerial(text: string): PassOfTicket | undefined {
  const ids = parsePublicId(text.slice(0, ID_LENGTH));
  const [, revision] = REVISION.exec(text.slice(ID_LENGTH)) ?? [];
  return ids && revision
    ? { organizationId: ids.organizationId, ticketId: ids.id, revision: Number(revision) }
    : undefined;
}

/** What a phone proves with that it has the pass. It is not stored, like the links to the pages of tickets. */
export const passToken = (serial: string, walletKey: Uint8Array): string =>
  createHmac('sha256', walletKey).update(serial).digest('base64url');

/** Compares in constant time. */
export function provesPass(shown: string, serial: string, walletKey: Uint8Array): boolean {
  const [one, other] = [Buffer.from(shown), Buffer.from(passToken(serial, walletKey))];
  return one.length === other.length && timingSafeEqual(one, other);
}
