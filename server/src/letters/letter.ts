import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Attachment, DueMail, Letter, MailKind } from '../mail/mail.ts';
import { calendarOf } from '../tickets/documents/calendar.ts';
import type { PrintedEvent } from '../tickets/documents/printed-order.ts';
import type { TicketPrinter } from '../tickets/documents/ticket-printer.ts';
import { asHtml, asText, type Block, heading, paragraph } from './layout.ts';
import { texts } from './texts.ts';

/** What letters are written with. */
export interface Desk {
  clock: Clock;
  db: Database;
  printer: TicketPrinter;
  publicUrl: () => string;
}

export type MailOf<Kind extends MailKind> = Extract<DueMail, { kind: Kind }>;

/** The whole letter around its blocks. */
export function letterOf(
  { organizationName }: Pick<PrintedEvent, 'organizationName'>,
  to: { name: string; address: string },
  subject: string,
  blocks: Block[],
  { attachments = [], footer = texts.footer(organizationName) }: { attachments?: Attachment[]; footer?: string } = {},
): Letter {
  const all = [heading(subject), paragraph(texts.greeting(to.name)), ...blocks];
  const html = asHtml(subject, all, footer);
  return { fromName: organizationName, to, subject, text: asText(all, footer), html, attachments };
}

export const calendarFile = (event: PrintedEvent, { publicUrl }: Desk): Attachment => ({
  filename: 'event.ics',
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: calendarOf(event, publicUrl()),
});
