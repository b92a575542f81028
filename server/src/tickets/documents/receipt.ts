import { METHOD_NAMES } from '../../payments/method-names.ts';
import type { Language } from '../../values/language.ts';
import { dateAndTimeIn } from '../../values/local-time.ts';
import { formatPesos } from '../../values/money.ts';
import type { PrintedOrder } from './printed-order.ts';

const english = {
  title: 'Your payment',
  discount: 'Discount',
  paid: 'Paid',
  paidAt: 'Paid on',
  changed: 'For changed places',
  refunded: 'Refunded',
};

const filipino: typeof english = {
  title: 'Ang bayad mo',
  discount: 'Discount',
  paid: 'Binayaran',
  paidAt: 'Petsa ng bayad',
  changed: 'Sa pinalitang puwesto',
  refunded: 'Na-refund',
};

const receiptTexts: Record<Language, typeof english> = { en: english, fil: filipino };

export interface Receipt {
  title: string;
  facts: [name: string, value: string][];
}

/**
 * The receipt of a whole order: what was bought, amount, method, time, changes and refunds; null if nothing was paid.
 */
export function receiptOf({ event, payment }: PrintedOrder, language: Language): Receipt | null {
  const { lines, totalCentavos, discountCentavos, refundedCentavos, changedCentavos, method, paidAt } = payment;
  if (totalCentavos === 0 && changedCentavos === 0) return null;
  const texts = receiptTexts[language];
  const pesos = (centavos: number) => formatPesos(language, centavos);
  const facts: Receipt['facts'] = [
    [texts.paid, `${pesos(totalCentavos - changedCentavos)} (${METHOD_NAMES[language][method]})`],
    [texts.paidAt, dateAndTimeIn(language, event.timeZone, paidAt)],
  ];
  if (discountCentavos > 0) facts.unshift([texts.discount, pesos(discountCentavos)]);
  facts.unshift(
    ...lines.map(({ quantity, tierName, unitPriceCentavos }): [string, string] => [
      `${quantity} × ${tierName}`,
      pesos(quantity * unitPriceCentavos),
    ]),
  );
  if (changedCentavos !== 0) facts.push([texts.changed, pesos(changedCentavos)]);
  if (refundedCentavos > 0) facts.push([texts.refunded, pesos(refundedCentavos)]);
  return { title: texts.title, facts };
}
