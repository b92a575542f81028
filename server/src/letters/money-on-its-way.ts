import type { DueMail } from '../mail/mail.ts';
import { formatPesos } from '../money.ts';
import { METHOD_NAMES } from '../payments/provider.ts';
import { type Block, paragraph } from './layout.ts';
import type { Desk } from './letter.ts';
import { getPaymentMethod } from './queries.ts';
import { texts } from './texts.ts';

/** What the buyer gets back, and how; nothing when the order cost nothing. */
export async function moneyOnItsWay(
  { db }: Desk,
  { organizationId, orderId }: DueMail,
  amountCentavos: number,
): Promise<Block[]> {
  if (amountCentavos === 0) return [];
  const method = await getPaymentMethod(db, organizationId, orderId ?? '');
  return [paragraph(texts.moneyOnItsWay(formatPesos(amountCentavos), METHOD_NAMES[method]))];
}
