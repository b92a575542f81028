import type { Letter } from '../mail/mail.ts';
import { formatPesos } from '../money.ts';
import { METHOD_NAMES, type PaymentMethod } from '../payments/provider.ts';
import { paragraph } from './layout.ts';
import { type Desk, letterOf, type MailOf } from './letter.ts';
import { getLateBuyer } from './queries.ts';
import { texts } from './texts.ts';

/** Money arrived too late, twice, or not as much as was asked: it bought nothing and all of it goes back. */
export async function moneyBackLetter({ db }: Desk, mail: MailOf<'money_back'>): Promise<Letter> {
  const { amount_centavos: amount, method, reason } = mail.details;
  const buyer = await getLateBuyer(db, mail.organizationId, mail.checkoutId ?? '');
  return letterOf(buyer, { name: buyer.name, address: mail.recipient }, texts.moneyBackSubject(buyer.title), [
    paragraph(texts.moneyBackIntro(buyer.title)),
    paragraph(reason),
    paragraph(texts.moneyOnItsWay(formatPesos(amount), METHOD_NAMES[method as PaymentMethod])),
  ]);
}
