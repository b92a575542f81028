import { checkoutCode, statusAt } from '../checkouts/checkout.ts';
import { getCheckout } from '../checkouts/queries.ts';
import type { Letter } from '../mail/mail.ts';
import { linkUrl } from '../tickets/ticket-credentials.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { linkedEntry } from '../waiting-list/entry.ts';
import { facts, link, paragraph } from './layout.ts';
import { type LetterContext, languageFor, letterOf, type MailOf, textsFor, whenOf } from './letter.ts';
import { getOffer } from './queries.ts';

/**
 * Tells a person on the waiting list that places are held for them. Undefined when they bought them already, or the
 * offer is over because the mail server was unavailable for too long.
 */
export async function offerLetter(
  { config, db, clock, publicUrl }: LetterContext,
  mail: MailOf<'waiting_list_offer'>,
): Promise<Letter | undefined> {
  const { organizationId } = mail;
  const checkout = await getCheckout(db, organizationId, mail.checkoutId);
  if (statusAt(checkout, clock.now()) !== 'open') return undefined;
  const offer = await getOffer(db, organizationId, checkout.id);
  const { title, tierName, entryId, timeZone, organizer } = offer;
  const entry = linkedEntry({ organizationId, id: entryId });
  const leaveUrl = await linkUrl(db, config.secretsKeys, entry, publicUrl());
  const { language, quantity } = checkout;
  const texts = textsFor(checkout);
  const until = dateAndTimeIn(languageFor(checkout), timeZone, checkout.expiresAt);
  return letterOf(
    { publicUrl },
    {
      organizer,
      language,
      to: { name: checkout.customer.name, address: mail.recipient, isBuyer: true },
      subject: texts.offerSubject(title),
      blocks: [
        paragraph(texts.offerIntro(title)),
        facts(whenOf(checkout, offer), [texts.offered, `${quantity} × ${tierName}`], [texts.offerUntil, until]),
        link(texts.openOffer(quantity), `${publicUrl()}/c/${checkoutCode(checkout)}`),
        paragraph(texts.offerEnd(until)),
        link(texts.declineOffer, leaveUrl),
      ],
      footer: texts.waitingFooter(organizer.name, organizer.contactEmail !== null),
    },
  );
}
