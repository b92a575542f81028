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
 * Tells the buyer until when a transfer must arrive, with the link to the page that follows it.
 * @returns undefined when the money arrived, or the checkout ended, before the mail was written
 */
export async function pendingLetter(
  { db, publicUrl }: LetterContext,
  mail: MailOf<'payment_pending'>,
): Promise<Letter | undefined> {
  const { organizationId, checkoutId } = mail;
  const { amount_centavos: amount, method } = mail.details;
  const buyer = await getCheckoutBuyer(db, organizationId, checkoutId ?? '');
  if (buyer.status !== 'processing') return undefined;
  const language = languageFor(buyer);
  const texts = textsFor(buyer);
  const until = dateAndTimeIn(language, buyer.timeZone, buyer.expiresAt);
  return letterOf(
    { publicUrl },
    {
      ...buyer,
      to: { name: buyer.name, address: mail.recipient, isBuyer: true },
      subject: texts.pendingSubject(buyer.title),
      blocks: [
        paragraph(
          texts.pendingIntro(
            buyer.title,
            formatPesos(language, amount),
            METHOD_NAMES[language][method as PaymentMethod],
          ),
        ),
        facts(whenOf(buyer, buyer)),
        paragraph(texts.pendingUntil(until)),
        link(texts.pendingLink, `${publicUrl()}/c/${checkoutCode({ organizationId, id: checkoutId ?? '' })}`),
      ],
    },
  );
}
