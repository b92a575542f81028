import { METHOD_NAMES } from '../payments/method-names.ts';
import type { PrintedOrder } from '../tickets/documents/printed-order.ts';
import { wayBackOf } from '../tickets/documents/way-back.ts';
import { canBeAsked } from '../values/brand.ts';
import { formatPesos } from '../values/money.ts';
import { type Block, paragraph } from './layout.ts';
import { languageFor, textsFor } from './letter.ts';

/** How much the buyer gets back, and how; empty for an amount of 0. A part of it is given back by hand. */
export function moneyOnItsWay(order: PrintedOrder, amountCentavos: number, byHandCentavos: number): Block[] {
  const { organizer } = order.event;
  const language = languageFor(order);
  const amount = formatPesos(language, amountCentavos);
  const method = METHOD_NAMES[language][order.payment.method];
  const texts = textsFor(order);
  const askable = (words: string) => (canBeAsked(organizer) ? [words] : []);
  switch (wayBackOf(amountCentavos, byHandCentavos)) {
    case 'byHand':
      return [paragraph([texts.moneyByHand(amount, organizer.name), ...askable(texts.askForMoney)].join(' '))];
    case 'inParts':
      return [paragraph(texts.moneyInParts(amount, method, organizer.name))];
    case 'sent':
      return [paragraph(texts.moneyOnItsWay(amount, method))];
    case null:
      return [];
  }
}
