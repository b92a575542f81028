import { METHOD_NAMES } from '../payments/method-names.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { formatPesos } from '../values/money.ts';
import { isPaidByHand } from '../values/payment-method.ts';
import { type Block, paragraph } from './layout.ts';
import { languageFor, textsFor } from './letter.ts';

/** How much the buyer gets back, and how; empty for an amount of 0. */
export function moneyOnItsWay(order: PrintedOrder, amountCentavos: number): Block[] {
  if (amountCentavos === 0) return [];
  const language = languageFor(order);
  const { method, takenByHand } = order.payment;
  const amount = formatPesos(language, amountCentavos);
  const texts = textsFor(order);
  if (isPaidByHand(method)) return [paragraph(texts.moneyByHand(amount, order.event.organizer.name))];
  if (takenByHand)
    return [paragraph(texts.moneyInParts(amount, METHOD_NAMES[language][method], order.event.organizer.name))];
  return [paragraph(texts.moneyOnItsWay(amount, METHOD_NAMES[language][method]))];
}
