import { isGuestAddress } from '../checkouts/attendee.ts';
import type { Letter } from '../mail/mail.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { hasContact } from '../values/brand.ts';
import { withoutLinks } from '../values/person-name.ts';
import { facts, link, paragraph } from './layout.ts';
import { isHeldBy, type LetterContext, letterOf, type MailOf, orderLetter, textsFor, whenOf } from './letter.ts';

/** Tells the buyer that a ticket, which is in `order`, was passed on on the order's page, and the order's new link. */
export function passOnNotice(
  context: Pick<LetterContext, 'publicUrl'>,
  mail: MailOf<'pass_on_notice'>,
  order: PrintedOrder,
): Letter {
  const { event, tickets, quantity, url } = order;
  const texts = textsFor(order);
  return orderLetter(context, mail, order, {
    subject: texts.passOnNoticeSubject(event.title),
    blocks: [
      paragraph(texts.passOnNotice(mail.details.ticket_number, event.title, withoutLinks(tickets[0]?.holder ?? ''))),
      facts(whenOf(order, event)),
      paragraph(texts.passOnNoticeEnd),
      link(texts.openOrder(quantity), url),
    ],
  });
}

/**
 * Tells a guest that the ticket they had was passed on to another person. The mail names neither the buyer nor the new
 * holder.
 */
export function withdrawnNotice(
  context: Pick<LetterContext, 'publicUrl'>,
  mail: MailOf<'ticket_withdrawn'>,
  order: PrintedOrder,
): Letter {
  const { event } = order;
  const texts = textsFor(order);
  return orderLetter(context, mail, order, {
    subject: texts.withdrawnSubject(event.title),
    blocks: [
      paragraph(texts.withdrawn(mail.details.ticket_number, event.title)),
      facts(whenOf(order, event)),
      paragraph(texts.withdrawnEnd),
    ],
  });
}

/**
 * Tells the address that the buyer had before that its codes and links are void. The mail names neither the buyer nor
 * the new address. Undefined if the buyer has the address again.
 */
export function replacedNotice(
  context: Pick<LetterContext, 'publicUrl'>,
  { recipient: address }: MailOf<'address_replaced'>,
  { event, orderNumber, customer, language, tickets }: PrintedOrder,
): Letter | undefined {
  if (!isGuestAddress(address, customer)) return undefined;
  const texts = textsFor({ language });
  const { organizer } = event;
  return letterOf(context, {
    organizer,
    language,
    to: { name: '', address, isBuyer: true },
    subject: texts.replacedSubject(event.title),
    blocks: [
      paragraph(texts.replaced(orderNumber, event.title, organizer.name)),
      facts(whenOf({ language }, event)),
      ...(tickets.some((ticket) => isHeldBy(ticket, address)) ? [paragraph(texts.replacedButHeld)] : []),
      ...(hasContact(organizer) ? [paragraph(texts.replacedEnd)] : []),
    ],
  });
}
