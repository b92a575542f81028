import type { Letter } from '../mail/mail.ts';
import { getTicketKey } from '../tickets/ticket-key.ts';
import { linkPath } from '../tickets/ticket-link.ts';
import { facts, heading, link, paragraph } from './layout.ts';
import { type LetterContext, letterOf, type MailOf, textsFor, whenOf } from './letter.ts';
import { listOrdersOfBuyer } from './queries.ts';

/** A reader gets lost in more links, and the older events are over. */
const MAX_ORDERS = 20;

/**
 * The links to the pages of the buyer's newest orders, in the language of the newest.
 * @returns undefined when the buyer has none, because their data was erased
 */
export async function orderLinksLetter(
  { config, db, publicUrl }: LetterContext,
  mail: MailOf<'order_links'>,
): Promise<Letter | undefined> {
  const { organizationId, recipient } = mail;
  const orders = await listOrdersOfBuyer(db, organizationId, { email: recipient, limit: MAX_ORDERS });
  const [newest] = orders;
  if (!newest) return undefined;
  const { linkKey } = await getTicketKey(db, config.secretsKeys, organizationId);
  const texts = textsFor(newest);
  const urlOf = ({ id, revision }: (typeof orders)[number]) =>
    publicUrl() + linkPath({ kind: 'order', organizationId, id, revision }, linkKey);
  return letterOf(
    { publicUrl },
    {
      organizer: newest.organizer,
      language: newest.language,
      to: { name: newest.customerName, address: recipient, isBuyer: true },
      subject: texts.linksSubject(newest.organizer.name),
      blocks: [
        paragraph(texts.linksIntro(MAX_ORDERS)),
        ...orders.flatMap((order) => [
          heading(order.title),
          facts(whenOf(newest, order), [texts.order, order.orderNumber]),
          link(texts.openOrder(order.quantity), urlOf(order)),
        ]),
      ],
    },
  );
}
