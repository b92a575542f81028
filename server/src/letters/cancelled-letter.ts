import type { Letter } from '../mail/mail.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { facts, paragraph } from './layout.ts';
import { calendarFile, type LetterContext, languageFor, type MailOf, orderLetter, textsFor } from './letter.ts';
import { moneyOnItsWay } from './money-on-its-way.ts';

/** Tells a buyer or an attendee that the event is cancelled, and what becomes of tickets and money. */
export function cancelledLetter(
  context: Pick<LetterContext, 'config' | 'publicUrl'>,
  mail: MailOf<'event_cancelled'>,
  order: PrintedOrder,
): Letter {
  const { event } = order;
  const { tickets, amount_centavos: amount, used_tickets: used = 0 } = mail.details;
  const texts = textsFor(order);
  const when = dateAndTimeIn(languageFor(order), event.timeZone, event.startDatetime);
  return orderLetter(context, mail, order, {
    subject: texts.cancelledSubject(event.title),
    blocks: [
      paragraph(texts.cancelledIntro(event.title, when)),
      facts([texts.order, order.orderNumber]),
      ...(tickets > 0 ? [paragraph(texts.cancelledTickets(tickets))] : []),
      ...moneyOnItsWay(order, amount, order.payment.cancelledByHandCentavos),
      ...(used > 0 ? [paragraph(texts.cancelledAfterCheckIn(used, event.organizer.name))] : []),
    ],
    attachments: [calendarFile(order, context)],
  });
}
