import type { Language } from '../language.ts';
import type { DueMail } from '../mail/mail.ts';
import { formatPesos } from '../money.ts';
import { METHOD_NAMES } from '../payments/method-names.ts';
import { type Block, paragraph } from './layout.ts';
import { type Desk, languageFor, textsFor } from './letter.ts';
import { getPaymentMethod } from './queries.ts';

/** What the buyer gets back, and how; nothing when the order cost nothing. */
export async function moneyOnItsWay(
  { db }: Desk,
  { organizationId, orderId }: DueMail,
  { amountCentavos, ...buyer }: { amountCentavos: number; language: Language | null },
): Promise<Block[]> {
  if (amountCentavos === 0) return [];
  const method = await getPaymentMethod(db, organizationId, orderId ?? '');
  const language = languageFor(buyer);
  const amount = formatPesos(language, amountCentavos);
  return [paragraph(textsFor(buyer).moneyOnItsWay(amount, METHOD_NAMES[language][method]))];
}
