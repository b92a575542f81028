import type { Letter } from '../mail/mail.ts';
import { type PrintedOrder, ticketsOfBuyer } from '../tickets/documents/printed-order.ts';
import { formatPesos } from '../values/money.ts';
import { facts, link, paragraph, written } from './layout.ts';
import { type LetterContext, languageFor, type MailOf, orderLetter, recipientOf, textsFor, whenOf } from './letter.ts';
import { moneyOnItsWay } from './money-on-its-way.ts';

/** Tells the buyer that the organizer refunded some or all tickets of an order. */
export function refundLetter(
  context: Pick<LetterContext, 'publicUrl'>,
  mail: MailOf<'refund'>,
  order: PrintedOrder,
): Letter {
  const { event, tickets, quantity, url } = order;
  const {
    ticket_ids: ticketIds,
    amount_centavos: amount,
    by_hand_centavos: byHand,
    kept_centavos: kept,
  } = mail.details;
  const { isBuyer } = recipientOf(mail, order);
  const count = mail.ticketId === null ? ticketIds.length : 1;
  const texts = textsFor(order);
  const numbers = tickets.map(({ number }) => number);
  return orderLetter(context, mail, order, {
    subject: texts.refundSubject(event.title),
    blocks: [
      paragraph(texts.refundIntro(count, numbers, event.title)),
      facts(whenOf(order, event)),
      ...moneyOnItsWay(order, amount, byHand),
      ...(kept > 0 ? [paragraph(texts.feeKept(formatPesos(languageFor(order), kept)))] : []),
      ...(isBuyer && quantity > count ? [link(texts.openOrder(quantity), url)] : []),
    ],
  });
}

/** Tells the buyer that the organizer declined a refund, and which tickets stay valid, unless passed on meanwhile. */
export function declinedLetter(
  context: Pick<LetterContext, 'publicUrl'>,
  mail: MailOf<'refund_declined'>,
  order: PrintedOrder,
): Letter {
  const { event, quantity, url } = order;
  const { reason } = mail.details;
  const texts = textsFor(order);
  const numbers = ticketsOfBuyer(order).map(({ number }) => number);
  return orderLetter(context, mail, order, {
    subject: texts.declinedSubject(event.title),
    blocks: [
      paragraph(texts.declinedIntro(event.organizer.name, event.title)),
      facts(whenOf(order, event)),
      ...(reason ? [written(reason)] : []),
      ...(numbers.length > 0 ? [paragraph(texts.stayValid(numbers))] : []),
      link(texts.openOrder(quantity), url),
    ],
  });
}
