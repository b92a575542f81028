import { hash } from 'node:crypto';
import { DEFAULT_COLOR } from '../../values/brand.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../values/language.ts';
import { isoTimeIn } from '../../values/local-time.ts';
import { publicId } from '../../values/public-id.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { PrintedTicket } from '../documents/printed-order.ts';
import { documentTexts } from '../documents/texts.ts';
import { type PassOfTicket, passSerial } from './pass-serial.ts';
import type { EventOnPasses } from './queries.ts';

/** How much is told: texts are cut to so many bytes. */
export interface Content {
  bytes: number;
  hasVenue: boolean;
  hasColor: boolean;
}

export const ALL_CONTENT: Content = { bytes: 200, hasVenue: true, hasColor: true };
/** 96 bits. Ids are in the link twice, which has little room. */
const ID_CHARACTERS = 16;
const ELLIPSIS = '…';

const idOf = (issuerId: string, of: string) => `${issuerId}.${hash('sha256', of, 'base64url').slice(0, ID_CHARACTERS)}`;

/** Google's id of an event: its class, which all tickets of the event refer to. */
export const googleEventId = (issuerId: string, organizationId: Uuid, eventId: Uuid): string =>
  idOf(issuerId, publicId(organizationId, eventId));

/** Google's id of a ticket with one of its codes: its object. */
export const googleTicketId = (issuerId: string, pass: PassOfTicket): string => idOf(issuerId, passSerial(pass));

/** The event, without its id. Tickets in several languages share it, so its texts have none of them. */
export function googleEvent(event: EventOnPasses, { bytes, hasVenue, hasColor }: Content) {
  const { organizer, venueName, address, city } = event;
  const text = localized(DEFAULT_LANGUAGE, bytes);
  const where = [address, city].filter(Boolean).join(', ');
  const { testTitle } = documentTexts[DEFAULT_LANGUAGE];
  return {
    issuerName: cut(organizer.name, bytes),
    // Google reviews a class anew when it changes, and asks for this word each time.
    reviewStatus: 'UNDER_REVIEW',
    eventName: text(organizer.isTest ? testTitle(event.title) : event.title),
    dateTime: { start: isoTimeIn(event.timeZone, event.startDatetime) },
    ...(hasColor ? { hexBackgroundColor: organizer.color ?? DEFAULT_COLOR } : {}),
    // Google wants both or none.
    ...(hasVenue && venueName !== null && where !== ''
      ? { venue: { name: text(venueName), address: text(where) } }
      : {}),
  };
}

/** A ticket that is valid, without the ids. */
export function googleTicket(ticket: PrintedTicket & { code: string }, language: Language | null, { bytes }: Content) {
  const { seat, code } = ticket;
  const own = language ?? DEFAULT_LANGUAGE;
  const text = localized(own, bytes);
  return {
    state: 'ACTIVE',
    ticketHolderName: cut(ticket.holder, bytes),
    ticketNumber: ticket.number,
    ticketType: text(ticket.tierName),
    // One text for section, row and seat: each text costs as much as its label again.
    ...(seat && { seatInfo: { seat: text(documentTexts[own].seat(seat)) } }),
    barcode: { type: 'QR_CODE', value: code },
  };
}

const localized = (language: Language, bytes: number) => (value: string) => ({
  defaultValue: { language, value: cut(value, bytes) },
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
