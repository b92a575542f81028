import type { Config } from '../config/config.ts';
import type { Attachment, DueMail, Letter, MailKind } from '../mail/mail.ts';
import type { Database } from '../platform/database/database.ts';
import { calendarOf, methodFor } from '../tickets/documents/calendar.ts';
import type { PrintedOrder, PrintedTicket } from '../tickets/documents/printed-order.ts';
import type { TicketPrinter } from '../tickets/documents/ticket-printer.ts';
import { hasContact, type Organizer } from '../values/brand.ts';
import type { Clock } from '../values/clock.ts';
import { DEFAULT_LANGUAGE, type Language } from '../values/language.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import type { LetterTexts } from './english.ts';
import { asHtml, asText, type Block, facts, heading, paragraph, type WayOut } from './layout.ts';
import { letterTexts } from './texts.ts';

/** What e-mails are composed with. */
export interface LetterContext {
  config: Config;
  clock: Clock;
  db: Database;
  printer: TicketPrinter;
  publicUrl: () => string;
}

export type MailOf<Kind extends MailKind> = Extract<DueMail, { kind: Kind }>;

/** That of the reader: in which a buyer paid or joined a waiting list, or a member reads; or the default. */
export const languageFor = ({ language }: { language: Language | null }): Language => language ?? DEFAULT_LANGUAGE;
export const textsFor = (buyer: { language: Language | null }): LetterTexts => letterTexts[languageFor(buyer)];

/** Says for the facts of a letter when the event is: the title alone does not tell the dates of a show apart. */
export const whenOf = (
  buyer: { language: Language | null },
  { timeZone, startDatetime }: { timeZone: string; startDatetime: Date },
): [name: string, value: string] => [textsFor(buyer).when, dateAndTimeIn(languageFor(buyer), timeZone, startDatetime)];

export interface Recipient {
  name: string;
  address: string;
  /** false: a guest named by the buyer, who sees nothing about money or others' tickets. */
  isBuyer: boolean;
}

/**
 * The buyer by their own name, also where they gave their address for a guest. An attendee by the name on the ticket
 * that the mail is about or, if that one was returned, on another of theirs; without a name, if the ticket has only the
 * buyer's.
 */
export function recipientOf(
  { ticketId, recipient }: Pick<DueMail, 'ticketId' | 'recipient'>,
  { customer, tickets }: Pick<PrintedOrder, 'customer' | 'tickets'>,
): Recipient {
  const address = recipient.toLowerCase();
  if (address === customer.email.toLowerCase()) return { name: customer.name, address: recipient, isBuyer: true };
  const theirs = tickets.filter((ticket) => isHeldBy(ticket, address));
  const ticket = theirs.find(({ id }) => id === ticketId) ?? theirs[0];
  return { name: ticket?.isNamed ? ticket.holder : '', address: recipient, isBuyer: false };
}

/** Whether the ticket is the attendee's now: it may have been passed on while the mail waited, or was written. */
export const isHeldBy = ({ holderEmail }: PrintedTicket, address: string): boolean =>
  holderEmail?.toLowerCase() === address.toLowerCase();

interface LetterParts {
  organizer: Organizer;
  language: Language | null;
  to: Recipient;
  subject: string;
  blocks: Block[];
  attachments?: Attachment[];
  /** Explains the sender and the reason, in mails that are not about tickets. */
  footer?: string;
  /** How the reader stops such mails. */
  unsubscribe?: WayOut;
}

/** Adds the greeting, the footer and the sender to the blocks, and in test mode that it is a test. */
export function letterOf(
  { publicUrl }: Pick<LetterContext, 'publicUrl'>,
  { organizer, to, blocks, attachments = [], footer, unsubscribe, ...letter }: LetterParts,
): Letter {
  const texts = textsFor(letter);
  const { isBuyer, ...recipient } = to;
  const subject = organizer.isTest ? texts.testSubject(letter.subject) : letter.subject;
  const test = organizer.isTest ? [paragraph(texts.test)] : [];
  const all = [
    heading(subject),
    ...test,
    paragraph(texts.greeting(recipient.name)),
    ...blocks,
    ...contactBlocks(organizer, texts),
  ];
  const isAnswered = organizer.contactEmail !== null;
  const end = footer ?? (isBuyer ? texts.footer : texts.guestFooter)(organizer.name, isAnswered);
  const html = asHtml(subject, all, end, {
    language: languageFor(letter),
    organizer,
    unsubscribe,
    publicUrl: publicUrl(),
  });
  const text = asText(all, end, unsubscribe);
  const wayOut = unsubscribe ? { unsubscribeUrl: unsubscribe.url } : {};
  const replyTo = organizer.contactEmail;
  return { fromName: organizer.name, replyTo, to: recipient, subject, text, html, attachments, ...wayOut };
}

/** A letter about an order, to its buyer or to an attendee. */
export const orderLetter = (
  context: Pick<LetterContext, 'publicUrl'>,
  mail: Pick<DueMail, 'ticketId' | 'recipient'>,
  order: PrintedOrder,
  letter: Pick<LetterParts, 'subject' | 'blocks' | 'attachments'>,
): Letter => {
  const { event, language } = order;
  return letterOf(context, { organizer: event.organizer, language, to: recipientOf(mail, order), ...letter });
};

/** What a buyer needs who has a question, or wants the money back. */
const contactBlocks = (organizer: Organizer, texts: LetterTexts): Block[] =>
  hasContact(organizer)
    ? [
        heading(texts.questions),
        facts(
          [texts.askAt, [organizer.contactEmail, organizer.contactPhone].filter(Boolean).join(', ')],
          [texts.refunds, organizer.refundPolicy ?? ''],
          [texts.terms, organizer.termsUrl ?? ''],
        ),
      ]
    : [];

export const calendarFile = (
  order: PrintedOrder,
  { config: { mailFrom }, publicUrl }: Pick<LetterContext, 'config' | 'publicUrl'>,
): Attachment => ({
  filename: 'event.ics',
  contentType: `text/calendar; charset=utf-8; method=${methodFor(order.event)}`,
  content: calendarOf(order, { publicUrl: publicUrl(), mailFrom }),
});
