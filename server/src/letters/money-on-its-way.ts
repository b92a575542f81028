import { METHOD_NAMES } from '../payments/method-names.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { wayBackOf } from '../tickets/documents/way-back.ts';
import { formatPesos } from '../values/money.ts';
import { type Block, paragraph } from './layout.ts';
import { languageFor, textsFor } from './letter.ts';

/** How much the buyer gets back, and how; empty for an amount of 0. A part of it is given back by hand. */
export function moneyOnItsWay(order: PrintedOrder, amountCentavos: number, byHandCentavos: number): Block[] {
  const { payment, event } = order;
  const language = languageFor(order);
  const amount = formatPesos(language, amountCentavos);
  const method = METHOD_NAMES[language][payment.method];
  const texts = textsFor(order);
  switch (wayBackOf(amountCentavos, byHandCentavos)) {
    case 'byHand':
      return [paragraph(texts.moneyByHand(amount, event.organizer.name))];
    case 'inParts':
      return [paragraph(texts.moneyInParts(amount, method, event.organizer.name))];
    case 'sent':
      return [paragraph(texts.moneyOnItsWay(amount, method))];
    case null:
      return [];
  }
}
