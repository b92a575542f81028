import type { Letter } from '../mail/mail.ts';
import { METHOD_NAMES } from '../payments/method-names.ts';
import { type RefundReason, refundReasonIn } from '../payments/refund-reason.ts';
import { formatPesos } from '../values/money.ts';
import type { PaymentMethod } from '../values/payment-method.ts';
import { facts, paragraph } from './layout.ts';
import { type LetterContext, languageFor, letterOf, type MailOf, textsFor, whenOf } from './letter.ts';
import { getCheckoutBuyer } from './queries.ts';

/** Tells the buyer of a payment that came too late, twice or with a wrong amount that all of it is refunded. */
export async function moneyBackLetter({ db, publicUrl }: LetterContext, mail: MailOf<'money_back'>): Promise<Letter> {
  const { amount_centavos: amount, method, reason } = mail.details;
  const buyer = await getCheckoutBuyer(db, mail.organizationId, mail.checkoutId);
  const language = languageFor(buyer);
  const texts = textsFor(buyer);
  return letterOf(
    { publicUrl },
    {
      ...buyer,
      to: { name: buyer.name, address: mail.recipient, isBuyer: true },
      subject: texts.moneyBackSubject(buyer.title),
      blocks: [
        paragraph(texts.moneyBackIntro(buyer.title)),
        facts(whenOf(buyer, buyer)),
        paragraph(refundReasonIn(language, reason as RefundReason)),
        paragraph(texts.moneyOnItsWay(formatPesos(language, amount), METHOD_NAMES[language][method as PaymentMethod])),
      ],
    },
  );
}
