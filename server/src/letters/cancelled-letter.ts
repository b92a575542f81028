import { dateAndTimeIn } from '../local-time.ts';
import type { Letter } from '../mail/mail.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { paragraph } from './layout.ts';
import { type Desk, letterOf, type MailOf } from './letter.ts';
import { moneyOnItsWay } from './money-on-its-way.ts';
import { texts } from './texts.ts';

/** The event does not take place, and the money for it goes back. */
export async function cancelledLetter(
  desk: Desk,
  mail: MailOf<'event_cancelled'>,
  { event, customer }: PrintedOrder,
): Promise<Letter> {
  const { tickets, amount_centavos: amount } = mail.details;
  const when = dateAndTimeIn(event.timeZone, event.startDatetime);
  return letterOf(event, { name: customer.name, address: mail.recipient }, texts.cancelledSubject(event.title), [
    paragraph(texts.cancelledIntro(event.title, when)),
    paragraph(texts.cancelledTickets(tickets)),
    ...(await moneyOnItsWay(desk, mail, amount)),
  ]);
}
