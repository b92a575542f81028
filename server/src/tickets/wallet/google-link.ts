import assert from 'node:assert';
import { hash, sign } from 'node:crypto';
import type { GoogleWallet } from '../../config/google-wallet-settings.ts';
import { DEFAULT_COLOR } from '../../values/brand.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../values/language.ts';
import { isoTimeIn } from '../../values/local-time.ts';
import type { PrintedOrder, PrintedTicket } from '../documents/printed-order.ts';
import { documentTexts } from '../documents/texts.ts';

const SAVE = 'https://pay.google.com/gp/v/save/';
/** Google's limit: browsers cut off longer links. */
const MAX_TOKEN_CHARACTERS = 1_800;
/** 256 bytes of the service account's key. */
const SIGNATURE_CHARACTERS = 342;
/** What the link has, from all to the least: the first that is short enough is taken. Texts are cut to so many bytes. */
const CONTENTS: Content[] = [
  { bytes: 200, hasVenue: true, hasColor: true },
  { bytes: 200, hasVenue: true, hasColor: false },
  { bytes: 60, hasVenue: true, hasColor: false },
  { bytes: 60, hasVenue: false, hasColor: true },
  { bytes: 60, hasVenue: false, hasColor: false },
  { bytes: 32, hasVenue: false, hasColor: false },
  { bytes: 18, hasVenue: false, hasColor: false },
];
/** 96 bits. */
const ID_CHARACTERS = 16;
const HEADER = { alg: 'RS256', typ: 'JWT' };
const ELLIPSIS = '…';

interface Content {
  bytes: number;
  hasVenue: boolean;
  hasColor: boolean;
}

/**
 * The link that saves a valid ticket in Google Wallet. Everything is in the link, signed: Google is not called. Google keeps
 * what it saved first under an id, so ids are made of the content: a ticket of an event that moved is saved anew.
 */
export function googleLink(google: GoogleWallet, order: PrintedOrder, ticket: PrintedTicket, now: Date): string {
  for (const content of CONTENTS) {
    const unsigned = unsignedToken(google, payloadOf(google, order, ticket, content), now);
    if (unsigned.length + 1 + SIGNATURE_CHARACTERS > MAX_TOKEN_CHARACTERS) continue;
    return `${SAVE}${unsigned}.${sign('RSA-SHA256', Buffer.from(unsigned), google.key).toString('base64url')}`;
  }
  assert.fail('the least content fits');
}

function unsignedToken({ email }: GoogleWallet, payload: object, now: Date): string {
  const iat = Math.floor(now.getTime() / 1_000);
  const claims = { iss: email, aud: 'google', typ: 'savetowallet', iat, payload };
  return [HEADER, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

function payloadOf(google: GoogleWallet, order: PrintedOrder, ticket: PrintedTicket, content: Content) {
  const eventClass = withId(google, classOf(order, content));
  const ticketObject = withId(google, { classId: eventClass.id, ...objectOf(order, ticket, content) });
  return { eventTicketClasses: [eventClass], eventTicketObjects: [ticketObject] };
}

const withId = <Fields extends object>({ issuerId }: GoogleWallet, fields: Fields) => ({
  id: `${issuerId}.${hash('sha256', JSON.stringify(fields), 'base64url').slice(0, ID_CHARACTERS)}`,
  ...fields,
});

function classOf({ event, language }: PrintedOrder, { bytes, hasVenue, hasColor }: Content) {
  const { organizer, venueName, address, city } = event;
  const texts = documentTexts[language ?? DEFAULT_LANGUAGE];
  const text = localized(language, bytes);
  const where = [address, city].filter(Boolean).join(', ');
  return {
    issuerName: cut(organizer.name, bytes),
    reviewStatus: 'UNDER_REVIEW',
    eventName: text(organizer.isTest ? texts.testTitle(event.title) : event.title),
    dateTime: { start: isoTimeIn(event.timeZone, event.startDatetime) },
    ...(hasColor ? { hexBackgroundColor: organizer.color ?? DEFAULT_COLOR } : {}),
    // Google wants both or none.
    ...(hasVenue && venueName !== null && where !== ''
      ? { venue: { name: text(venueName), address: text(where) } }
      : {}),
  };
}

function objectOf({ language }: PrintedOrder, ticket: PrintedTicket, { bytes }: Content) {
  const { seat, code } = ticket;
  const text = localized(language, bytes);
  return {
    state: 'ACTIVE',
    ticketHolderName: cut(ticket.holder, bytes),
    ticketNumber: ticket.number,
    ticketType: text(ticket.tierName),
    // One text for section, row and seat: each text costs as much as its label again.
    ...(seat && { seatInfo: { seat: text(documentTexts[language ?? DEFAULT_LANGUAGE].seat(seat)) } }),
    barcode: { type: 'QR_CODE', value: code },
  };
}

const localized = (language: Language | null, bytes: number) => (value: string) => ({
  defaultValue: { language: language ?? DEFAULT_LANGUAGE, value: cut(value, bytes) },
});

/** Cuts between characters, so that no pictogram is halved. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let start = '';
  for (const character of text) {
    if (Buffer.byteLength(start + character + ELLIPSIS) > bytes) break;
    start += character;
  }
  return start + ELLIPSIS;
}
