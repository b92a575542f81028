import assert from 'node:assert';
import type { GoogleWallet } from '../../config/google-wallet-settings.ts';
import type { PrintedOrder, PrintedTicket } from '../documents/printed-order.ts';
import {
  ALL_CONTENT,
  type Content,
  googleEvent,
  googleEventId,
  googleTicket,
  googleTicketId,
} from './google-content.ts';
import { SIGNATURE_CHARACTERS, signedToken, unsignedToken } from './google-token.ts';

const SAVE = 'https://pay.google.com/gp/v/save/';
/** Google's limit: browsers cut off longer links. */
const MAX_TOKEN_CHARACTERS = 1_800;
/** What the link has, from all to the least: the first that is short enough is taken. */
const CONTENTS: Content[] = [
  ALL_CONTENT,
  { bytes: 200, hasVenue: true, hasColor: false },
  { bytes: 60, hasVenue: true, hasColor: false },
  { bytes: 60, hasVenue: false, hasColor: true },
  { bytes: 60, hasVenue: false, hasColor: false },
  { bytes: 32, hasVenue: false, hasColor: false },
  { bytes: 18, hasVenue: false, hasColor: false },
];

/**
 * The link that saves a valid ticket in Google Wallet. Everything is in the link, signed: Google is not called. Google
 * keeps what it saved first under an id, and learns of changes by `GoogleUpdates`.
 */
export function googleLink(google: GoogleWallet, order: PrintedOrder, ticket: PrintedTicket, now: Date): string {
  const iat = Math.floor(now.getTime() / 1_000);
  for (const content of CONTENTS) {
    const payload = payloadOf(google, order, ticket, content);
    const claims = { iss: google.email, aud: 'google', typ: 'savetowallet', iat, payload };
    const unsigned = unsignedToken(claims);
    if (unsigned.length + 1 + SIGNATURE_CHARACTERS <= MAX_TOKEN_CHARACTERS) return SAVE + signedToken(unsigned, google);
  }
  assert.fail('the least content fits');
}

function payloadOf({ issuerId }: GoogleWallet, order: PrintedOrder, ticket: PrintedTicket, content: Content) {
  const { organizationId, event, language } = order;
  const { id: ticketId, revision, code } = ticket;
  assert(code !== null, 'the ticket is valid');
  const classId = googleEventId(issuerId, organizationId, event.id);
  const id = googleTicketId(issuerId, { organizationId, ticketId, revision });
  return {
    eventTicketClasses: [{ id: classId, ...googleEvent(event, content) }],
    eventTicketObjects: [{ id, classId, ...googleTicket({ ...ticket, code }, language, content) }],
  };
}
