import type { Letter } from '../mail/mail.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { link, paragraph } from './layout.ts';
import { type Desk, letterOf, type MailOf, textsFor } from './letter.ts';
import { moneyOnItsWay } from './money-on-its-way.ts';

/** Some or all tickets of an order were refunded by the organizer. */
export async function refundLetter(desk: Desk, mail: MailOf<'refund'>, order: PrintedOrder): Promise<Letter> {
  const { event, tickets, customer, quantity, url, language } = order;
  const { ticket_ids: ticketIds, amount_centavos: amountCentavos } = mail.details;
  const texts = textsFor(order);
  const numbers = tickets.map(({ number }) => number);
  return letterOf({
    organizer: event.organizer,
    language,
    to: { name: customer.name, address: mail.recipient },
    subject: texts.refundSubject(event.title),
    blocks: [
      paragraph(texts.refundIntro(ticketIds.length, numbers, event.title)),
      ...(await moneyOnItsWay(desk, mail, { language, amountCentavos })),
      ...(quantity > ticketIds.length ? [link(texts.openOrder(quantity), url)] : []),
    ],
  });
}
