import type { Letter } from '../mail/mail.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { link, paragraph } from './layout.ts';
import { type Desk, letterOf, type MailOf } from './letter.ts';
import { moneyOnItsWay } from './money-on-its-way.ts';
import { texts } from './texts.ts';

/** Some or all tickets of an order were refunded by the organizer. */
export async function refundLetter(desk: Desk, mail: MailOf<'refund'>, order: PrintedOrder): Promise<Letter> {
  const { event, tickets, customer, quantity, url } = order;
  const { ticket_ids: ticketIds, amount_centavos: amount } = mail.details;
  const others = quantity - ticketIds.length;
  return letterOf(event, { name: customer.name, address: mail.recipient }, texts.refundSubject(event.title), [
    paragraph(
      texts.refundIntro(
        ticketIds.length,
        tickets.map(({ number }) => number),
        event.title,
      ),
    ),
    ...(await moneyOnItsWay(desk, mail, amount)),
    ...(others > 0 ? [link(texts.openOrder(quantity), url)] : []),
  ]);
}
