import type { Letter } from '../mail/mail.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { link, paragraph } from './layout.ts';
import { letterOf, type MailOf, recipientOf, textsFor } from './letter.ts';
import { moneyOnItsWay } from './money-on-its-way.ts';

/** Tells the buyer that the organizer refunded some or all tickets of an order. */
export function refundLetter(mail: MailOf<'refund'>, order: PrintedOrder): Letter {
  const { event, tickets, quantity, url, language } = order;
  const { ticket_ids: ticketIds, amount_centavos: amountCentavos } = mail.details;
  const to = recipientOf(mail, order);
  const count = mail.ticketId === null ? ticketIds.length : 1;
  const texts = textsFor(order);
  const numbers = tickets.map(({ number }) => number);
  return letterOf({
    organizer: event.organizer,
    language,
    to,
    subject: texts.refundSubject(event.title),
    blocks: [
      paragraph(texts.refundIntro(count, numbers, event.title)),
      ...moneyOnItsWay(order, amountCentavos),
      ...(to.isBuyer && quantity > count ? [link(texts.openOrder(quantity), url)] : []),
    ],
  });
}
