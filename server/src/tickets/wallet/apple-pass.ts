import assert from 'node:assert';
import { PKPass } from 'passkit-generator';
import { DEFAULT_COLOR } from '../../values/brand.ts';
import { rgbOf, textOn } from '../../values/color.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../values/language.ts';
import { dateAndTimeIn, isoTimeIn } from '../../values/local-time.ts';
import { type PrintedOrder, type PrintedTicket, placeOf } from '../documents/printed-order.ts';
import { documentTexts } from '../documents/texts.ts';
import type { Logo } from '../documents/ticket-printer.ts';
import type { PassFacts } from './pass-facts.ts';
import { passPictures } from './pass-pictures.ts';
import { walletTexts } from './texts.ts';

interface Field {
  key: string;
  label?: string;
  value: string;
  changeMessage?: string;
  dateStyle?: 'PKDateStyleMedium';
  timeStyle?: 'PKDateStyleShort';
  ignoresTimeZone?: true;
}

/**
 * A pass for Apple Wallet: the only ticket of the order, signed. It takes up to 80 ms of its thread, most of it for the
 * signature.
 */
export async function makeApplePass(
  order: PrintedOrder,
  pass: PassFacts,
  logo: Logo | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const [ticket] = order.tickets;
  assert(ticket, 'a pass is of one ticket');
  const { signing, serial } = pass;
  const content = passJson(order, ticket, pass, { hasLogo: logo !== null });
  const pictures = await passPictures(order.event.organizer.color ?? DEFAULT_COLOR, logo);
  const files = { 'pass.json': Buffer.from(JSON.stringify(content)), ...pictures };
  const certificates = { wwdr: signing.issuer, signerCert: signing.certificate, signerKey: signing.key };
  const made = new PKPass(files, certificates);
  // The library leaves out what it does not understand, with a warning.
  assert(made.props.serialNumber === serial, 'the library did not take the pass');
  return new Uint8Array(made.getAsBuffer());
}

function passJson(order: PrintedOrder, ticket: PrintedTicket, pass: PassFacts, { hasLogo }: { hasLogo: boolean }) {
  const { event } = order;
  const { organizer, startDatetime } = event;
  const { signing, serial, updates } = pass;
  const language = order.language ?? DEFAULT_LANGUAGE;
  const color = organizer.color ?? DEFAULT_COLOR;
  const code = pass.isReplaced ? null : ticket.code;
  return {
    formatVersion: 1,
    passTypeIdentifier: signing.passTypeId,
    teamIdentifier: signing.teamId,
    serialNumber: serial,
    organizationName: organizer.name,
    description: walletTexts[language].description(event.title),
    ...(updates && { webServiceURL: updates.url, authenticationToken: updates.token }),
    ...(hasLogo ? {} : { logoText: organizer.name }),
    backgroundColor: rgbOf(color),
    foregroundColor: rgbOf(textOn(color)),
    labelColor: rgbOf(textOn(color)),
    relevantDate: startDatetime.toISOString(),
    voided: code === null || event.status === 'cancelled',
    ...(code !== null && {
      barcodes: [
        {
          format: 'PKBarcodeFormatQR',
          message: code,
          messageEncoding: 'iso-8859-1',
          altText: ticket.number,
        },
      ],
    }),
    eventTicket: fieldsOf(order, ticket, pass.isReplaced, language),
  };
}

function fieldsOf(order: PrintedOrder, ticket: PrintedTicket, isReplaced: boolean, language: Language) {
  const { event } = order;
  const texts = walletTexts[language];
  const { seat } = ticket;
  const own: Field[] = [
    { key: 'tier', label: texts.tier, value: ticket.tierName },
    ...(seat
      ? [
          { key: 'section', label: texts.section, value: seat.section },
          { key: 'row', label: texts.row, value: seat.row },
          { key: 'seat', label: texts.seat, value: String(seat.seat) },
        ]
      : []),
  ];
  return {
    headerFields: event.organizer.isTest ? [{ key: 'test', value: 'TEST' }] : [],
    primaryFields: [{ key: 'event', label: texts.event, value: event.title }],
    secondaryFields: whenAndWhere(event, language),
    auxiliaryFields: isReplaced ? [] : own,
    backFields: backOf(order, ticket, isReplaced, language),
  };
}

/** Wallet shows the time as the place has it, and tells about a change of one of these. */
function whenAndWhere(event: PrintedOrder['event'], language: Language): Field[] {
  const texts = walletTexts[language];
  const place = event.venueName ?? placeOf(event);
  return [
    {
      key: 'when',
      label: texts.when,
      value: isoTimeIn(event.timeZone, event.startDatetime),
      changeMessage: texts.whenChanged,
      dateStyle: 'PKDateStyleMedium',
      timeStyle: 'PKDateStyleShort',
      ignoresTimeZone: true,
    },
    ...(place === '' ? [] : [{ key: 'where', label: texts.where, value: place, changeMessage: texts.whereChanged }]),
  ];
}

function backOf(order: PrintedOrder, ticket: PrintedTicket, isReplaced: boolean, language: Language): Field[] {
  const { event, orderNumber } = order;
  const { organizer } = event;
  const texts = walletTexts[language];
  const contact = [organizer.contactEmail, organizer.contactPhone].filter((line) => line !== null).join('\n');
  const fields: [key: string, label: string, value: string | null][] = [
    ['note', texts.note, noteOf(order, ticket, isReplaced, language)],
    ['holder', texts.holder, isReplaced ? null : ticket.holder],
    ['number', texts.ticketNumber, isReplaced ? null : ticket.number],
    ['order', texts.order, isReplaced ? null : orderNumber],
    ['time', texts.when, dateAndTimeIn(language, event.timeZone, event.startDatetime)],
    ['place', texts.where, placeOf(event)],
    ['organizer', texts.organizer, organizer.name],
    ['contact', texts.contact, contact],
    ['refunds', texts.refunds, organizer.refundPolicy],
    ['terms', texts.terms, organizer.termsUrl],
  ];
  return fields.flatMap(([key, label, value]) => (value ? [{ key, label, value }] : []));
}

/** The note below the ticket, with the words of the PDF. */
function noteOf({ event }: PrintedOrder, { code, admission }: PrintedTicket, isReplaced: boolean, language: Language) {
  const texts = documentTexts[language];
  if (isReplaced) return walletTexts[language].replaced;
  if (code === null) return texts.notValid;
  if (event.organizer.isTest) return texts.test;
  return admission ? texts.firstIsAdmitted : texts.addOn;
}
