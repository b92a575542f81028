import { checkoutCode } from '../checkouts/checkout.ts';
import type { Letter } from '../mail/mail.ts';
import { METHOD_NAMES } from '../payments/method-names.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { formatPesos } from '../values/money.ts';
import type { PaymentMethod } from '../values/payment-method.ts';
import { facts, link, paragraph } from './layout.ts';
import { type LetterContext, languageFor, letterOf, type MailOf, textsFor, whenOf } from './letter.ts';
import { getCheckoutBuyer } from './queries.ts';

/**
 * Tells the buyer until when a transfer must arrive, with the link to the page that follows it; or that the organizer
 * no longer holds the places.
 * @returns undefined when the money arrived, or the checkout ended, before the first was written
 */
export async function pendingLetter(
  { db, publicUrl }: LetterContext,
  mail: MailOf<'payment_pending'>,
): Promise<Letter | undefined> {
  const { organizationId, checkoutId: id, recipient, details } = mail;
  const buyer = await getCheckoutBuyer(db, organizationId, id);
  const language = languageFor(buyer);
  const texts = textsFor(buyer);
  const amount = formatPesos(language, details.amount_centavos);
  const method = METHOD_NAMES[language][details.method as PaymentMethod];
  const letter = { ...buyer, to: { name: buyer.name, address: recipient, isBuyer: true } };
  if (details.ended_by) {
    const isCancelled = details.ended_by === 'event_cancelled';
    const [, when] = whenOf(buyer, buyer);
    const subject = (isCancelled ? texts.cancelledSubject : texts.releasedSubject)(buyer.title);
    const intro = (isCancelled ? texts.cancelledIntro : texts.releasedIntro)(buyer.title, when);
    const blocks = [paragraph(intro), paragraph(texts.pendingEnded(amount, method))];
    return letterOf({ publicUrl }, { ...letter, subject, blocks });
  }
  if (buyer.status !== 'processing') return undefined;
  const until = dateAndTimeIn(language, buyer.timeZone, buyer.expiresAt);
  const blocks = [
    paragraph(texts.pendingIntro(buyer.title, amount, method)),
    facts(whenOf(buyer, buyer)),
    paragraph(texts.pendingUntil(until)),
    link(texts.pendingLink, `${publicUrl()}/c/${checkoutCode({ organizationId, id })}`),
  ];
  return letterOf({ publicUrl }, { ...letter, subject: texts.pendingSubject(buyer.title), blocks });
}
