import type { Letter } from '../mail/mail.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { paragraph } from './layout.ts';
import { type LetterContext, languageFor, letterOf, type MailOf, recipientOf, textsFor } from './letter.ts';
import { moneyOnItsWay } from './money-on-its-way.ts';

/** Tells the buyer that the event is cancelled and the payment is refunded. */
export function cancelledLetter(
  { publicUrl }: Pick<LetterContext, 'publicUrl'>,
  mail: MailOf<'event_cancelled'>,
  order: PrintedOrder,
): Letter {
  const { event, language } = order;
  const { tickets, amount_centavos: amount } = mail.details;
  const texts = textsFor(order);
  const when = dateAndTimeIn(languageFor(order), event.timeZone, event.startDatetime);
  return letterOf(
    { publicUrl },
    {
      organizer: event.organizer,
      language,
      to: recipientOf(mail, order),
      subject: texts.cancelledSubject(event.title),
      blocks: [
        paragraph(texts.cancelledIntro(event.title, when)),
        paragraph(texts.cancelledTickets(tickets)),
        ...moneyOnItsWay(order, amount),
      ],
    },
  );
}
