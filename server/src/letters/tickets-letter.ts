import type { Attachment, Letter } from '../mail/mail.ts';
import {
  codesOfBuyer,
  guestsWait,
  hasCode,
  type PrintedOrder,
  type PrintedTicket,
  placeOf,
} from '../tickets/documents/printed-order.ts';
import { qrPng } from '../tickets/documents/qr.ts';
import { receiptOf } from '../tickets/documents/receipt.ts';
import { formatPesos } from '../values/money.ts';
import { withoutLinks } from '../values/person-name.ts';
import type { LetterTexts } from './english.ts';
import { type Block, code, facts, heading, link, paragraph } from './layout.ts';
import {
  calendarFile,
  isHeldBy,
  type LetterContext,
  languageFor,
  type MailOf,
  orderLetter,
  recipientOf,
  textsFor,
  whenOf,
} from './letter.ts';
import { moneyOnItsWay } from './money-on-its-way.ts';

/** Readers do not scroll through more codes, and each adds 2 KB to the mail. */
const MAX_SHOWN = 20;

type TicketsMail = MailOf<'tickets'> | MailOf<'new_code'> | MailOf<'passed_on'> | MailOf<'places_changed'>;

/**
 * The tickets that can be scanned, with their codes in the e-mail and as a PDF, and the event as a calendar file. If
 * the order has more tickets than one page holds, the mail has only a link, as for a buyer whose tickets were all
 * passed on or checked in. Undefined when nothing is left to tell: the tickets were returned, or the one that the mail
 * is about was used up.
 */
export async function ticketsLetter(
  context: LetterContext,
  mail: TicketsMail,
  order: PrintedOrder,
): Promise<Letter | undefined> {
  const { event, quantity, url } = order;
  const texts = textsFor(order);
  const { isBuyer } = recipientOf(mail, order);
  // Only its holder gets the code of a ticket that was passed on while this mail waited.
  const tickets = isBuyer
    ? codesOfBuyer(order)
    : order.tickets.filter((ticket) => hasCode(ticket, event) && isHeldBy(ticket, mail.recipient));
  const [first] = tickets;
  const hasNewLink = mail.kind === 'new_code' && isBuyer;
  const allThere = mail.ticketId !== null || quantity <= order.tickets.length;
  const isAboutOrder = mail.ticketId === null || (hasNewLink && !order.tickets.some(({ isPassedOn }) => isPassedOn));
  const about = isAboutOrder ? order.tickets.filter(isHeld) : tickets;
  if (allThere && about.length === 0) return undefined;
  const count = allThere ? tickets.length : quantity;
  const shown = allThere ? tickets.slice(0, MAX_SHOWN) : [];
  const blocks: Block[] = [
    paragraph(introOf(mail, order, { number: first?.number ?? '', count })),
    ...difference(mail, order),
    facts(whenOf(order, event), [texts.where, placeOf(event)], [texts.order, order.orderNumber]),
    ...atDoor(tickets, texts),
    ...shown.flatMap((ticket) => ticketBlocks(ticket, texts)),
    ...(shown.length < count ? [paragraph(texts.onlyOnPage)] : []),
    ...(hasNewLink && quantity > 1 ? [paragraph(texts.newOrderLink)] : []),
    ...(mail.ticketId === null && guestsWait(order) ? [paragraph(texts.confirmAttendees)] : []),
    // A guest with one ticket gets neither the link to the others nor the receipt.
    ...(mail.ticketId === null || hasNewLink ? [link(texts.openOrder(quantity), url)] : []),
    ...(mail.ticketId === null ? receipt(order) : []),
  ];
  const attachments = [...shown.flatMap(picture), calendarFile(order, context)];
  if (allThere && first)
    attachments.push({
      filename: 'tickets.pdf',
      contentType: 'application/pdf',
      content: await context.printer.print({ ...order, tickets }, 'mail'),
    });
  const subject = subjectOf(mail, order, count);
  return orderLetter(context, mail, order, { subject, blocks, attachments });
}

const isHeld = ({ status }: PrintedTicket) => status === 'valid' || status === 'used';

function subjectOf({ kind }: TicketsMail, order: PrintedOrder, count: number): string {
  const texts = textsFor(order);
  if (kind === 'new_code') return texts.newCodeSubject(order.event.title);
  return kind === 'places_changed'
    ? texts.placesChangedSubject(order.event.title)
    : texts.ticketsSubject(count, order.event.title);
}

function introOf({ kind }: TicketsMail, order: PrintedOrder, { number, count }: { number: string; count: number }) {
  const texts = textsFor(order);
  if (count === 0) return introWithoutCodes(order);
  if (kind === 'new_code') return texts.newCodeIntro(number, order.event.title);
  if (kind === 'places_changed') return texts.placesChangedIntro(count, order.event.title);
  return kind === 'passed_on'
    ? texts.passedOnIntro(withoutLinks(order.customer.name), order.event.title)
    : texts.ticketsIntro(count, order.event.title);
}

/** The order's valid tickets were passed on, or it has no valid ticket: each was returned or checked in. */
function introWithoutCodes({ event, tickets, language }: PrintedOrder): string {
  const texts = textsFor({ language });
  if (tickets.some((ticket) => hasCode(ticket, event))) return texts.allPassedOn(event.title);
  return texts.checkedIn(tickets.filter(isHeld).length, event.title);
}

/** What a change of the places costs more or less, and how that goes back. */
function difference(mail: TicketsMail, order: PrintedOrder): Block[] {
  if (mail.kind !== 'places_changed' || mail.details.difference_centavos === 0) return [];
  const { difference_centavos: centavos, by_hand_centavos: byHand } = mail.details;
  const texts = textsFor(order);
  const amount = formatPesos(languageFor(order), Math.abs(centavos));
  if (centavos > 0) return [paragraph(texts.differencePaid(amount))];
  return [paragraph(texts.costLess(amount)), ...moneyOnItsWay(order, -centavos, byHand)];
}

const atDoor = (tickets: PrintedTicket[], texts: LetterTexts): Block[] => [
  ...(tickets.some(({ admission }) => admission) ? [paragraph(texts.showAtDoor)] : []),
  ...(tickets.some(({ admission }) => !admission) ? [paragraph(texts.addOnAtDoor)] : []),
];

function receipt(order: PrintedOrder): Block[] {
  const paid = receiptOf(order, languageFor(order));
  return paid ? [heading(paid.title), facts(...paid.facts)] : [];
}

const cidOf = ({ id }: PrintedTicket) => `${id}@tickets`;

const ticketBlocks = (ticket: PrintedTicket, texts: LetterTexts): Block[] => [
  heading(texts.ticketHeading(ticket.number)),
  code(cidOf(ticket), texts.codeDescription(ticket.number)),
  facts(
    [texts.name, ticket.holder],
    [texts.ticket, ticket.tierName],
    [texts.seat, ticket.seat ? texts.seatWords(ticket.seat) : ''],
  ),
  link(texts.openTicket, ticket.url),
];

const picture = (ticket: PrintedTicket): Attachment[] =>
  ticket.code === null
    ? []
    : [
        {
          filename: `ticket-${ticket.number}.png`,
          contentType: 'image/png',
          content: qrPng(ticket.code),
          cid: cidOf(ticket),
        },
      ];
